"""What the cards, dice, trays and sheets of an edition say."""

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
    """Take all dice in the trays that show one of these values."""

    values: tuple[Value, ...]


class TakesColour(Struct, frozen=True, tag="takes_colour"):
    """Take all dice in the trays of this colour."""

    colour: Colour


class TakesTray(Struct, frozen=True, tag="takes_tray"):
    """Take all dice in this tray."""

    tray: Tray


class ChoosesDice(Struct, frozen=True, tag="chooses_dice"):
    """Take so many dice of choice, all that are left where there are fewer.

    `crosses_twice`: such a die may cross by number and by colour. `returns_card`: a card goes to the fan after it.
    """

    count: int
    crosses_twice: bool = False
    returns_card: bool = False


class CopiesDice(Struct, frozen=True, tag="copies_dice"):
    """Copy all dice that another seat took."""


class CrossesNumber(Struct, frozen=True, tag="crosses_number"):
    """Cross a number field of choice, then take a card of choice from the fan."""


class TakesBack(Struct, frozen=True, tag="takes_back"):
    """Take all played cards back, then perhaps use a no-crosses effect."""


Taking = TakesValues | TakesColour | TakesTray
CardEffect = Taking | ChoosesDice | CopiesDice | CrossesNumber | TakesBack


class Face(Struct, frozen=True):
    """A card: its number, its points (none on the START cards) and what it does."""

    number: Value
    effect: CardEffect
    points: Count | None = None


class Load(Struct, frozen=True):
    """How many dice go into each tray with so many seats."""

    seats: int
    mountains: Count
    jungle: Count


Rows = tuple[tuple[Mark, ...], ...]


class Sheet(Struct, frozen=True):
    """What is printed on one side of the sheet, left and right of the river, row by row."""

    left: Rows
    right: Rows


class Limits(Struct, frozen=True):
    """How often in a match a seat may use each no-crosses effect that runs out."""

    copy_dice: Count
    take_back: Count
    fan_card: Count


class Edition(messages.Edition, frozen=True):
    """The component data of Queen of 12."""

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
        """The characters that every seat begins with."""
        return tuple(name for name, face in self.cards.items() if face.points is None)

    def load(self, seats: int) -> Load:
        """How many dice go into the trays at a table of so many seats."""
        return next(load for load in self.loads if load.seats == seats)


FAN_SIZE: Final = 6
"""How many cards a fan has."""


def _load() -> Mapping[str, Edition]:
    folder = resources.files(__package__) / "editions"
    decoder = msgspec.json.Decoder(Edition)
    names = ("standard", "golem-8")
    return MappingProxyType({name: decoder.decode((folder / f"{name}.json").read_bytes()) for name in names})


EDITIONS: Final = _load()
"""The editions of the game by name."""

DEFAULT: Final = "standard"
