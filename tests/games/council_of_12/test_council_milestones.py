"""The turns of a match and its key moments."""

import pytest
from msgspec.structs import replace

from domain.games.council_of_12 import GAME
from domain.games.council_of_12 import actions as a
from domain.games.council_of_12 import state as s
from domain.games.council_of_12.events import Event
from domain.games.council_of_12.pieces import Character
from domain.games.council_of_12.state import State
from domain.kernel.basics import Seat
from domain.kernel.milestones import Mark
from tests.games.council_of_12.given import PLAIN, after, chosen, council, events_of, laid, on_turn, revealing

YES = a.VoteBells(ring=True)
ANY = tuple(range(1, 13))


def marks(events: list[Event]) -> list[Mark]:
    told_ = [GAME.milestones.mark_of(event, 3) for event in events]
    return [mark for mark in told_ if mark is not None]


def rounds(events: list[Event]) -> list[int]:
    told_ = [GAME.milestones.round_of(event) for event in events]
    return [number for number in told_ if number is not None]


def claiming(*cards: Character) -> State:
    state = council(len(cards), phase=s.Claiming((None,) * len(cards)))
    moves = [(number, a.ChooseCard(card)) for number, card in enumerate(cards[:-1])]
    return after(replace(state, turn=s.Turn(number=8)), *moves)


@pytest.mark.rule("2.1")
def test_each_turn_is_a_round_that_begins_with_its_petitioner() -> None:
    assert rounds(laid()) == [1]
    assert rounds(events_of(chosen(council(), None, "stoic"), 1, a.RevealCard())) == [3]


@pytest.mark.rule("10.1")
def test_the_last_round_begins_with_the_claim() -> None:
    last = chosen(council(dilemmas=(), petitioners=()), "stoic", None)
    events = events_of(on_turn(last, number=7, petitioner="powerful_one", objectives=(ANY,)), 0, a.RevealCard())
    assert rounds(events) == [8]


@pytest.mark.rule("2.3")
def test_bells_that_ring_are_a_key_moment() -> None:
    voting = after(council(phase=s.Voting()), (0, YES))
    assert marks(events_of(voting, 1, YES)) == [Mark("bells", (), "The bells ring")]


@pytest.mark.rule("4.2")
def test_cancelled_cards_are_a_key_moment() -> None:
    state = revealing("druidess", "druidess", "oracle")
    assert marks(events_of(state, 0, a.RevealCard())) == [Mark("negation", (), "Druidess cancelled")]


@pytest.mark.rule("4.6", "7.3")
def test_playing_the_petitioners_own_character_is_a_key_moment_and_fails_the_dilemma() -> None:
    state = revealing("dame", None)
    assert marks(events_of(state, 0, a.RevealCard())) == [
        Mark("own_character", (Seat(0),), "The Petitioner's own character played"),
        Mark("failed", (), f"Dilemma {PLAIN} failed"),
    ]


@pytest.mark.rule("7.1", "7.2")
def test_a_resolved_dilemma_is_a_key_moment() -> None:
    state = on_turn(chosen(council(), "stoic", None), objectives=(ANY,))
    assert marks(events_of(state, 0, a.RevealCard())) == [Mark("resolved", (), f"Dilemma {PLAIN} resolved")]


@pytest.mark.rule("10.5")
def test_the_throne_is_a_key_moment() -> None:
    events = events_of(claiming("oracle", "oracle", "druidess"), 2, a.ChooseCard("druidess"))
    assert marks(events) == [Mark("throne", (), "Oracle takes the throne")]


@pytest.mark.rule("10.6")
def test_so_is_a_throne_that_stays_vacant() -> None:
    tied = after(claiming("oracle", "druidess"), (1, a.ChooseCard("druidess")), (0, a.VoteSovereign("oracle")))
    assert marks(events_of(tied, 1, a.VoteSovereign("druidess"))) == [Mark("throne", (), "The throne stays vacant")]
