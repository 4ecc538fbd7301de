"""The turns of a match and its key moments."""

import pytest

from domain.games.claim_kingdoms import GAME
from domain.games.claim_kingdoms.actions import (
    Action,
    DeclineAbility,
    DrawCard,
    LayCard,
    UseGiants,
    UseKnights,
    UseUndead,
)
from domain.games.claim_kingdoms.state import State
from domain.kernel.milestones import Mark
from tests.games.claim_kingdoms.given import BLUE, RED, Layout, at, lay, play, turn_of_blue, turn_of_red

THEIRS: Layout = {(0, 0): ("goblins", BLUE), (1, 1): ("seers", BLUE)}


def marks(state: State, *actions: Action) -> list[Mark]:
    told = [GAME.milestones.mark_of(event, 2) for event in play(state, *actions).events]
    return [mark for mark in told if mark is not None]


@pytest.mark.rule("2.1")
def test_each_turn_is_a_round() -> None:
    # when the tenth turn is over
    state = turn_of_blue(THEIRS, hands=(("goblins", "seers"), ("giants", "seers")))
    events = play(state, LayCard("giants", at(1, 0)), DeclineAbility(), DrawCard()).events
    # then the eleventh begins
    told = [GAME.milestones.round_of(event) for event in events]
    assert [number for number in told if number is not None] == [11]


@pytest.mark.rule("6.4")
def test_knights_that_send_pieces_back_make_a_key_moment() -> None:
    state = lay(turn_of_red(THEIRS), "knights", 0, 1)
    assert marks(state, UseKnights((at(0, 0), at(1, 1)))) == [Mark("removal", (RED, BLUE), "Knights send back 2")]


@pytest.mark.rule("6.5")
def test_undead_that_change_pieces_make_a_key_moment() -> None:
    state = lay(turn_of_red(THEIRS), "undead", 1, 0)
    assert marks(state, UseUndead(at(1, 1))) == [Mark("swap", (RED, BLUE), "Undead change pieces")]


@pytest.mark.rule("6.8")
def test_giants_that_turn_a_card_over_make_a_key_moment() -> None:
    state = lay(turn_of_red(THEIRS), "giants", 1, 0)
    assert marks(state, UseGiants(at(1, 1))) == [Mark("turned_over", (RED,), "Giants turn over (1, 1)")]


@pytest.mark.rule("11.1", "11.2", "11.4")
def test_control_and_the_throne_are_the_key_moments_of_the_end() -> None:
    # given goblins that blue controls, trolls that red controls, and seers that nobody does
    layout: Layout = {(0, 0): ("goblins", BLUE), (0, 1): ("trolls", RED), (1, 0): ("seers", RED, BLUE)}
    state = turn_of_blue(layout, hands=(("goblins", "seers"), ("giants", "seers")), supplies=(0, 4))
    # when the match ends
    found = marks(state, LayCard("giants", at(2, 0)), DeclineAbility(), DrawCard())
    # then
    assert found == [
        Mark("control", (BLUE,), "Goblins: 4 points"),
        Mark("control", (RED,), "Trolls: 6 points"),
        Mark("control", (BLUE,), "Giants: 8 points"),
        Mark("throne", (BLUE,), "The throne is claimed, 6-12"),
    ]
