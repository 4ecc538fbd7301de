"""Audits of clocks, votes and forfeited seats, and the forgeries that they detect."""

import random
from collections.abc import Callable
from typing import Any, Final

import pytest

from domain.audit.verify import Failure, verify
from domain.kernel.basics import Instant
from domain.kernel.game import AnyGame
from domain.matches.clocks import Clock
from domain.matches.decide import MatchRequest
from domain.matches.leaving import expire, overdue
from domain.matches.settings import MatchSettings
from domain.matches.state import is_over
from tests.kit.bundles import Line, bundle_of, forged, read, written
from tests.kit.story import ALICE, BOB, GAMES, Story, is_full, moment, opens
from tests.toy.game import Cheer

Alteration = Callable[[list[Line]], object]

OPENED, STARTED, CHEERED, RAN_OUT, HIDDEN, FORFEITED, VOTED, ABANDONED = 1, 5, 10, 11, 12, 15, 17, 18
BOUGHT: Final = Clock(decision=60, bank=30)


def opened(clock: Clock, seats: int) -> Story:
    return is_full(opens(MatchRequest("pebbles", seats, {}, arrangement=MatchSettings(clock=clock, expires_after=600))))


def told() -> Story:
    """Seat 0 is late, seat 1 leaves, and seat 2 takes a vote back before it agrees again."""
    story = opened(BOUGHT, 3).acts(0, Cheer(), moment(20)).runs_out(moment(93))
    return story.votes(2).votes(2, agrees=False).resigns(1).resigns(0).votes(2)


STORY: Final = told()
HONEST: Final = bundle_of(STORY)


def found(lines: list[bytes]) -> tuple[str, int | None]:
    with pytest.raises(Failure) as caught:
        verify(lines, GAMES)
    return caught.value.check, caught.value.version


def event(version: int, *path: str | int, value: object) -> Alteration:
    def alteration(lines: list[Line]) -> None:
        place: Any = lines[version]["event"]
        for step in path[:-1]:
            place = place[step]
        assert place.get(path[-1]) != value
        place[path[-1]] = value

    return alteration


def cut(first: int, last: int) -> Alteration:
    def alteration(lines: list[Line]) -> None:
        del lines[first : last + 1]

    return alteration


def clock(**otherwise: object) -> Alteration:
    """Open the match with another clock, or none."""

    def alteration(lines: list[Line]) -> None:
        for terms in (lines[0]["arrangement"], lines[OPENED]["event"]["data"]["arrangement"]):
            terms["clock"] = {**terms["clock"], **otherwise}
            if not otherwise:
                del terms["clock"]

    return alteration


def moved(first: int, last: int, at: Instant) -> Alteration:
    """Let events have happened at another time."""

    def alteration(lines: list[Line]) -> None:
        for line in lines[first : last + 1]:
            line["event"]["at"] = at

    return alteration


def test_the_story_is_the_one_that_the_cases_below_speak_of() -> None:
    types = [line["event"]["type"] for line in read(HONEST)[1:-1]]
    assert types[CHEERED - 1 :] == [
        *("cheered", "time_ran_out", "pebble_hidden", "abandonment_voted", "abandonment_voted"),
        *("seat_forfeited", "seat_forfeited", "abandonment_voted", "match_abandoned", "secret_revealed"),
    ]
    assert types[STARTED - 1] == "match_started"
    # and what the service played was nobody's action
    proof = verify(HONEST, GAMES)
    assert (proof.actions, proof.outcome) == (1, None)


def test_every_clock_is_proved_to_the_end_of_its_match() -> None:
    for each in (Clock(decision=5), Clock(bank=20), Clock(decision=5, bank=20), Clock(decision=5, overdue="forfeit")):
        story, rng, second = opened(each, 3), random.Random(1), 10
        while not is_over(story.match):
            second += 30
            is_late = rng.random() < 0.3 and overdue(story.match, moment(second))
            story = story.runs_out(moment(second)) if is_late else story.moves(["random"] * 3, rng)
        assert verify(bundle_of(story), GAMES).events == len(story.records)


@pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.key)
def test_a_match_that_the_service_plays_to_its_end_is_proved(game: AnyGame) -> None:
    # given a match of any game whose people never do anything
    arrangement = MatchSettings(clock=Clock(decision=1))
    story, second = is_full(opens(MatchRequest(game.key, max(game.seats), {}, arrangement=arrangement))), 10
    while not is_over(story.match):
        second += 2
        story = story.runs_out(moment(second))
    # then the whole of it follows from its chance
    proof = verify(bundle_of(story), GAMES)
    assert proof.actions == 0
    assert proof.outcome is not None


