"""Checks of an edition: what every edition must satisfy, also one that an owner uploads."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from domain.games.player_12.edition import PERCENTS, Die, Edition
from domain.games.player_12.pieces import COLOURS, FACES, HIGHEST, TRUMP, Card, Percent

CARDS = 44
PRINTED_PLUSES = frozenset({6, 8})
"""The numbers that the rulebook shows with a plus."""
BLIND: Final = Fraction(2, 3)
"""How often a kick beats a keeper who can only guess one spot of three."""


def goal_chance(die: Die) -> Fraction:
    """How likely one roll of a die scores; a penalty counts on the 70 per cent die only (rule 10.3)."""
    chance = Fraction(die.faces.count("goal"), FACES)
    if die.percent == PERCENTS[-1]:
        chance += BLIND * Fraction(die.faces.count("penalty"), FACES)
    return chance


def check_edition(edition: Edition) -> None:
    """Check an edition against section 10 of the rules; raises `ValueError` naming the card or die and why."""
    for complaint in _complaints(edition):
        raise ValueError(complaint)


def _complaints(edition: Edition) -> Iterator[str]:
    yield from _about_deck(edition.deck)
    yield from _about_pluses(edition.deck)
    for percent, die in zip(PERCENTS, edition.dice, strict=True):
        yield from _about_die(percent, die)


def _about_deck(deck: tuple[Card, ...]) -> Iterator[str]:
    held = Counter(deck)
    for card, times in held.items():
        if times > 1:
            yield f"{card} is in the deck {times} times; every card is there once."
    for colour in COLOURS:
        for number in range(1, HIGHEST + 1):
            if Card(colour, number) not in held:
                yield f"{colour} {number} is missing; every colour has the numbers 1 to {HIGHEST}."
    if len(deck) != CARDS:
        yield f"A deck has {CARDS} cards, not {len(deck)}."


def _about_pluses(deck: tuple[Card, ...]) -> Iterator[str]:
    pluses = [card for card in deck if card.plus]
    for card in pluses:
        if card.colour == TRUMP:
            yield f"{card} has a plus; no black card has one."
        if card.number == HIGHEST:
            yield f"{card} has a plus; {HIGHEST} is the highest of its colour."
        if not all(Card(colour, card.number, plus=True) in pluses for colour in COLOURS if colour != TRUMP):
            yield f"{card} has no twin; green and purple have a plus at the same numbers."
    for number in sorted(PRINTED_PLUSES - {card.number for card in pluses}):
        yield f"green {number}+ is missing; the rulebook shows a {number}+."


def _about_die(percent: Percent, die: Die) -> Iterator[str]:
    if die.percent != percent:
        yield f"The {die.percent} per cent die stands where the {percent} per cent die belongs."
    if len(die.faces) != FACES:
        yield f"The {percent} per cent die has {len(die.faces)} faces, not {FACES}."
    chance = goal_chance(die)
    if abs(chance - Fraction(percent, 100)) > Fraction(1, 2 * FACES):
        yield f"The {percent} per cent die scores {float(chance):.1%}, more than half a face away from that."
