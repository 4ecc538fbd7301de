"""Section 6: Dilemmas with two objectives."""

import pytest

from domain.games.council_of_12 import actions as a
from domain.games.council_of_12 import events as e
from domain.games.council_of_12 import state as s
from domain.games.council_of_12.legal import pending
from domain.games.council_of_12.pieces import Character, Objective
from domain.games.council_of_12.state import State
from domain.kernel.errors import RuleBroken
from tests.games.council_of_12.given import (
    TWIN,
    after,
    chosen,
    council,
    edition,
    events_of,
    on_turn,
    tags,
    with_objectives,
)

REVEAL = a.RevealCard()
CALM = edition(TWIN, penalty=(), success=(), objectives=((3,), (10,)))
YES, NO = a.VoteBells(ring=True), a.VoteBells(ring=False)
TWO, ONE = a.VoteTurns(two=True), a.VoteTurns(two=False)


def twin(*cards: Character | None, die: int, objectives: tuple[Objective, Objective] = ((3,), (10,))) -> State:
    """A turn over two objectives, with cards to be revealed."""
    state = on_turn(council(len(cards), cards=CALM, die=die), dilemma=TWIN)
    return chosen(with_objectives(state, *objectives), *cards)


def resolved(state: State) -> bool:
    return state.settled[-1].resolved


@pytest.mark.rule("6.1")
def test_one_objective_on_the_way_and_the_other_at_the_end() -> None:
    state = after(twin("automaton", "inverseuse", die=1), (0, REVEAL), (0, a.TurnDie((3,))), (1, REVEAL))
    assert state.die == 10
    assert resolved(state)


@pytest.mark.rule("6.1")
def test_both_on_the_way_and_neither_at_the_end_is_not_enough() -> None:
    state = after(twin("inverseuse", "druidess", die=3), (0, REVEAL), (1, REVEAL), (1, a.TurnDie((11,))))
    assert state.settled[-1] == s.Settled(TWIN, rung=False, resolved=False)


@pytest.mark.rule("6.1")
def test_the_same_objective_twice_is_not_enough() -> None:
    assert not resolved(after(twin("stoic", "dame", die=3), (0, REVEAL), (1, REVEAL)))


@pytest.mark.rule("6.2")
def test_the_value_at_the_start_of_the_turn_counts() -> None:
    assert resolved(after(twin("stoic", "inverseuse", die=3), (0, REVEAL), (1, REVEAL)))


@pytest.mark.rule("6.2")
def test_a_face_on_the_way_of_the_powerful_one_counts() -> None:
    # From 11 by way of 3 to 4; the objectives are 3 and 4.
    state = twin("powerful_one", "stoic", die=11, objectives=((3,), (4,)))
    assert resolved(after(state, (0, REVEAL), (0, a.TurnDie((3, 4))), (1, REVEAL)))


@pytest.mark.rule("6.3")
def test_a_replaced_objective_starts_anew() -> None:
    # The die lay on 3 at the start; replaced by 9 to 12 that no longer counts.
    state = twin("golem", "inverseuse", die=3, objectives=((3,), (10,)))
    replaced = after(state, (0, REVEAL), (0, a.PickObjective(0)))
    assert replaced.turn.reached == (False, False)
    assert resolved(after(replaced, (1, REVEAL)))  # 10 is on both, at the same moment


@pytest.mark.rule("6.3")
def test_a_replaced_objective_is_reached_by_the_face_that_lies() -> None:
    state = after(twin("knight", "inverseuse", die=4), (0, REVEAL), (0, a.PickObjective(0)))
    assert state.turn.reached == (True, False)


def asked(**changes: bool) -> State:
    state = on_turn(council(2, cards=CALM, phase=s.Voting(), die=3), dilemma=TWIN, **changes)
    return after(with_objectives(state, (3,), (10,)), (0, NO))


@pytest.mark.rule("6.4")
def test_two_seats_vote_after_the_bells() -> None:
    assert set(pending(asked())) == {0, 1}
    assert [decision.id for decision in pending(asked()).values()] == ["vote_turns/2"] * 2


@pytest.mark.rule("6.4")
def test_two_turns_only_if_both_say_so() -> None:
    assert after(asked(), (0, TWO), (1, TWO)).turn.parts == 2
    assert after(asked(), (0, TWO), (1, ONE)).turn.parts == 1
    assert after(asked(), (1, ONE)).turn.parts == 1


@pytest.mark.rule("6.4")
def test_more_seats_or_one_objective_are_not_asked() -> None:
    three = on_turn(council(3, cards=CALM, phase=s.Voting()), dilemma=TWIN)
    assert tags(events_of(with_objectives(three, (3,), (10,)), 0, NO)) == ["bell_voted", "choice_opened"]
    assert tags(events_of(council(2, phase=s.Voting()), 0, NO)) == ["bell_voted", "choice_opened"]
    with pytest.raises(RuleBroken) as refused:
        events_of(council(2, phase=s.Voting()), 0, TWO)
    assert refused.value.rule == "6.4"


def split(*cards: Character | None, die: int, part: int = 1, met: tuple[bool, ...] = ()) -> State:
    return on_turn(twin(*cards, die=die), parts=2, part=part, met=met)


@pytest.mark.rule("6.5")
def test_the_first_turn_is_judged_at_its_end_and_the_petitioner_stays() -> None:
    state = split(None, "inverseuse", die=3)
    events = events_of(state, 1, REVEAL)
    assert events[2:] == [e.FirstTurnMet((False, True)), e.ChoiceOpened(2, 2, (False, True))]
    second = after(state, (1, REVEAL))
    assert second.turn.petitioner == "dame"
    assert second.turn.number == state.turn.number


@pytest.mark.rule("6.5")
def test_knight_and_golem_do_not_carry_over() -> None:
    state = after(split("golem", "stoic", die=10), (0, REVEAL), (0, a.PickObjective(0)), (1, REVEAL))
    assert state.turn.part == 2
    assert state.turn.objectives == ((3,), (10,))


@pytest.mark.rule("6.5")
def test_an_objective_on_the_way_does_not_count_in_two_turns() -> None:
    state = split("druidess", None, die=3, part=2, met=(False, True))
    assert not resolved(after(state, (0, REVEAL), (0, a.TurnDie((4,)))))


@pytest.mark.rule("6.6")
def test_a_first_turn_on_neither_objective_fails_at_once() -> None:
    events = events_of(split("stoic", None, die=5), 0, REVEAL)
    assert isinstance(events[1], e.DilemmaFailed)


@pytest.mark.rule("6.7")
def test_the_turns_must_end_on_different_objectives() -> None:
    assert resolved(after(split("stoic", None, die=3, part=2, met=(False, True)), (0, REVEAL)))
    assert not resolved(after(split("stoic", None, die=3, part=2, met=(True, False)), (0, REVEAL)))


@pytest.mark.rule("6.7")
def test_the_assignment_that_helps_is_taken() -> None:
    # The first turn met both; the second may end on either.
    for die in (3, 10):
        assert resolved(after(split("stoic", None, die=die, part=2, met=(True, True)), (0, REVEAL)))
