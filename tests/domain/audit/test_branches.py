"""Audits of branches: earlier play is derived again, and the source's bundle proves that it took place."""

from collections.abc import Callable
from typing import Any, Final

import pytest

from domain.audit.source import verify_branch
from domain.audit.verify import Failure, verify
from domain.matches.decide import MatchRequest
from tests.kit.branches import branched
from tests.kit.bundles import SERVICE, Line, bundle_of, forged, read
from tests.kit.story import GAMES, Story, opens, pebbles
from tests.toy.game import Cheer, HandDealt, Hide

Alteration = Callable[[list[Line]], object]

OPENED, LAST_SAT, BEGUN, SHUFFLED, CHEERED, SHUFFLED_ANEW, SHOWN = 1, 3, 5, 6, 9, 11, 13
"""The lines of the branch: before `SHUFFLED_ANEW` it holds what was played before it."""


def told() -> Story:
    story = pebbles().acts(0, Cheer())
    hands = [event.pebbles for event in story.events if isinstance(event, HandDealt)]
    return story.acts(1, Hide(hands[1][0])).acts(0, Hide(hands[0][0])).is_abandoned()


SOURCE: Final = told()
STORY: Final = branched(SOURCE, 9)
PEBBLE: Final = SOURCE.records[9].action
assert isinstance(PEBBLE, Hide)
PLAYED: Final = STORY.acts(0, PEBBLE).is_abandoned()
HONEST, ORIGIN = bundle_of(PLAYED), bundle_of(SOURCE)


def altered(alteration: Alteration) -> list[bytes]:
    lines = read(HONEST)
    alteration(lines)
    return forged(lines)


def put(version: int, *path: str | int, value: object) -> Alteration:
    """Write a value somewhere in an event."""

    def alteration(lines: list[Line]) -> None:
        place: Any = lines[version]["event"]
        for step in path[:-1]:
            place = place[step]
        assert place[path[-1]] != value
        place[path[-1]] = value

    return alteration


def before(*path: str | int, value: object) -> Alteration:
    return put(BEGUN, "data", "played", 0, *path, value=value)


def found(lines: list[bytes]) -> tuple[str, int | None]:
    with pytest.raises(Failure) as caught:
        verify(lines, GAMES)
    return caught.value.check, caught.value.version


def found_with_source(lines: list[bytes], source: list[bytes]) -> tuple[str, int | None]:
    with pytest.raises(Failure) as caught:
        verify_branch(lines, source, GAMES, trusted_key=SERVICE.key)
    return caught.value.check, caught.value.version


def test_the_story_is_the_one_that_the_cases_below_speak_of() -> None:
    assert [line["event"]["type"] for line in read(HONEST)[1 : SHOWN + 1]] == [
        *("match_opened", "seat_taken", "seat_taken", "match_started", "branch_begun"),
        *("bag_shuffled", "hand_dealt", "hand_dealt", "cheered", "pebble_hidden"),
        *("bag_shuffled", "pebble_hidden", "pebbles_shown"),
    ]
    proof = verify(HONEST, GAMES, trusted_key=SERVICE.key)
    assert (proof.actions, proof.branch_of) == (1, PLAYED.match.terms.arrangement.branch_of)
    assert verify_branch(HONEST, ORIGIN, GAMES, trusted_key=SERVICE.key) == proof


def cut(version: int) -> Alteration:
    return lambda lines: lines.pop(version)


FORGED = {
    "the chance": (before("seed", value="00" * 32), LAST_SAT),
    "no chance": (before("seed", value="luck"), LAST_SAT),
    "an action": (before("moves", 1, "action", "pebble", value=99), LAST_SAT),
    "an action of no game": (before("moves", 0, "action", value={"type": "pass"}), LAST_SAT),
    "an action written otherwise": (before("moves", 0, "action", value={"type": "cheer", "loud": True}), LAST_SAT),
    "whose action": (before("moves", 0, "seat", value=1), CHEERED),
    "an action of no seat": (before("moves", 0, "seat", value=2), LAST_SAT),
    "an action taken away": (before("moves", value=[]), CHEERED),
    "nothing played": (put(BEGUN, "data", "played", value=[]), LAST_SAT),
    "something else": (put(BEGUN, "data", "played", value="much"), BEGUN),
    "an order": (put(SHUFFLED, "sealed", "secret", "event", "order", value=[1]), SHUFFLED),
    "the new order": (put(SHUFFLED_ANEW, "sealed", "secret", "event", "order", value=[1]), SHUFFLED_ANEW),
    "no new order": (cut(SHUFFLED_ANEW), SHUFFLED_ANEW),
    "an event": (put(CHEERED, "seat", value=1), CHEERED),
    "an event taken away": (cut(CHEERED), CHEERED),
    "the beginning taken away": (cut(BEGUN), LAST_SAT),
}


@pytest.mark.parametrize(("alteration", "version"), FORGED.values(), ids=FORGED.keys())
def test_a_forgery_is_caught_at_its_event(alteration: Alteration, version: int) -> None:
    assert found(altered(alteration)) == ("rules", version)


def no_cheer(lines: list[Line]) -> None:
    del lines[BEGUN]["event"]["data"]["played"][0]["moves"][0]
    del lines[CHEERED]


def another_moment(lines: list[Line]) -> None:
    for arrangement in (lines[0]["arrangement"], lines[OPENED]["event"]["data"]["arrangement"]):
        arrangement["branch_of"]["version"] = 8


def no_moment(lines: list[Line]) -> None:
    for arrangement in (lines[0]["arrangement"], lines[OPENED]["event"]["data"]["arrangement"]):
        arrangement["branch_of"]["version"] = 2


CONSISTENT = {
    "the hash of the moment": (put(BEGUN, "data", "hash", value="0" * 64), BEGUN),
    "what was played": (no_cheer, BEGUN),
    "the moment": (another_moment, BEGUN),
    "a moment that is none": (no_moment, None),
}


@pytest.mark.parametrize(("alteration", "version"), CONSISTENT.values(), ids=CONSISTENT.keys())
def test_what_may_have_been_played_is_caught_by_the_other_match(alteration: Alteration, version: int | None) -> None:
    lines = altered(alteration)
    assert verify(lines, GAMES).key == SERVICE.key
    assert found_with_source(lines, ORIGIN) == ("source", version)


def test_a_branch_of_another_table_is_caught_by_the_other_match() -> None:
    # given a match with the same id that was opened with other options
    other = pebbles(double=True).acts(0, Cheer()).is_abandoned()
    assert found_with_source(HONEST, bundle_of(other))[0] == "source"


def test_the_bundle_of_no_source_proves_no_branch() -> None:
    assert found_with_source(ORIGIN, ORIGIN) == ("source", None)
    assert found_with_source(HONEST, HONEST) == ("source", None)


def test_a_source_that_is_not_true_proves_nothing() -> None:
    lines = read(ORIGIN)
    lines[5]["event"]["sealed"]["secret"]["event"]["order"] = [1]
    assert found_with_source(HONEST, forged(lines)) == ("rules", 5)


def test_a_branch_that_was_given_up_before_it_started_is_proved() -> None:
    opening = MatchRequest("pebbles", 2, {"double": False}, arrangement=PLAYED.match.terms.arrangement)
    lines = bundle_of(opens(opening).is_abandoned())
    assert verify_branch(lines, ORIGIN, GAMES).events == 3
