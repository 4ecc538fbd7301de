"""Nouns of the game: factions, spaces, lines and endings."""

from collections.abc import Iterable
from functools import cache
from typing import Final, Literal, get_args

from msgspec import Struct

from domain.kernel.basics import Seat

Faction = Literal[
    "goblins", "dwarves", "gnomes", "trolls", "undead", "dragons", "seers", "doppelgangers", "giants", "knights"
]
"""A faction. All cards of a faction are equal, so a card is represented by its faction."""

FACTIONS: Final[tuple[Faction, ...]] = get_args(Faction)
"""All factions in the order of the overview, which is also the scoring order."""

RANK: Final[dict[Faction, int]] = {faction: rank for rank, faction in enumerate(FACTIONS)}

Line = Literal["row", "column"]
"""Line through a space: a row runs along x, a column along y."""

Ending = Literal["supply_empty", "all_placed", "blocked"]
"""Reason why play ended: an empty supply, no cards left, or no free space."""

FACTIONS_IN_PLAY: Final = 7
DISPLAY_SIZE: Final = 3
HAND_SIZE: Final = 2
SEERS_DRAW: Final = 3

SEATS: Final = (Seat(0), Seat(1))


class Space(Struct, frozen=True, order=True, gc=False):
    """Space for one card. The start card is at (0, 0); both coordinates may be negative."""

    x: int
    y: int


START: Final = Space(0, 0)

STEPS: Final[dict[Line, tuple[tuple[int, int], tuple[int, int]]]] = {
    "row": ((-1, 0), (1, 0)),
    "column": ((0, -1), (0, 1)),
}


@cache
def beside(space: Space) -> tuple[Space, ...]:
    """Return the four spaces that share a side with this one, in ascending order."""
    x, y = space.x, space.y
    return Space(x - 1, y), Space(x, y - 1), Space(x, y + 1), Space(x + 1, y)


@cache
def around(space: Space) -> tuple[Space, ...]:
    """Return the eight spaces that touch this one at a side or a corner."""
    x, y = space.x, space.y
    return tuple(Space(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0))


def opponent_of(seat: Seat) -> Seat:
    """Return the other seat."""
    return Seat(1 - seat)


def in_order(cards: Iterable[Faction]) -> tuple[Faction, ...]:
    """Sort cards in the order of the overview."""
    return tuple(sorted(cards, key=RANK.__getitem__))
