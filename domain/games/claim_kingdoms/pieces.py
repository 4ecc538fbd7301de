"""Factions, spaces and lines: what cards and the kingdom are made of."""

from collections.abc import Iterable
from functools import cache
from typing import Final, Literal, get_args

from msgspec import Struct

from domain.kernel.basics import Seat

Faction = Literal[
    "goblins", "dwarves", "gnomes", "trolls", "undead", "dragons", "seers", "doppelgangers", "giants", "knights"
]
"""A people of the kingdom; cards of one faction are all alike, so a card is its faction."""

FACTIONS: Final[tuple[Faction, ...]] = get_args(Faction)
"""All factions in the order of the overview, in which they are scored."""

RANK: Final[dict[Faction, int]] = {faction: rank for rank, faction in enumerate(FACTIONS)}

Line = Literal["row", "column"]
"""Which of the two lines through a space: a row runs along x, a column along y."""

Ending = Literal["supply_empty", "all_placed", "blocked"]
"""Why play stopped: a supply ran out, the last card was laid, or there was no space for one."""

FACTIONS_IN_PLAY: Final = 7
DISPLAY_SIZE: Final = 3
HAND_SIZE: Final = 2
SEERS_DRAW: Final = 3

SEATS: Final = (Seat(0), Seat(1))


class Space(Struct, frozen=True, order=True, gc=False):
    """A place for one card; the start card lies at (0, 0), and both coordinates may be negative."""

    x: int
    y: int


START: Final = Space(0, 0)

STEPS: Final[dict[Line, tuple[tuple[int, int], tuple[int, int]]]] = {
    "row": ((-1, 0), (1, 0)),
    "column": ((0, -1), (0, 1)),
}


@cache
def beside(space: Space) -> tuple[Space, ...]:
    """The four spaces that share a side with this one, in ascending order."""
    x, y = space.x, space.y
    return Space(x - 1, y), Space(x, y - 1), Space(x, y + 1), Space(x + 1, y)


@cache
def around(space: Space) -> tuple[Space, ...]:
    """The eight spaces that touch this one at a side or a corner."""
    x, y = space.x, space.y
    return tuple(Space(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0))


def opponent_of(seat: Seat) -> Seat:
    """The other of the two seats."""
    return Seat(1 - seat)


def in_order(cards: Iterable[Faction]) -> tuple[Faction, ...]:
    """The cards in the order of the overview."""
    return tuple(sorted(cards, key=RANK.__getitem__))
