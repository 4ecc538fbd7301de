"""A side of the sheet made ready for quick questions: which fields a die fits, and the actions that cross them."""

from functools import lru_cache
from typing import Final

from msgspec import Struct

from domain.games.queen_of_12.actions import CrossAnyField, CrossField
from domain.games.queen_of_12.edition import Edition, Sheet
from domain.games.queen_of_12.pieces import BIT, FIELDS, Colour, DieId, Kind, Mark, Side

ANY_FIELD: Final = tuple((BIT[name], CrossAnyField(name)) for name in FIELDS)
"""Every field's bit with the action that crosses it without a die."""


class Use(Struct, frozen=True, gc=False):
    """What a die with one value is good for: the fields it fits, as bits, and the actions that cross them."""

    fits: int
    by: dict[Kind, int]
    crosses: tuple[tuple[int, CrossField], ...]


class Board(Struct, frozen=True, gc=False):
    """A printed side: its number fields, and for each die and value (index 0 is unused) what it is good for."""

    numbers: int
    uses: dict[DieId, tuple[Use, ...]]


def board_of(edition: Edition, side: Side) -> Board:
    """Make a side of an edition ready; the same board for the same printing."""
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
