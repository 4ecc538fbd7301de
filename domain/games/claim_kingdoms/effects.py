"""What happens when an ability is used."""

from typing import Final, assert_never

from msgspec import UNSET

from domain.games.claim_kingdoms.abilities import Occasion, points_of
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
from domain.games.claim_kingdoms.legal import occasion_of
from domain.games.claim_kingdoms.pieces import SEERS_DRAW, Faction, Space, opponent_of
from domain.games.claim_kingdoms.scoring import GNOME_POINTS
from domain.games.claim_kingdoms.state import State


def effects(state: State, laid: Space, use: Use) -> tuple[ClaimEvent, ...]:
    """The events that a legal use of an ability brings about at once, the mover's card just laid on `laid`."""
    match use:
        case UseGoblins() | UseDwarves() | UseTrolls() | UseDragons():
            return (_counted(occasion_of(state, laid), use),)
        case UseGnomes():
            return _gnomes(state, use)
        case UseKnights() | UseUndead() | UseGiants():
            return (_moved(state, laid, use),)
        case UseSeers():
            cards = state.pile[:SEERS_DRAW]
            return (SeersConsulted(state.mover, len(cards), cards),)
        case _:
            assert_never(use)


_COUNTING: Final[dict[type[Use], Faction]] = {
    UseGoblins: "goblins",
    UseDwarves: "dwarves",
    UseTrolls: "trolls",
    UseDragons: "dragons",
}


def _counted(occasion: Occasion, use: UseGoblins | UseDwarves | UseTrolls | UseDragons) -> ClaimEvent:
    line = use.line if isinstance(use, UseTrolls) else UNSET
    return PointsScored(occasion.seat, _COUNTING[type(use)], points_of(occasion, use), line)


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
