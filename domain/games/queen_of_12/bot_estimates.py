"""Estimates of a position for the bot `sensible`: fields, dice and cards, in points."""

import itertools
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, assert_never

from domain.games.queen_of_12.edition import (
    CardEffect,
    ChoosesDice,
    CopiesDice,
    CrossesNumber,
    Sheet,
    TakesBack,
    TakesColour,
    TakesTray,
    TakesValues,
)
from domain.games.queen_of_12.pieces import BIT, FIELDS, LINES, Character, Die, FieldName, Mark
from domain.games.queen_of_12.view import SeatView, View
from domain.kernel.basics import Seat

EARLY_LINE_WORTH: Final = (0.0, 1.0, 2.2, 5.0, 7.0, 10.0)
"""Estimate of a line by its crosses at the start of a match; its printed points replace it towards the end."""

_LINES_AT: Final = {
    name: tuple(place for place, bits in enumerate(LINES.values()) if bits & BIT[name]) for name in FIELDS
}


@lru_cache(maxsize=16)
def _places(sheet: Sheet) -> dict[Mark, tuple[FieldName, ...]]:
    marks = [mark for rows in (sheet.left, sheet.right) for row in rows for mark in row]
    pairs = tuple(zip(marks, FIELDS, strict=True))
    return {mark: tuple(name for other, name in pairs if other == mark) for mark in dict.fromkeys(marks)}


class Estimates:
    """Estimates of a position for one seat, from its view alone."""

    def __init__(self, view: View, seat: Seat) -> None:
        """Estimate every free field of the sheet."""
        self.view = view
        self.me: SeatView = view.seats[seat]
        self.places = _places(view.sheet)
        self.fields = self._fields()
        self.any_field = max(self.fields.values(), default=0.0)

    def _fields(self) -> dict[FieldName, float]:
        left = (self.view.rounds - self.view.round) / self.view.rounds
        worth = [
            hoped * left + points * (1 - left)
            for hoped, points in zip(EARLY_LINE_WORTH, self.view.line_points, strict=True)
        ]
        steps = [after - before for before, after in itertools.pairwise(worth)]
        if not self.view.bonus:
            steps[-1] += 4
        crossed = set(self.me.crossed)
        gains = [0.0 if line.crosses == len(steps) else steps[line.crosses] for line in self.me.lines]
        return {name: gains[row] + gains[column] for name, (row, column) in _LINES_AT.items() if name not in crossed}

    def best(self, mark: Mark) -> float:
        """Estimate the best free field with this mark; 0 if there is none."""
        return max((self.fields[name] for name in self.places[mark] if name in self.fields), default=0.0)

    def die(self, die: Die) -> float:
        """Estimate a die."""
        return max(self.best(die.value), self.best(die.colour))

    def twice(self, die: Die) -> float:
        """Estimate a die that crosses by its number and by its colour."""
        return self.best(die.value) + self.best(die.colour)

    def dice(self, dice: Iterable[Die]) -> float:
        """Estimate several dice together."""
        return sum(self.die(die) for die in dice)

    def fan(self) -> float:
        """Estimate the best card of the fan."""
        return max((self.points(card) for card in self.me.fan), default=0.0)

    def points(self, card: Character) -> float:
        """Estimate a card in the hand: its points, and one point for its use."""
        return 1.0 + (self.view.cards[card].points or 0)

    def negation_chance(self, card: Character) -> float:
        """Estimate the probability that another seat plays the same card."""
        chance = 1.0
        for other in self.view.seats:
            if other.seat != self.me.seat and card in other.hand:
                chance *= 1 - min(1.0, 1.2 / len(other.hand))
        return 1 - chance

    def dice_by_worth(self, card: Character) -> list[float]:
        """Estimate each die in the trays at the time a card is carried out, best first."""
        number = self.view.cards[card].number
        return sorted((self.die(die) * self._availability(die, number) for die in self.view.trays), reverse=True)

    def _availability(self, die: Die, number: int) -> float:
        chance = 1.0
        for other in self.view.seats:
            faces = [self.view.cards[card] for card in other.hand if other.seat != self.me.seat]
            takers = sum(face.number < number and takes_die(face.effect, die) for face in faces)
            chance *= 1 - takers / len(faces) if faces else 1
        return chance

    def card(self, card: Character) -> float:
        """Estimate a card if played now."""
        return self._effect(card) * (1 - self.negation_chance(card)) + self.any_field * self.negation_chance(card)

    def _effect(self, card: Character) -> float:
        match self.view.cards[card].effect:
            case TakesValues() | TakesColour() | TakesTray() as effect:
                number = self.view.cards[card].number
                mine = [die for die in self.view.trays if takes_die(effect, die)]
                return sum(self.die(die) * self._availability(die, number) for die in mine) or self.any_field / 2
            case ChoosesDice(crosses_twice=True):
                return max(map(self.twice, self.view.trays), default=0.0)
            case ChoosesDice(count=count):
                return sum(self.dice_by_worth(card)[:count])
            case CopiesDice():
                return sum(sorted(map(self.die, self.view.trays), reverse=True)[:2])
            case CrossesNumber():
                return self.any_field + self.fan()
            case TakesBack():
                return max(self.any_field, self.fan() if self.me.effects_left.fan_card else 0.0) + len(self.me.pile) / 2
            case other:
                assert_never(other)


def takes_die(effect: CardEffect, die: Die) -> bool:
    """Return whether an effect takes a die from the trays without a choice."""
    match effect:
        case TakesValues(values):
            return die.value in values
        case TakesColour(colour):
            return die.colour == colour
        case TakesTray(tray):
            return die.tray == tray
        case _:
            return False
