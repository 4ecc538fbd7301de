"""The rounds of a match and its key moments."""

import pytest

from domain.games.queen_of_12 import GAME
from domain.games.queen_of_12.events import BonusAwarded, CardsNegated, DiceRolled
from domain.kernel.milestones import Mark
from tests.games.queen_of_12.given import S0, S1, S2, a_round, begun, holds, lay, of

HAND = "jungle_guardian alchemist knight warlock"


@pytest.mark.rule("2.2")
def test_a_round_begins_with_its_dice() -> None:
    # when the second round begins
    _, events = begun(holds(HAND), holds(HAND), holds(HAND))
    # then its dice tell so, and nothing before them
    rounds = [(type(event), GAME.milestones.round_of(event)) for event in events]
    assert [pair for pair in rounds if pair[1] is not None] == [(DiceRolled, 2)]


@pytest.mark.rule("4.2")
def test_a_negation_is_a_key_moment_of_the_seats_that_lose_their_cards() -> None:
    # when two seats play the same character
    _, events = lay(a_round(holds(HAND), holds(HAND), holds(HAND)), "knight", "warlock", "knight")
    # then the negation is theirs
    (negated,) = of(events, CardsNegated)
    assert GAME.milestones.mark_of(negated, 3) == Mark("negation", (S0, S2), "Knight negated")


@pytest.mark.rule("4.2", "4.3")
def test_two_characters_may_be_negated_at_one_moment() -> None:
    hands = holds("knight jungle_guardian warlock"), holds("knight jungle_guardian alchemist")
    _, events = lay(a_round(*hands), "knight jungle_guardian", "jungle_guardian knight")
    (negated,) = of(events, CardsNegated)
    assert GAME.milestones.mark_of(negated, 2) == Mark("negation", (S0, S1), "Jungle Guardian and Knight negated")


@pytest.mark.rule("9.2", "9.3")
def test_the_first_full_line_is_a_key_moment_of_all_seats_that_have_it() -> None:
    assert GAME.milestones.mark_of(BonusAwarded((S0, S2)), 3) == Mark("first_full_line", (S0, S2), "First full line")
