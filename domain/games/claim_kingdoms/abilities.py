"""Abilities of the card just laid, and all legal uses of each."""

from itertools import chain, combinations
from typing import Final, assert_never

from msgspec import UNSET, Struct

from domain.games.claim_kingdoms.actions import (
    Use,
    UseDragons,
    UseDwarves,
    UseGiants,
    UseGnomes,
    UseGoblins,
    UseKnights,
    UseSeers,
    UseTrolls,
    UseUndead,
)
from domain.games.claim_kingdoms.kingdom import Kingdom
from domain.games.claim_kingdoms.pieces import RANK, STEPS, Faction, Space, opponent_of
from domain.games.claim_kingdoms.scoring import dragon_points, dwarf_points, goblin_points, troll_points
from domain.kernel.basics import Seat

MAX_REMOVED: Final = 2


class Occasion(Struct, frozen=True):
    """Occasion of an ability: the card just laid on `space`, its seat, that seat's supply and the size of the pile."""

    kingdom: Kingdom
    space: Space
    seat: Seat
    supply: int
    pile: int


def abilities(kingdom: Kingdom, space: Space) -> tuple[Faction, ...]:
    """Return the abilities of a card: its own faction's, or for a Doppelganger those of its open neighbours."""
    faction = kingdom.cards[space].faction
    if faction != "doppelgangers":
        return (faction,)
    copied = {kingdom.cards[neighbour].faction for neighbour in kingdom.open_beside(space)}
    return tuple(sorted(copied - {"doppelgangers"}, key=RANK.__getitem__))


def uses(occasion: Occasion) -> tuple[Use, ...]:
    """Return all uses of the abilities of a card; empty if no ability has an effect."""
    here = abilities(occasion.kingdom, occasion.space)
    return tuple(chain.from_iterable(_USES[faction](occasion) for faction in here))


def points_of(occasion: Occasion, use: UseGoblins | UseDwarves | UseTrolls | UseDragons) -> int:
    """Return the points of a scoring ability."""
    kingdom, space = occasion.kingdom, occasion.space
    match use:
        case UseGoblins():
            return goblin_points(kingdom, occasion.seat)
        case UseDwarves():
            return dwarf_points(kingdom, space)
        case UseTrolls(line):
            return troll_points(kingdom, space, line)
        case UseDragons():
            return dragon_points(kingdom, space)
        case _:
            assert_never(use)


def opponent_pieces_beside(occasion: Occasion) -> tuple[Space, ...]:
    """Return the neighbouring spaces with a piece of the opponent, in ascending order."""
    other, cards = opponent_of(occasion.seat), occasion.kingdom.cards
    return tuple(space for space in occasion.kingdom.open_beside(occasion.space) if other in cards[space].pieces)


def swap_spaces(occasion: Occasion) -> tuple[Space, ...]:
    """Return all spaces of the kingdom with a piece of the opponent and none of the seat."""
    other = (opponent_of(occasion.seat),)
    return tuple(space for space, card in occasion.kingdom.cards.items() if card.pieces == other)


def post_spaces(occasion: Occasion) -> tuple[Space, ...]:
    """Return the neighbouring spaces without a piece of the seat; empty if its supply is empty."""
    if occasion.supply == 0:
        return ()
    cards = occasion.kingdom.cards
    return tuple(
        space for space in occasion.kingdom.open_beside(occasion.space) if occasion.seat not in cards[space].pieces
    )


def _goblins(occasion: Occasion) -> tuple[Use, ...]:
    return (UseGoblins(),) if goblin_points(occasion.kingdom, occasion.seat) else ()


def _dwarves(occasion: Occasion) -> tuple[Use, ...]:
    return (UseDwarves(),) if dwarf_points(occasion.kingdom, occasion.space) else ()


def _gnomes(occasion: Occasion) -> tuple[Use, ...]:
    return tuple(UseGnomes(space) for space in post_spaces(occasion)) or (UseGnomes(UNSET),)


def _trolls(occasion: Occasion) -> tuple[Use, ...]:
    return tuple(UseTrolls(line) for line in STEPS if troll_points(occasion.kingdom, occasion.space, line))


def _undead(occasion: Occasion) -> tuple[Use, ...]:
    return tuple(UseUndead(space) for space in swap_spaces(occasion))


def _dragons(occasion: Occasion) -> tuple[Use, ...]:
    return (UseDragons(),) if dragon_points(occasion.kingdom, occasion.space) else ()


def _seers(occasion: Occasion) -> tuple[Use, ...]:
    return (UseSeers(),) if occasion.pile else ()


def _giants(occasion: Occasion) -> tuple[Use, ...]:
    return tuple(UseGiants(space) for space in occasion.kingdom.open_beside(occasion.space))


def _knights(occasion: Occasion) -> tuple[Use, ...]:
    targets = opponent_pieces_beside(occasion)
    sizes = range(1, MAX_REMOVED + 1)
    return tuple(UseKnights(spaces) for size in sizes for spaces in combinations(targets, size))


_USES: Final = {
    "goblins": _goblins,
    "dwarves": _dwarves,
    "gnomes": _gnomes,
    "trolls": _trolls,
    "undead": _undead,
    "dragons": _dragons,
    "seers": _seers,
    "giants": _giants,
    "knights": _knights,
}
