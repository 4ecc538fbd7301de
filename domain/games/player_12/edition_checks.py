"""Checks of an edition: what every edition must satisfy, also one that an owner uploads."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from domain.games.player_12.edition import PERCENTS, Die, Edition
from domain.games.player_12.pieces import COLOURS, FACES, HIGHEST, TRUMP, Card, Percent

CARDS = 44
PRINTED_PLUSES = frozenset({6, 8})
"""Numbers that the rulebook shows with a plus."""
BLIND: Final = Fraction(2, 3)
"""Chance of a kick against a keeper placed at random on one of three spots."""


def goal_chance(die: Die) -> Fraction:
    """Return the chance that one roll scores. Penalties count on the 70 per cent die only (rule 10.3)."""
    chance = Fraction(die.faces.count("goal"), FACES)
    if die.percent == PERCENTS[-1]:
        chance += BLIND * Fraction(die.faces.count("penalty"), FACES)
    return chance


def check_edition(edition: Edition) -> None:
    """Check an edition against section 10; raises `ValueError` that names the card or die and the reason."""
    for violation in _violations(edition):
        raise ValueError(violation)


def _violations(edition: Edition) -> Iterator[str]:
    yield from _deck_violations(edition.deck)
    yield from _plus_violations(edition.deck)
    for percent, die in zip(PERCENTS, edition.dice, strict=True):
        yield from _die_violations(percent, die)


def _deck_violations(deck: tuple[Card, ...]) -> Iterator[str]:
    copies = Counter(deck)
    for card, times in copies.items():
        if times > 1:
            yield f"{card} is in the deck {times} times; a deck holds each card once."
    for colour in COLOURS:
        for number in range(1, HIGHEST + 1):
            if Card(colour, number) not in copies:
                yield f"{colour} {number} is missing; each colour has the numbers 1 to {HIGHEST}."
    if len(deck) != CARDS:
        yield f"A deck has {CARDS} cards, not {len(deck)}."


def _plus_violations(deck: tuple[Card, ...]) -> Iterator[str]:
    pluses = [card for card in deck if card.plus]
    for card in pluses:
        if card.colour == TRUMP:
            yield f"{card} has a plus; no black card may have one."
        if card.number == HIGHEST:
            yield f"{card} has a plus; {HIGHEST} is the highest of its colour."
        if not all(Card(colour, card.number, plus=True) in pluses for colour in COLOURS if colour != TRUMP):
            yield f"{card} has no counterpart; green and purple have a plus at the same numbers."
    for number in sorted(PRINTED_PLUSES - {card.number for card in pluses}):
        yield f"green {number}+ is missing; the rulebook shows a {number}+."


def _die_violations(percent: Percent, die: Die) -> Iterator[str]:
    if die.percent != percent:
        yield f"The {die.percent} per cent die is in the place of the {percent} per cent die."
    if len(die.faces) != FACES:
        yield f"The {percent} per cent die has {len(die.faces)} faces, not {FACES}."
    chance = goal_chance(die)
    if abs(chance - Fraction(percent, 100)) > Fraction(1, 2 * FACES):
        yield f"The {percent} per cent die scores {float(chance):.1%}, which is more than half a face off."
