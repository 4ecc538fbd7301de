"""What happens when an ability is used."""

from typing import assert_never

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
from domain.games.claim_kingdoms.events import (
    CardTurnedOver,
    ClaimEvent,
    PiecePosted,
    PiecesRemoved,
    PiecesSwapped,
    PointsScored,
    SeersConsulted,
)
from domain.games.claim_kingdoms.pieces import SEERS_DRAW, Space, opponent_of
from domain.games.claim_kingdoms.scoring import (
    GNOME_POINTS,
    dragon_points,
    dwarf_points,
    goblin_points,
    troll_points,
)
from domain.games.claim_kingdoms.state import State


def effects(state: State, laid: Space, use: Use) -> tuple[ClaimEvent, ...]:
    """The events that a legal use of an ability brings about at once, the mover's card just laid on `laid`."""
    match use:
        case UseGoblins() | UseDwarves() | UseTrolls() | UseDragons():
            return (_points(state, laid, use),)
        case UseGnomes():
            return _gnomes(state, use)
        case UseKnights() | UseUndead() | UseGiants():
            return (_moved(state, laid, use),)
        case UseSeers():
            cards = state.pile[:SEERS_DRAW]
            return (SeersConsulted(state.mover, len(cards), cards),)
        case _:
            assert_never(use)


def _points(state: State, laid: Space, use: UseGoblins | UseDwarves | UseTrolls | UseDragons) -> ClaimEvent:
    seat, kingdom = state.mover, state.kingdom
    match use:
        case UseGoblins():
            return PointsScored(seat, "goblins", goblin_points(kingdom, seat))
        case UseDwarves():
            return PointsScored(seat, "dwarves", dwarf_points(kingdom, laid))
        case UseTrolls(line):
            return PointsScored(seat, "trolls", troll_points(kingdom, laid, line), line)
        case UseDragons():
            return PointsScored(seat, "dragons", dragon_points(kingdom, laid))
        case _:
            assert_never(use)


def _gnomes(state: State, use: UseGnomes) -> tuple[ClaimEvent, ...]:
    scored = PointsScored(state.mover, "gnomes", GNOME_POINTS)
    return (scored, PiecePosted(state.mover, use.space)) if isinstance(use.space, Space) else (scored,)


def _moved(state: State, laid: Space, use: UseKnights | UseUndead | UseGiants) -> ClaimEvent:
    seat = state.mover
    match use:
        case UseKnights(spaces):
            return PiecesRemoved(seat, opponent_of(seat), spaces)
        case UseUndead(space):
            return PiecesSwapped(seat, laid, opponent_of(seat), space)
        case UseGiants(space):
            return CardTurnedOver(seat, space, state.kingdom.cards[space].pieces)
        case _:
            assert_never(use)
