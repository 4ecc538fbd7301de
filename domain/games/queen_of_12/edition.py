"""Component data of an edition: cards, dice, trays and sheets, and the game's own editions."""

from collections.abc import Mapping
from importlib import resources
from types import MappingProxyType
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from domain.games.queen_of_12.pieces import (
    Character,
    Colour,
    DieId,
    Mark,
    Side,
    Tray,
    Value,
)
from domain.kernel import messages

Count = Annotated[int, Meta(ge=0)]


class TakesValues(Struct, frozen=True, tag="takes_values"):
    """Take all dice in the trays with one of these values."""

    values: tuple[Value, ...]


class TakesColour(Struct, frozen=True, tag="takes_colour"):
    """Take all dice in the trays of this colour."""

    colour: Colour


class TakesTray(Struct, frozen=True, tag="takes_tray"):
    """Take all dice in this tray."""

    tray: Tray


class ChoosesDice(Struct, frozen=True, tag="chooses_dice"):
    """Choose `count` dice, or take all if fewer are left.

    `crosses_twice`: the die may cross by number and by colour. `returns_card`: the seat then returns a card to its fan.
    """

    count: int
    crosses_twice: bool = False
    returns_card: bool = False


class CopiesDice(Struct, frozen=True, tag="copies_dice"):
    """Copy all dice that another seat took."""


class CrossesNumber(Struct, frozen=True, tag="crosses_number"):
    """Cross any free number field, then take any card from the fan."""


class TakesBack(Struct, frozen=True, tag="takes_back"):
    """Take all played cards back into the hand, then optionally use a no-crosses effect."""


Taking = TakesValues | TakesColour | TakesTray
CardEffect = Taking | ChoosesDice | CopiesDice | CrossesNumber | TakesBack


class Face(Struct, frozen=True):
    """Face of a card: number, effect and points. START cards have no points."""

    number: Value
    effect: CardEffect
    points: Count | None = None


class Load(Struct, frozen=True):
    """Number of dice in each tray for a number of seats."""

    seats: int
    mountains: Count
    jungle: Count


Rows = tuple[tuple[Mark, ...], ...]


class Sheet(Struct, frozen=True):
    """Print of one side of the sheet, left and right of the river, row by row."""

    left: Rows
    right: Rows


class Limits(Struct, frozen=True):
    """Limits of the no-crosses effects: uses of each effect per seat and match."""

    copy_dice: Count
    take_back: Count
    fan_card: Count


class Edition(messages.Edition, frozen=True):
    """Component data of Queen of 12."""

    cards: dict[Character, Face]
    first_fan: tuple[Character, ...]
    first_fan_of_two: tuple[Character, ...]
    left_out_of_two: tuple[Character, ...]
    dice: dict[DieId, Colour]
    loads: tuple[Load, ...]
    rounds: int
    limits: Limits
    line_points: tuple[Count, ...]
    first_line_bonus: Count
    sheets: dict[Side, Sheet]

    @property
    def start(self) -> tuple[Character, ...]:
        """START characters: the first hand of every seat."""
        return tuple(name for name, face in self.cards.items() if face.points is None)

    def load(self, seats: int) -> Load:
        """Return the number of dice in each tray for a number of seats."""
        return next(load for load in self.loads if load.seats == seats)


FAN_SIZE: Final = 6
"""Number of cards in a fan."""


def _load() -> Mapping[str, Edition]:
    folder = resources.files(__package__) / "editions"
    decoder = msgspec.json.Decoder(Edition)
    names = ("standard", "golem-8")
    return MappingProxyType({name: decoder.decode((folder / f"{name}.json").read_bytes()) for name in names})


EDITIONS: Final = _load()
"""Editions of the game by name."""

DEFAULT: Final = "standard"
