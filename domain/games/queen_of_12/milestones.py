"""Milestones of a match: the start of each round, and the key moments."""

from typing import Final

from domain.games.queen_of_12.events import BonusAwarded, Cards, CardsNegated, DiceRolled
from domain.kernel.basics import Seat
from domain.kernel.milestones import Mark, Milestones


def _negation(event: CardsNegated, _: int) -> Mark:
    seats = tuple(Seat(seat) for seat, cards in enumerate(event.cards) if cards)
    return Mark("negation", seats, f"{_names(event.cards)} negated")


def _names(cards: tuple[Cards, ...]) -> str:
    negated = sorted({card for each in cards for card in each})
    return " and ".join(card.replace("_", " ").title() for card in negated)


def _first_full_line(event: BonusAwarded, _: int) -> Mark:
    return Mark("first_full_line", event.seats, "First full line")


MILESTONES: Final = Milestones(
    rounds={DiceRolled: lambda rolled: rolled.round},
    marks={CardsNegated: _negation, BonusAwarded: _first_full_line},
)
"""A round begins with its dice (rule 2.2). Moments: negations (4.2) and the award of the first full line (9.3)."""
