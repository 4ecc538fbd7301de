"""The audit passes what is honest, whatever game it is, and never breaks on what is not."""

import dataclasses
import json
import random
from functools import cache
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.audit.verify import Failure, Proof, verify
from domain.catalogue import Catalogue
from domain.kernel.basics import Seat
from domain.kernel.chance import Draws
from domain.kernel.playout import fold
from domain.kernel.transition import Decided
from domain.matches.decide import MatchRequest, SeatRequest, sit
from tests.kit.bundles import SERVICE, Line, bundle_of, forged, read, written
from tests.kit.profiles import MATCHES
from tests.kit.story import BOB, GAMES, MATCH, Story, is_full, opens, pebbles
from tests.toy.game import GAME as PEBBLES
from tests.toy.game import PebbleAction, PebbleEvent, PebbleState, evolve
from tests.toy.game import decide as decide_pebbles

KEYS = [game.key for game in GAMES]
JUNK: list[Any] = [None, True, 0, -1, 1, 1.5, 2**70, "", "x", "é", [], [0], {}, {"type": "cheer"}]


@cache
def played(key: str) -> Story:
    seats = min(GAMES.game(key).seats)
    return is_full(opens(MatchRequest(key, seats, {}))).is_played(["random"] * seats, random.Random(12))


@cache
def honest(key: str) -> tuple[bytes, ...]:
    return tuple(bundle_of(played(key)))


def outcome_of(lines: list[bytes]) -> Failure | Proof:
    try:
        return verify(lines, GAMES)
    except Failure as failure:
        return failure


def meaning(line: bytes) -> object:
    """A line decoded as JSON, or nothing if it is not JSON."""
    try:
        return json.loads(line)
    except ValueError:
        return None


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("many", [False, True])
def test_an_honest_match_is_proved(key: str, many: bool) -> None:
    # given a match of the fewest or the most seats
    seats = (max if many else min)(GAMES.game(key).seats)
    story = is_full(opens(MatchRequest(key, seats, {}))).is_played(["random"] * seats, random.Random(seats))
    # when its bundle is audited by somebody who knows the service's key and kept a receipt
    receipt = SERVICE.receipt(story.match.terms.id, story.match.end.version, story.match.end.hash)
    proof = verify(bundle_of(story), GAMES, trusted_key=SERVICE.key, receipts=[receipt])
    # then all of it is proved
    assert proof.match == MATCH
    assert proof.game == key
    assert proof.events == len(story.records)
    assert proof.actions == sum(record.action is not None for record in story.records)
    assert proof.outcome is not None
    assert len(proof.outcome["scores"]) == seats


@pytest.mark.parametrize("key", KEYS)
def test_a_match_given_up_is_proved(key: str) -> None:
    seats = min(GAMES.game(key).seats)
    story = is_full(opens(MatchRequest(key, seats, {})))
    rng = random.Random(5)
    for _ in range(3):
        story = story.moves(["random"] * seats, rng)
    proof = verify(bundle_of(story.is_abandoned()), GAMES)
    assert (proof.outcome, proof.actions) == (None, 3)


def test_a_match_given_up_before_it_started_is_proved() -> None:
    story = opens(MatchRequest("pebbles", 2, {})).sits(1, player=BOB).is_abandoned()
    assert verify(bundle_of(story), GAMES).events == 4


def test_a_match_with_bots_is_proved() -> None:
    story = opens(MatchRequest("pebbles", 2, {"double": True}))
    for _ in range(2):
        story = story.then(sit(story.match, SeatRequest(None, "", bot="highest")))
    assert verify(bundle_of(story.is_played(["highest"] * 2, random.Random(1))), GAMES).outcome is not None


def test_a_draw_made_twice_is_found() -> None:
    # given rules that roll the die of the first round in every round
    def decide(state: PebbleState, seat: Seat, action: PebbleAction, draws: Draws) -> Decided[PebbleEvent, PebbleState]:
        first = decide_pebbles(replace(state, round=1), seat, action, draws)
        events = [replace(event, round=state.round) if hasattr(event, "round") else event for event in first.events]
        return Decided(tuple(events), fold(evolve, state, events))

    games = Catalogue(dataclasses.replace(PEBBLES, decide=decide))
    story = is_full(opens(MatchRequest("pebbles", 2, {}), games=games)).is_played(["highest"] * 2, random.Random(1))
    # when a match of them is audited
    with pytest.raises(Failure) as caught:
        verify(bundle_of(story), games)
    # then the second die is the first failure
    seconds = [record.version for record in story.records if getattr(record.event, "round", 0) == 2]
    assert (caught.value.check, caught.value.version) == ("chance", seconds[0] - 1)


