"""Effects of an ability: the events of its use."""

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
    Event,
    PiecePosted,
    PiecesRemoved,
    PiecesSwapped,
    PointsScored,
    SeersConsulted,
)
from domain.games.claim_kingdoms.legal import occasion_of
from domain.games.claim_kingdoms.pieces import SEERS_DRAW, Faction, Space, opponent_of
from domain.games.claim_kingdoms.scoring import GNOME_POINTS
from domain.games.claim_kingdoms.state import State, Using


def effects(state: State, use: Use) -> tuple[Event, ...]:
    """Return the events of a legal use of the ability that the card just laid has."""
    laid = _laid(state)
    match use:
        case UseGoblins() | UseDwarves() | UseTrolls() | UseDragons():
            return (_score(occasion_of(state, laid), use),)
        case UseGnomes():
            return _score_and_post(state, use)
        case UseKnights() | UseUndead() | UseGiants():
            return (_move_pieces(state, laid, use),)
        case UseSeers():
            cards = state.pile[:SEERS_DRAW]
            return (SeersConsulted(state.mover, len(cards), cards),)
        case _:
            assert_never(use)


_SCORING_ABILITIES: Final[dict[type[Use], Faction]] = {
    UseGoblins: "goblins",
    UseDwarves: "dwarves",
    UseTrolls: "trolls",
    UseDragons: "dragons",
}


def _score(occasion: Occasion, use: UseGoblins | UseDwarves | UseTrolls | UseDragons) -> Event:
    line = use.line if isinstance(use, UseTrolls) else UNSET
    return PointsScored(occasion.seat, _SCORING_ABILITIES[type(use)], points_of(occasion, use), line)


def _score_and_post(state: State, use: UseGnomes) -> tuple[Event, ...]:
    scored = PointsScored(state.mover, "gnomes", GNOME_POINTS)
    return (scored, PiecePosted(state.mover, use.space)) if isinstance(use.space, Space) else (scored,)


def _move_pieces(state: State, laid: Space, use: UseKnights | UseUndead | UseGiants) -> Event:
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


def _laid(state: State) -> Space:
    if not isinstance(state.phase, Using):
        message = "only the card just laid may use an ability"
        raise TypeError(message)
    return state.phase.space
