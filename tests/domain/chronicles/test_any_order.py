"""However many processes tell a chronicle of matches, and whatever they know, it is the same chronicle."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from domain.chronicles.decide import Ended, settle
from domain.chronicles.events import MatchEntered, ReignRecorded
from domain.chronicles.state import Chronicle
from domain.kernel.basics import MatchId
from tests.domain.chronicles.test_chronicles import LOST, WON, after, chronicle
from tests.kit.story import PLAYERS

OUTCOMES = st.sampled_from([WON, LOST, None])
SITTERS = st.lists(st.sampled_from([(player, None) for player in PLAYERS]), min_size=2, max_size=4, unique=True)


@st.composite
def endings(draw: st.DrawFn) -> list[Ended]:
    """Matches in the order in which they ended."""
    count = draw(st.integers(1, 8))
    return [Ended(MatchId(str(number)), tuple(draw(SITTERS)), draw(OUTCOMES)) for number in range(count)]


def told(known: Chronicle, over: list[Ended]) -> Chronicle:
    return after(known, *settle(known, over))


@given(over=endings(), looks=st.lists(st.integers(0, 8)))
def test_it_does_not_matter_when_anybody_looks(over: list[Ended], looks: list[int]) -> None:
    # given a chronicle that awaits matches
    begun = chronicle(*(MatchEntered(each.match) for each in over))
    # when ended matches are recorded in several steps, some of them twice
    known = begun
    for number in (*sorted(looks), len(over)):
        known = told(known, over[:number])
    # then the chronicle equals one in which all are recorded at once
    whole = told(begun, over)
    assert (known.reigns, known.awaited) == (whole.reigns, ())
    assert known.version == whole.version


@given(over=endings())
def test_years_and_appearances_have_no_gap(over: list[Ended]) -> None:
    reigns = told(chronicle(*(MatchEntered(each.match) for each in over)), over).reigns
    assert [reign.number for reign in reigns] == list(range(1, len(reigns) + 1))
    assert all(later.year == reign.year + reign.duration for reign, later in pairwise(reigns))
    for player in PLAYERS:
        seen = [member.appearance for reign in reigns for member in reign.members if member.player == player]
        assert seen == list(range(1, len(seen) + 1))


@given(over=endings(), data=st.data())
def test_whoever_comes_second_adds_nothing(over: list[Ended], data: st.DataObject) -> None:
    # given two who decide on the same chronicle, of whom one knows of fewer ends
    begun = chronicle(*(MatchEntered(each.match) for each in over))
    fewer = over[: data.draw(st.integers(0, len(over)))]
    first = told(begun, over)
    # when the other one, refused at its version, decides again
    events = settle(first, fewer)
    # then nothing is left to be recorded
    assert events == ()
    recorded = [event for event in settle(begun, fewer) if isinstance(event, ReignRecorded)]
    assert tuple(recorded) == first.reigns[: len(recorded)]
