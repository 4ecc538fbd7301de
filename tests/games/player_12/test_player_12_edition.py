"""Section 10: what the texts ask of an edition, and that the shipped one gives it."""

import re
from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace

from domain.games.player_12 import GAME
from domain.games.player_12.edition import EDITIONS, STANDARD, Die, Edition
from domain.games.player_12.edition_checks import check_edition, goal_chance
from domain.games.player_12.pieces import COLOURS, Card
from domain.kernel import messages
from domain.kernel.errors import Refused
from tests.games.player_12.given import card, table

PLUSES = {card.number for card in STANDARD.deck if card.plus}


def _without(*names: str) -> Edition:
    gone = {card(name) for name in names}
    return replace(STANDARD, deck=tuple(one for one in STANDARD.deck if one not in gone))


def _swapped(**names: str) -> Edition:
    """Turn cards of the standard deck into others: `g4="g5"` makes the green 4+ a green 5+."""
    turned = {card(f"{name}+"): card(f"{other}+") for name, other in names.items()}
    return replace(STANDARD, deck=tuple(turned.get(one, one) for one in STANDARD.deck))


def _with_die(die: Die) -> Edition:
    low, middle, high = STANDARD.dice
    dice = {25: (die, middle, high), 50: (low, die, high), 70: (low, middle, die)}[die.percent]
    return replace(STANDARD, dice=dice)


@pytest.mark.rule("10.1", "2.1")
def test_the_standard_deck_has_44_cards_each_number_once_and_pluses_in_pairs() -> None:
    deck = Counter(STANDARD.deck)
    assert deck.total() == len(deck) == 44
    assert all(deck[Card(colour, number)] == 1 for colour in COLOURS for number in range(1, 13))
    assert {one for one in deck if one.plus} == {
        Card(colour, number, plus=True) for colour in COLOURS[:2] for number in PLUSES
    }
    assert len(PLUSES) == 4
    assert {6, 8} <= PLUSES
    assert 12 not in PLUSES


@pytest.mark.rule("10.2")
def test_the_standard_dice_have_twelve_faces_and_all_six_results() -> None:
    assert [(die.percent, len(die.faces)) for die in STANDARD.dice] == [(25, 12), (50, 12), (70, 12)]
    results = {face for die in STANDARD.dice for face in die.faces}
    assert results == {"goal", "save", "corner", "post", "card", "penalty"}


@pytest.mark.rule("10.3")
def test_the_standard_dice_score_at_their_percentages() -> None:
    assert [goal_chance(die) for die in STANDARD.dice] == [Fraction(1, 4), Fraction(1, 2), Fraction(25, 36)]
    assert Counter(STANDARD.die(70).faces) == {"goal": 7, "penalty": 2, "save": 1, "corner": 1, "post": 1}
    assert (STANDARD.die(25).faces.count("goal"), STANDARD.die(50).faces.count("goal")) == (3, 6)
    assert round(float(goal_chance(STANDARD.die(70))), 3) == 0.694


def test_the_standard_edition_says_that_it_is_reconstructed() -> None:
    parts = {field for field in Edition.__struct_fields__ if field not in messages.Edition.__struct_fields__}
    assert STANDARD.sources == dict.fromkeys(parts, "reconstructed")


@pytest.mark.rule("10.1")
@pytest.mark.parametrize(
    ("edition", "violation"),
    [
        (_without("g7"), "green 7 is missing"),
        (_without("b12"), "black 12 is missing"),
        (_without("g4+", "p4+"), "A deck has 44 cards, not 42"),
        (_swapped(g4="b4"), "black 4+ has a plus; no black card"),
        (_swapped(g4="g12", p4="p12"), "green 12+ has a plus; 12 is the highest"),
        (_swapped(g4="g5"), "green 5+ has no counterpart"),
        (_swapped(g6="g5", p6="p5"), "green 6+ is missing"),
        (_swapped(g8="g5", p8="p5"), "green 8+ is missing"),
        (_swapped(g4="g10"), "green 10+ is in the deck 2 times"),
    ],
)
def test_a_deck_that_breaks_a_rule_is_refused_with_the_card(edition: Edition, violation: str) -> None:
    with pytest.raises(ValueError, match=re.escape(violation)):
        check_edition(edition)


@pytest.mark.rule("10.2", "10.3")
@pytest.mark.parametrize(
    ("edition", "violation"),
    [
        (_with_die(Die(25, ("goal",) * 3)), "25 per cent die has 3 faces"),
        (_with_die(Die(25, ("goal",) * 2 + ("save",) * 10)), "25 per cent die scores 16.7%"),
        (_with_die(Die(50, ("goal",) * 7 + ("save",) * 5)), "50 per cent die scores 58.3%"),
        (_with_die(Die(70, ("goal",) * 7 + ("save",) * 5)), "70 per cent die scores 58.3%"),
        (_with_die(Die(70, ("goal",) * 9 + ("save",) * 3)), "70 per cent die scores 75.0%"),
        (replace(STANDARD, dice=STANDARD.dice[::-1]), "70 per cent die is in the place of the 25 per cent die"),
    ],
)
def test_a_die_that_breaks_a_rule_is_refused_with_its_percentage(edition: Edition, violation: str) -> None:
    with pytest.raises(ValueError, match=re.escape(violation)):
        check_edition(edition)


OTHER = replace(
    _swapped(g4="g2", p4="p2"),
    name="other",
    dice=(
        Die(25, ("penalty",) * 2 + ("card",) * 7 + ("goal",) * 3),
        Die(50, ("post", "goal") * 6),
        Die(70, ("goal",) * 8 + ("card",) * 4),
    ),
)


@pytest.mark.rule("10.4")
def test_another_edition_of_the_right_shape_may_be_played_and_its_cards_are_dealt() -> None:
    assert GAME.check(table(2, OTHER)) is None  # type: ignore[func-returns-value] # it raises or says nothing
    begun = GAME.begin(table(4, OTHER))
    assert begun.pitch.edition.die(50).faces[0] == "post"


@pytest.mark.rule("10.4")
def test_a_match_is_refused_with_an_edition_that_breaks_a_rule() -> None:
    with pytest.raises(Refused, match="green 7 is missing") as error:
        GAME.check(table(2, _without("g7")))
    assert error.value.code == "unprocessable"


@pytest.mark.rule("10.1", "10.3", "10.4")
def test_the_other_edition_has_other_pluses_and_a_die_of_many_penalties() -> None:
    other = EDITIONS["penalties-5"]
    assert {card.number for card in other.deck if card.plus} == {3, 6, 8, 11}
    assert Counter(other.die(70).faces) == {"goal": 5, "penalty": 5, "corner": 1, "card": 1}
    assert goal_chance(other.die(70)) == goal_chance(STANDARD.die(70))
    GAME.check(table(4, other))
