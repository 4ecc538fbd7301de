"""Board: a side of the sheet, indexed by die and value. It gives the fields that a die fits in constant time."""

from functools import lru_cache
from typing import Final

from msgspec import Struct

from domain.games.queen_of_12.actions import CrossAnyField, CrossField
from domain.games.queen_of_12.edition import Edition, Sheet
from domain.games.queen_of_12.pieces import BIT, FIELDS, Colour, DieId, Kind, Mark, Side

ANY_FIELD: Final = tuple((BIT[name], CrossAnyField(name)) for name in FIELDS)
"""Bit of each field with the action that crosses it without a die."""


class Use(Struct, frozen=True, gc=False):
    """Use of a die with one value: the fields it fits, as bits, and the actions that cross them."""

    fits: int
    by: dict[Kind, int]
    crosses: tuple[tuple[int, CrossField], ...]


class Board(Struct, frozen=True, gc=False):
    """Indexed side of a sheet: its number fields, and the use of each die by value (index 0 is unused)."""

    numbers: int
    uses: dict[DieId, tuple[Use, ...]]


def board_of(edition: Edition, side: Side) -> Board:
    """Return the board of a side of an edition. Boards are cached by sheet and dice."""
    return _board(edition.sheets[side], tuple(edition.dice.items()))


@lru_cache(maxsize=16)
def _board(sheet: Sheet, dice: tuple[tuple[DieId, Colour], ...]) -> Board:
    marks: list[Mark] = [mark for rows in (sheet.left, sheet.right) for row in rows for mark in row]
    numbers = _printed(marks, *range(1, 13))
    return Board(numbers, {die: tuple(_use(marks, die, colour, value) for value in range(13)) for die, colour in dice})


def _printed(marks: list[Mark], *wanted: Mark) -> int:
    return sum(BIT[name] for name, mark in zip(FIELDS, marks, strict=True) if mark in wanted)


def _use(marks: list[Mark], die: DieId, colour: Colour, value: int) -> Use:
    number, coloured = _printed(marks, value), _printed(marks, colour)
    fits = number | coloured
    crosses = tuple((BIT[name], CrossField(die, name)) for name in FIELDS if BIT[name] & fits)
    return Use(fits, {"number": number, "colour": coloured}, crosses)
