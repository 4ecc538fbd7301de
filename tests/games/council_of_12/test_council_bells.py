"""Section 2: the turn and the bells."""

import pytest

from domain.games.council_of_12 import actions as a
from domain.games.council_of_12 import events as e
from domain.games.council_of_12 import state as s
from domain.games.council_of_12.effects import BarBells
from domain.games.council_of_12.legal import legal_actions, pending
from domain.games.council_of_12.scoring import reign
from domain.games.council_of_12.state import State
from domain.kernel.errors import RuleBroken
from tests.games.council_of_12.given import (
    EDITION,
    PLAIN,
    after,
    choosing,
    chosen,
    council,
    edition,
    events_of,
    laid,
    on_turn,
    seat,
    tags,
)

YES, NO = a.VoteBells(ring=True), a.VoteBells(ring=False)


def voting(seats: int = 2, favor: int = 3, dilemmas: tuple[int, ...] = (4, 2)) -> State:
    return council(seats, phase=s.Voting(), favor=favor, dilemmas=dilemmas)


@pytest.mark.rule("2.1")
def test_setup_ends_with_a_petitioner_and_the_vote_on_bells() -> None:
    assert tags(laid())[-2:] == ["dilemma_turned_up", "petitioner_revealed"]


@pytest.mark.rule("2.1")
@pytest.mark.parametrize("action", [a.ChooseCard("druidess"), a.RevealCard(), a.KeepRewards()])
def test_an_action_of_another_step_is_refused(action: a.Action) -> None:
    with pytest.raises(RuleBroken):
        events_of(voting(), 0, action)


@pytest.mark.rule("2.1")
def test_nothing_can_be_done_when_the_match_is_over() -> None:
    over = council(phase=s.Finished("won"))
    assert not pending(over)
    with pytest.raises(RuleBroken) as refused:
        events_of(over, 0, YES)
    assert refused.value.rule == "2.1"


@pytest.mark.rule("2.2")
def test_seats_vote_once_in_any_order() -> None:
    state = after(voting(3), (2, YES))
    assert set(pending(state)) == {0, 1}
    with pytest.raises(RuleBroken) as refused:
        events_of(state, 2, NO)
    assert refused.value.rule == "2.2"


@pytest.mark.rule("2.3", "2.4")
def test_the_bells_ring_when_the_last_seat_says_yes() -> None:
    events = events_of(after(voting(3), (0, YES), (2, YES)), 1, YES)
    assert tags(events) == ["bell_voted", "favor_lost", "bells_rung", "dilemma_turned_up", "choice_opened"]
    assert events[1] == e.FavorLost(1, 2, "bells")


@pytest.mark.rule("2.3")
def test_the_first_no_ends_the_vote() -> None:
    assert tags(events_of(after(voting(3), (0, YES)), 1, NO)) == ["bell_voted", "choice_opened"]


@pytest.mark.rule("2.4")
def test_ringing_at_favor_one_is_marked_and_loses() -> None:
    state = voting(favor=1)
    doom = a.VoteBells(ring=True, loses=True)
    assert doom in legal_actions(state, seat(0))
    with pytest.raises(RuleBroken) as refused:
        events_of(state, 0, YES)
    assert refused.value.rule == "2.4"
    lost = after(state, (0, doom), (1, doom))
    assert lost.phase == s.Finished("favor_spent")
    assert lost.favor == 0


@pytest.mark.rule("2.4")
def test_a_vote_above_favor_one_is_not_marked() -> None:
    with pytest.raises(RuleBroken) as refused:
        events_of(voting(), 0, a.VoteBells(ring=True, loses=True))
    assert refused.value.rule == "2.4"


@pytest.mark.rule("2.5")
def test_ringing_turns_the_next_front_up_and_doubles_the_value() -> None:
    rung = after(voting(), (0, YES), (1, YES))
    assert rung.next_dilemma == 4
    assert rung.turn.rung
    card = EDITION.dilemma(PLAIN)
    resolved = council(settled=(s.Settled(PLAIN, rung=True, resolved=True),))
    plain = council(settled=(s.Settled(PLAIN, rung=False, resolved=True),))
    assert reign(resolved).dilemmas == 2 * reign(plain).dilemmas == 2 * card.value


@pytest.mark.rule("2.5")
def test_ringing_on_the_last_dilemma_turns_up_no_other() -> None:
    events = events_of(after(voting(dilemmas=()), (0, YES)), 1, YES)
    assert "dilemma_turned_up" not in tags(events)


@pytest.mark.rule("2.6")
def test_bells_are_voted_on_in_their_step_only() -> None:
    second = on_turn(choosing(), part=2, parts=2)
    for state in (second, council(phase=s.Claiming((None, None)))):
        with pytest.raises(RuleBroken) as refused:
            events_of(state, 0, YES)
        assert refused.value.rule == "2.6"


@pytest.mark.rule("2.6", "7.9")
def test_a_dilemma_may_bar_the_bells_from_the_next_turn() -> None:
    cards = edition(penalty=(BarBells(),))
    state = chosen(council(cards=cards), None, "stoic")
    events = events_of(state, 1, a.RevealCard())
    assert tags(events)[-4:] == ["bells_barred", "turn_ended", "petitioner_revealed", "choice_opened"]
    assert not after(state, (1, a.RevealCard())).bells_barred