def test_an_expired_match_is_proved() -> None:
    story = expired(moment(600))
    assert verify(bundle_of(story), GAMES).events == 4


def expired(at: Instant) -> Story:
    story = opens(MatchRequest("pebbles", 2, {}, arrangement=MatchSettings(expires_after=600))).sits(0, player=ALICE)
    return story.then(expire(story.match, moment(600)), at=at)


def test_a_match_that_could_have_waited_is_caught() -> None:
    for at in (moment(599), Instant(f"{moment(599)[:-7]}999999Z"), Instant("1999-01-01T00:00:00.000000Z")):
        assert found(bundle_of(expired(at))) == ("rules", 3)


FORGED = {
    "time that had not run out": (moved(RAN_OUT, HIDDEN, moment(92)), RAN_OUT),
    "a later start": (moved(4, 9, moment(4)), RAN_OUT),
    "more time for a decision": (clock(decision=61), RAN_OUT),
    "a bigger bank": (clock(bank=31), RAN_OUT),
    "no clock": (clock(), RAN_OUT),
    "a clock that no match may have": (clock(decision=0), OPENED),
    "forfeits": (clock(overdue="forfeit"), HIDDEN),
    "another late seat": (event(RAN_OUT, "seat", value=1), HIDDEN),
    "no late seat": (event(RAN_OUT, "seat", value=None), RAN_OUT),
    "a late seat that no table has": (event(RAN_OUT, "seat", value=3), RAN_OUT),
    "another decision": (event(RAN_OUT, "data", "decision", value="hide_one/2"), RAN_OUT),
    "an action for the service": (event(RAN_OUT, "action", value={"type": "cheer"}), RAN_OUT),
    "another choice of the service": (event(HIDDEN, "sealed", "secret", "event", "pebble", value=99), HIDDEN),
    "no choice of the service": (cut(HIDDEN, HIDDEN), HIDDEN),
    "a choice without a cause": (cut(RAN_OUT, RAN_OUT), RAN_OUT),
    "a seat of another one": (event(FORFEITED, "seat", value=0), FORFEITED + 1),
    "a seat of nobody": (event(FORFEITED, "seat", value=None), FORFEITED),
    "another reason to leave": (event(FORFEITED, "data", "reason", value="overdue"), FORFEITED),
    "another bot": (event(FORFEITED, "data", "bot", value="random"), FORFEITED),
    "no bot": (event(FORFEITED, "data", "bot", value=None), FORFEITED),
    "a vote of another one": (event(VOTED, "seat", value=0), VOTED),
    "another vote": (event(VOTED, "data", "agrees", value=False), VOTED),
    "a vote that is none": (event(VOTED, "data", "agrees", value="yes"), VOTED),
    "a vote of nobody": (event(VOTED, "seat", value=None), VOTED),
    "an end without the last vote": (cut(VOTED, VOTED), VOTED),
    "an end without its reason": (event(ABANDONED, "data", value={}), ABANDONED),
    "another reason to end": (event(ABANDONED, "data", "reason", value="deserted"), ABANDONED),
    "an end that somebody wanted": (event(ABANDONED, "data", value={"by": BOB}), ABANDONED),
    "a match that expired while it was played": (
        lambda lines: (cut(VOTED, VOTED)(lines), event(VOTED, "data", "reason", value="expired")(lines)),
        VOTED,
    ),
}


@pytest.mark.parametrize(("alteration", "version"), FORGED.values(), ids=FORGED.keys())
def test_a_forgery_is_caught_at_its_event(alteration: Alteration, version: int) -> None:
    # given lines that were altered, sealed, chained and signed anew by the service itself
    lines = read(HONEST)
    alteration(lines)
    # then the rules show it
    assert found(forged(lines)) == ("rules", version)
    # and who only alters them is caught as well
    lines = read(HONEST)
    alteration(lines)
    assert found(written(lines))[0] in {"chain", "order", "rules", "seal"}


def test_a_moment_that_never_was_is_caught() -> None:
    lines = read(HONEST)
    moved(RAN_OUT, HIDDEN, Instant("2026-02-30T12:00:00.000000Z"))(lines)
    assert found(forged(lines)) == ("time", RAN_OUT)


def test_the_last_moment_of_all_overflows_nothing() -> None:
    lines = read(HONEST)
    moved(1, len(lines) - 2, Instant("9999-12-31T23:59:59.999999Z"))(lines)
    assert found(forged(lines)) == ("rules", RAN_OUT)
