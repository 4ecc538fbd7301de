"""Options that nobody at the table chooses: supplied when the match starts, pinned in its log, proved with it."""

import random
from typing import Any, Final

import pytest

from domain.audit.verify import Failure, verify
from domain.games.council_of_12.events import PetitionersShown
from domain.kernel.errors import Refused
from domain.kernel.records import shape_of
from domain.matches.decide import MatchRequest, SeatRequest, open_match, sit
from domain.matches.events import MatchStarted
from domain.matches.evolve import fold
from domain.matches.state import Playing
from tests.kit.bundles import Line, bundle_of, forged, read
from tests.kit.story import ALICE, BOB, GAMES, SECRET, Story, opens

STARTED: Final = 4
"""The line of a bundle in which a match of two seats starts."""
OPEN: Final = opens(MatchRequest("council_of_12", 2, {"chronicle": "a chronicle"})).sits(0, player=ALICE)


def started(supplied: dict[str, Any], story: Story = OPEN) -> Story:
    return story.then(sit(story.match, SeatRequest(None, "", player=BOB), supplied=supplied))


def sovereign(story: Story) -> str | None:
    assert isinstance(story.match, Playing)
    chosen: str | None = story.match.terms.table.options.sovereign
    return chosen


def refusal(supplied: dict[str, Any], story: Story = OPEN) -> str:
    with pytest.raises(Refused) as caught:
        started(supplied, story)
    return caught.value.code


def test_what_is_supplied_is_pinned_by_the_start_and_shapes_the_table() -> None:
    story = started({"sovereign": "dame"})
    assert MatchStarted({"sovereign": "dame"}) in story.events
    assert sovereign(story) == "dame"
    assert story.match.terms.options["sovereign"] == "dame"
    assert story.match.terms.opened.options["sovereign"] is None
    (shown,) = [event for event in story.events if isinstance(event, PetitionersShown)]
    assert "dame" not in str(shown)


def test_a_vacant_throne_is_supplied_too() -> None:
    story = started({"sovereign": None})
    assert MatchStarted({"sovereign": None}) in story.events
    assert sovereign(story) is None


def test_a_start_that_is_supplied_with_nothing_is_written_as_ever() -> None:
    assert shape_of(MatchStarted()).fields == {}
    assert sovereign(started({})) is None


def test_folding_the_records_gives_the_same_table() -> None:
    story = started({"sovereign": "dame"})
    assert fold(GAMES, None, story.records) == story.match


def test_only_the_last_seat_starts_the_match_with_it() -> None:
    three = opens(MatchRequest("council_of_12", 3, {"chronicle": "a chronicle"})).sits(0, player=ALICE)
    assert MatchStarted({"sovereign": "dame"}) not in started({"sovereign": "dame"}, three).events


def test_only_what_a_game_is_supplied_with_is_taken() -> None:
    assert refusal({"setup": "may"}) == "unprocessable"
    assert refusal({"sovereign": "queen"}) == "unprocessable"
    # and a sovereign only for a chronicle
    alone = opens(MatchRequest("council_of_12", 2, {})).sits(0, player=ALICE)
    assert refusal({"sovereign": "dame"}, alone) == "unprocessable"
    pebbles = opens(MatchRequest("pebbles", 2, {})).sits(0, player=ALICE)
    assert refusal({"double": True}, pebbles) == "unprocessable"


def test_no_opener_chooses_it() -> None:
    wanted = MatchRequest("council_of_12", 2, {"chronicle": "a chronicle", "sovereign": "dame"})
    with pytest.raises(Refused, match="filled in when the match starts"):
        open_match(GAMES, wanted, ALICE, SECRET)


# Audits


PLAYED: Final = started({"sovereign": "dame"}).is_played(["random"] * 2, random.Random(1))
HONEST: Final = bundle_of(PLAYED)


def caught(supplied: object) -> tuple[str, int | None]:
    """The finding of an audit if the holder of every key writes this into the start."""
    lines: list[Line] = read(HONEST)
    assert lines[STARTED]["event"]["data"] == {"supplied": {"sovereign": "dame"}}
    lines[STARTED]["event"]["data"] = supplied
    with pytest.raises(Failure) as failure:
        verify(forged(lines), GAMES)
    return failure.value.check, failure.value.version


def test_a_match_is_proved_with_what_it_was_supplied_with() -> None:
    assert verify(HONEST, GAMES).match == PLAYED.match.terms.id


@pytest.mark.parametrize(
    ("written", "version"),
    [
        ({"supplied": {"sovereign": "stoic"}}, 6),
        ({"supplied": {"sovereign": None}}, 6),
        ({"supplied": {}}, 4),
        ({"supplied": {"setup": "may"}}, 3),
        ({"supplied": {"sovereign": "queen"}}, 3),
        ({"supplied": ["sovereign"]}, 4),
        ({"supplied": {"sovereign": "dame"}, "more": 1}, 4),
    ],
)
def test_what_a_match_was_not_supplied_with_is_caught(written: object, version: int) -> None:
    assert caught(written) == ("rules", version)
