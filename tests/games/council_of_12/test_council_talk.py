"""Section 11: table talk and silent boxes."""

import pytest

from domain.games.council_of_12 import actions as a
from domain.games.council_of_12 import events as e
from domain.games.council_of_12 import state as s
from domain.games.council_of_12.legal import legal_actions, pending
from domain.games.council_of_12.pieces import REMARKS, Remark
from domain.games.council_of_12.state import Phase, State
from domain.kernel.errors import RuleBroken
from tests.games.council_of_12.given import (
    after,
    choosing,
    chosen,
    council,
    events_of,
    on_turn,
    one,
    revealing,
    seat,
)

ANY = tuple(range(1, 13))
STEPS: tuple[Phase, ...] = (
    s.Voting(),
    s.Choosing((None, None)),
    s.Revealing(("oracle", "stoic")),
    s.Applying(seat(0), "automaton", s.Revealing((None, None))),
    s.Checking(),
    s.Joining("dame", (seat(0),)),
    s.Claiming((None, None)),
)


def say(remark: Remark, *, loses: bool = False) -> a.MakeRemark:
    return a.MakeRemark(remark, loses)


@pytest.mark.rule("11.1")
@pytest.mark.parametrize("phase", STEPS)
def test_a_seat_that_has_something_to_choose_may_make_any_remark_of_the_list(phase: Phase) -> None:
    state = council(phase=phase)
    said = [action.remark for action in legal_actions(state, seat(0)) if isinstance(action, a.MakeRemark)]
    assert tuple(said) == REMARKS
    assert events_of(state, 0, say("help")) == [e.RemarkMade(seat(0), "help")]


@pytest.mark.rule("11.1")
def test_a_seat_that_has_nothing_to_choose_is_silent() -> None:
    with pytest.raises(RuleBroken) as refused:
        events_of(after(choosing(), (0, a.ChooseCard("oracle"))), 0, say("help"))
    assert refused.value.rule == "11.1"


@pytest.mark.rule("11.2")
def test_a_seat_makes_one_remark_in_each_step() -> None:
    state = after(choosing(), (0, say("alone")))
    with pytest.raises(RuleBroken) as refused:
        events_of(state, 0, say("help"))
    assert refused.value.rule == "11.2"
    assert events_of(state, 1, say("help"))
    next_step = after(state, (0, a.ChooseCard("oracle")), (1, a.ChooseCard("druidess")))
    assert events_of(next_step, 0, say("first"))


@pytest.mark.rule("11.3")
def test_a_seat_that_asked_to_go_last_waits_for_the_others() -> None:
    state = after(revealing("inverseuse", "stoic", "golem"), (1, say("last")))
    assert list(pending(state)) == [0, 2]
    with pytest.raises(RuleBroken) as refused:
        events_of(state, 1, a.RevealCard())
    assert refused.value.rule == "11.3"
    left = after(state, (0, a.RevealCard()), (2, a.RevealCard()))
    assert list(pending(left)) == [1]


@pytest.mark.rule("11.3")
def test_where_all_asked_to_go_last_any_may_be_next() -> None:
    state = after(revealing("inverseuse", "stoic"), (1, say("last")), (0, say("last")))
    assert set(pending(state)) == {0, 1}
    assert events_of(state, 1, a.RevealCard())


def last_card(**turn: bool) -> State:
    state = chosen(council(), "stoic", None)
    return on_turn(state, petitioner="powerful_one", objectives=(ANY,), **turn)


@pytest.mark.rule("11.4")
def test_a_dilemma_without_a_remark_ticks_a_box() -> None:
    assert one(events_of(last_card(), 0, a.RevealCard()), e.DilemmaResolved).silent
    assert after(last_card(), (0, a.RevealCard())).boxes == (True, True)


@pytest.mark.rule("11.4")
def test_a_failed_dilemma_ticks_a_box_as_well() -> None:
    assert one(events_of(on_turn(last_card(), objectives=((12,),)), 0, a.RevealCard()), e.DilemmaFailed).silent


@pytest.mark.rule("11.4")
def test_a_remark_leaves_the_box_of_its_dilemma_empty_and_not_the_next() -> None:
    state = after(last_card(), (0, say("help")), (0, a.RevealCard()))
    assert state.boxes == (True, False)
    assert not state.turn.spoken


@pytest.mark.rule("11.4")
def test_a_remark_in_the_first_of_two_turns_counts_for_both() -> None:
    state = on_turn(chosen(council(), "stoic", None), parts=2, objectives=(ANY, ANY), reached=(True, True), dilemma=21)
    second = after(state, (0, say("help")), (0, a.RevealCard()))
    assert second.turn.part == 2
    assert second.turn.spoken


@pytest.mark.rule("11.4")
def test_a_remark_after_the_dilemma_is_settled_belongs_to_the_next() -> None:
    state = after(on_turn(last_card(), petitioner="dame"), (0, a.RevealCard()), (0, say("help")))
    leave = a.TakePetitioner(take=False)
    begun = after(state, (0, leave), (1, leave))
    assert begun.boxes == (True, True)
    assert begun.turn.number == 3
    assert begun.turn.spoken


@pytest.mark.rule("11.5", "13.5")
@pytest.mark.parametrize("phase", STEPS)
def test_a_remark_in_december_is_marked_and_loses(phase: Phase) -> None:
    state = council(setup="december", phase=phase)
    with pytest.raises(RuleBroken) as refused:
        events_of(state, 0, say("help"))
    assert refused.value.rule == "11.5"
    assert events_of(state, 0, say("help", loses=True))[1:] == [e.CouncilLost("silence_broken")]
    assert after(state, (0, say("help", loses=True))).over


@pytest.mark.rule("11.5")
def test_a_remark_elsewhere_is_not_marked() -> None:
    assert say("help", loses=True) not in legal_actions(council(phase=s.Voting()), seat(0))
