"""Views and their drawings, by phase."""

import msgspec

from domain.games.council_of_12 import actions as a
from domain.games.council_of_12 import state as s
from domain.games.council_of_12.drawing import draw
from domain.games.council_of_12.state import State
from domain.games.council_of_12.view import View, view
from domain.kernel.messages import OMNISCIENT, SPECTATOR, Viewer
from tests.games.council_of_12.given import after, choosing, council, revealing, seat, with_objectives

OWN = Viewer(frozenset({seat(0)}))


def drawn(state: State, viewer: Viewer = OWN) -> list[str]:
    return draw(view(state, viewer)).splitlines()


def test_a_view_is_what_it_is_after_json() -> None:
    state = after(choosing(3), (1, a.ChooseCard("oracle")), (2, a.MakeRemark("help")))
    seen = view(state, OWN)
    assert msgspec.json.decode(msgspec.json.encode(seen), type=View) == seen


def test_votes_are_public() -> None:
    state = after(council(3, phase=s.Voting()), (2, a.VoteBells(ring=True)))
    assert [vote.seat for vote in view(state, SPECTATOR).votes] == [2]
    tie = council(phase=s.Crowning(("oracle", "dame"), ((seat(1), "dame"),)))
    assert [(vote.seat, vote.character) for vote in view(tie, SPECTATOR).votes] == [(1, "dame")]
    assert view(tie, SPECTATOR).tied == ("oracle", "dame")


def test_who_must_act_on_a_revealed_card_is_public() -> None:
    state = after(revealing("automaton", "druidess"), (0, a.RevealCard()))
    seen = view(state, SPECTATOR)
    assert (seen.phase, seen.acting, seen.applying) == ("applying", 0, "automaton")
    assert [other.laid for other in seen.seats] == [False, True]


def test_a_table_is_drawn_with_the_own_hand_and_without_the_others() -> None:
    state = after(with_objectives(choosing(), (2,), (5, 9)), (1, a.ChooseCard("oracle")), (0, a.MakeRemark("help")))
    lines = drawn(state)
    assert lines[0] == "Council of 12, standard: choosing, Favor 3, die 1"
    assert lines[1] == "Turn 2: dame brings Dilemma 7, objective 2 and 5/9"
    assert lines[2] == "Seat 0: powerful_one, druidess, sorcerer, automaton, oracle"
    assert lines[3] == "Seat 1: 4 cards, laid a hidden card"
    assert lines[4] == "Seat 0 says: help"
    assert lines[5:] == ["Settled: 5 resolved", "Left: 5 Dilemmas; silent boxes 1 of 1"]


def test_a_played_card_and_rewards_are_drawn() -> None:
    state = after(revealing("inverseuse", "druidess", rewards=(5, 6)), (0, a.RevealCard()))
    lines = drawn(state, SPECTATOR)
    assert lines[2] == "Seat 0: 5 cards, top of discard pile inverseuse"
    assert "Rewards of Dilemmas: 5, 6" in lines


def test_the_end_is_drawn() -> None:
    lost = council(phase=s.Finished("favor_spent"), favor=0, settled=(s.Settled(5, rung=True, resolved=False),))
    lines = drawn(lost, OMNISCIENT)
    assert "Settled: 5 rung failed" in lines
    assert lines[-1].startswith("Ending: favor_spent; throne: vacant; ")
    throne = council(phase=s.Claiming((None, None)), turn=s.Turn(number=8))
    assert drawn(throne)[1] == "Claim the Throne"
