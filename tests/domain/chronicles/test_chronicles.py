"""Commands of a chronicle and their events."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from domain.chronicles.decide import LAST_FIRST_YEAR, Ended, enter, found, replace_obstacle, settle
from domain.chronicles.events import ChronicleEvent, MatchEntered, MatchStruck, Member, ObstacleReplaced, ReignRecorded
from domain.chronicles.numerals import roman
from domain.chronicles.state import Chronicle, evolve, fold
from domain.kernel.basics import ChronicleId, MatchId, PlayerId
from domain.kernel.campaign import Report
from domain.kernel.errors import Refused
from tests.kit.story import ALICE, BOB, CAROL

STREAM = ChronicleId("cccccccc-0000-4000-8000-000000000000")
ONE, TWO, THREE = (MatchId(f"{number}{number:0>7}-1111-4000-8000-000000000000") for number in (1, 2, 3))
WON = Report(
    ending="won",
    won=True,
    duration=40,
    line="honoured",
    throne="dame",
    silent_boxes=2,
    obstacle_name="Collapsed Tower",
    month="may",
)
LOST = replace(WON, ending="favor_spent", won=False, duration=17, line="dismissed", throne=None)


def chronicle(*events: ChronicleEvent) -> Chronicle:
    begun = fold(None, STREAM, (found("The Quiet Table", 101, ALICE), *events))
    assert begun is not None
    return begun


def after(known: Chronicle, *events: ChronicleEvent) -> Chronicle:
    for event in events:
        known = evolve(known, event)
    return known


AWAITING = chronicle(MatchEntered(ONE), MatchEntered(TWO), MatchEntered(THREE))
FIRST = Ended(ONE, ((ALICE, None), (BOB, None)), WON)
SECOND = Ended(TWO, ((BOB, None), (None, "sensible"), (None, "sensible")), LOST)
TOLD = after(AWAITING, *settle(AWAITING, (FIRST, SECOND)))


def refusal(attempt: Callable[[], object]) -> str:
    with pytest.raises(Refused) as caught:
        attempt()
    return caught.value.code


def test_a_chronicle_begins_empty() -> None:
    begun = chronicle()
    assert (begun.founded.name, begun.version) == ("The Quiet Table", 1)
    assert (begun.next_year, begun.throne, begun.reigns) == (101, None, ())


@pytest.mark.parametrize("name", ["", "  ", "x" * 81, "two\nlines", "a\u200bb", "a\u2028b", "\ud800"])
def test_a_name_must_be_one_line(name: str) -> None:
    assert refusal(lambda: found(name, 1, ALICE)) == "unprocessable"


@pytest.mark.parametrize("year", [0, -5, LAST_FIRST_YEAR + 1])
def test_a_first_year_has_bounds(year: int) -> None:
    assert refusal(lambda: found("A", year, ALICE)) == "unprocessable"


def test_a_match_is_entered_once() -> None:
    begun = chronicle()
    entered = enter(begun, ONE)
    assert entered == (MatchEntered(ONE),)
    assert enter(after(begun, *entered), ONE) == ()
    # and not again when its reign was recorded
    assert enter(TOLD, ONE) == ()


def test_a_finished_match_adds_a_reign() -> None:
    (event,) = settle(AWAITING, (FIRST,))
    assert event == ReignRecorded(
        number=1,
        match=ONE,
        members=(Member(1, ALICE), Member(1, BOB)),
        year=101,
        month="may",
        won=True,
        ending="won",
        duration=40,
        line="honoured",
        throne="dame",
        silent_boxes=2,
        obstacle="Collapsed Tower",
    )


def test_a_reign_starts_where_the_one_before_ended_and_counts_appearances_in_this_chronicle() -> None:
    first, second = TOLD.reigns
    assert (first.year, second.year, TOLD.next_year) == (101, 141, 158)
    assert second.number == 2
    assert second.members == (Member(2, BOB), Member(1, bot="sensible"), Member(2, bot="sensible"))


def test_the_throne_is_that_of_the_last_reign() -> None:
    assert after(AWAITING, *settle(AWAITING, (FIRST,))).throne == "dame"
    assert TOLD.throne is None


def test_matches_are_told_in_the_order_in_which_they_ended() -> None:
    told = after(AWAITING, *settle(AWAITING, (SECOND, FIRST)))
    assert [(reign.match, reign.year) for reign in told.reigns] == [(TWO, 101), (ONE, 118)]


def test_a_match_adds_one_reign_however_often_it_is_told() -> None:
    assert settle(TOLD, (FIRST, SECOND)) == ()
    assert len(settle(AWAITING, (FIRST, FIRST))) == 1
    assert TOLD.awaited == (THREE,)


def test_a_match_that_was_given_up_adds_none() -> None:
    struck = settle(TOLD, (Ended(THREE, ((ALICE, None),), None),))
    assert struck == (MatchStruck(THREE),)
    assert (after(TOLD, *struck).awaited, len(after(TOLD, *struck).reigns)) == ((), 2)


def test_a_member_names_the_greatest_obstacle_once() -> None:
    said = replace_obstacle(TOLD, 1, BOB, "  Our own pride ")
    assert said == ObstacleReplaced(1, BOB, "Our own pride")
    known = after(TOLD, said)
    assert known.replacement(1) == said
    assert known.replacement(2) is None
    assert refusal(lambda: replace_obstacle(known, 1, ALICE, "The die")) == "obstacle_settled"
    assert replace_obstacle(known, 2, BOB, "The die").reign == 2


@pytest.mark.parametrize(
    ("number", "by", "words", "code"),
    [
        (0, ALICE, "The die", "unknown_reign"),
        (3, ALICE, "The die", "unknown_reign"),
        (1, CAROL, "The die", "not_allowed"),
        (2, ALICE, "The die", "not_allowed"),
        (1, ALICE, " ", "unprocessable"),
        (1, ALICE, "x" * 201, "unprocessable"),
        (1, ALICE, "a\nb", "unprocessable"),
    ],
)
def test_an_obstacle_is_refused(number: int, by: PlayerId, words: str, code: str) -> None:
    assert refusal(lambda: replace_obstacle(TOLD, number, by, words)) == code


def test_a_chronicle_begins_with_its_founding_and_is_founded_once() -> None:
    assert fold(None, STREAM, ()) is None
    with pytest.raises(ValueError, match="does not begin"):
        fold(None, STREAM, (MatchEntered(ONE),))
    with pytest.raises(ValueError, match="founded twice"):
        evolve(TOLD, found("Another", 1, BOB))


@pytest.mark.parametrize(
    ("number", "written"),
    [(1, "I"), (4, "IV"), (9, "IX"), (14, "XIV"), (49, "XLIX"), (99, "XCIX"), (444, "CDXLIV"), (2026, "MMXXVI")],
)
def test_members_are_counted_in_roman_numerals(number: int, written: str) -> None:
    assert roman(number) == written


def test_numerals_have_no_end() -> None:
    assert roman(4999) == "MMMMCMXCIX"