@given(st.sampled_from(KEYS), st.integers(0, 10**6), st.integers(0, 255))
def test_no_byte_can_be_altered(key: str, place: int, byte: int) -> None:
    # given a bundle with one byte written over
    whole = bytearray(b"".join(honest(key)))
    whole[place % len(whole)] = byte
    lines = bytes(whole).splitlines(keepends=True)
    # then the audit fails, or the line says what it said
    if isinstance(outcome_of(lines), Proof):
        assert list(map(meaning, lines)) == list(map(meaning, honest(key)))


def paths(value: object, here: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The way to every value inside a JSON value."""
    inner: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    if isinstance(value, list):
        inner = list(enumerate(value))
    return [here, *(path for name, part in inner for path in paths(part, (*here, name)))]


def put(value: Any, path: tuple[str | int, ...], new: object) -> None:  # noqa: ANN401 -- any JSON
    for step in path[:-1]:
        value = value[step]
    value[path[-1]] = new


@given(st.data())
def test_nonsense_never_breaks_the_audit(data: st.DataObject) -> None:
    # given a bundle with any value anywhere, written as it is or chained and signed anew
    lines: list[Line] = read(honest("pebbles"))
    path = data.draw(st.sampled_from([path for path in paths(lines) if len(path) > 1]))
    put(lines, path, data.draw(st.sampled_from(JUNK)))
    try:
        bundle = forged(lines) if data.draw(st.booleans()) else written(lines)
    except (AttributeError, KeyError, TypeError, ValueError):
        bundle = written(lines)
    # then the audit passes or fails, and nothing else
    assert isinstance(outcome_of(bundle), Failure | Proof)


@settings(MATCHES)
@given(st.data())
@pytest.mark.parametrize("key", KEYS)
def test_no_fact_of_play_can_be_forged(key: str, data: st.DataObject) -> None:
    # given an event of the game with any of its facts altered, open or sealed, chained and signed anew by the service
    lines: list[Line] = read(honest(key))
    event, told = data.draw(st.sampled_from([(event, told) for event in _events(lines) for told in _facts(event)]))
    path = data.draw(st.sampled_from([path for path in paths(told) if path]))
    before = json.dumps(told)
    put(told, path, data.draw(st.sampled_from(JUNK)))
    assume(json.dumps(told) != before)
    # then it is caught at that very event
    failure = outcome_of(forged(lines))
    assert isinstance(failure, Failure)
    assert (failure.check, failure.version) == ("rules", event["version"])


def _events(lines: list[Line]) -> list[Line]:
    """The events after all seats were taken."""
    events = [line["event"] for line in lines[1:-1]]
    return events[[event["type"] for event in events].index("match_started") :]


def _facts(event: Line) -> list[Line]:
    sealed = event["sealed"]["secret"]["event"] if "sealed" in event else {}
    return [facts for facts in (event["data"], sealed) if facts]


@pytest.mark.parametrize("junk", [b"", b"{", b"\xff", b"null", b"[" * 100_000, b'{"event":' * 100_000])
@pytest.mark.parametrize("place", [0, 7, -1])
def test_a_line_that_cannot_be_read_is_named(place: int, junk: bytes) -> None:
    lines = list(bundle_of(pebbles().is_abandoned()))
    lines[place] = junk
    failure = outcome_of(lines)
    assert isinstance(failure, Failure)
    assert (failure.check, failure.version) == ("format", place if place > 0 else None)


def test_a_field_that_stands_twice_is_named() -> None:
    lines = list(honest("pebbles"))
    lines[7] = lines[7].replace(b'"version":7', b'"version":9,"version":7')
    failure = outcome_of(lines)
    assert isinstance(failure, Failure)
    assert (failure.check, failure.version) == ("format", 7)


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_no_byte_of_a_whole_bundle_can_be_altered(key: str) -> None:
    whole = b"".join(honest(key))
    for place in range(0, len(whole), 397):
        altered = whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]
        lines = altered.splitlines(keepends=True)
        if isinstance(outcome_of(lines), Proof):
            assert list(map(meaning, lines)) == list(map(meaning, honest(key)))
