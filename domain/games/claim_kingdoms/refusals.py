"""Refusal of an illegal action: the most specific rule that it breaks."""

from typing import Final

from msgspec import UNSET

from domain.games.claim_kingdoms.abilities import Occasion, abilities, post_spaces
from domain.games.claim_kingdoms.actions import (
    ABILITIES,
    Action,
    DrawCard,
    KeepCards,
    LayCard,
    TakeCard,
    Use,
    UseGiants,
    UseGnomes,
    UseGoblins,
    UseKnights,
    UseSeers,
    UseTrolls,
    UseUndead,
)
from domain.games.claim_kingdoms.legal import occasion_of
from domain.games.claim_kingdoms.pieces import opponent_of
from domain.games.claim_kingdoms.state import Drawing, Finished, Keeping, Laying, State, Using
from domain.kernel.basics import Seat
from domain.kernel.errors import RuleBroken

Reason = tuple[str, str]


def refusal(state: State, seat: Seat, action: Action) -> RuleBroken:
    """Return the error for an action that is not legal."""
    if isinstance(state.phase, Finished):
        return RuleBroken("10.1", "The match is over.")
    if seat != state.mover:
        return RuleBroken("2.1", "It is the other seat's turn.")
    return RuleBroken(*_reason(state, action))


def _reason(state: State, action: Action) -> Reason:
    if isinstance(state.phase, Using) and isinstance(action, Use):
        return _use(occasion_of(state, state.phase.space), action)
    match state.phase, action:
        case Laying(), LayCard():
            return _lay(state, action)
        case Keeping(), KeepCards():
            return "7.2", "Keep exactly two cards of the hand, listed in the order of the overview."
        case Drawing(), TakeCard():
            return "9.1", f"The display has no {action.faction} card."
        case Drawing(), DrawCard():
            return "9.1", "The draw pile is empty."
        case _:
            return "2.2", f"This action is not allowed in the phase {state.phase.NAME}."


def _lay(state: State, action: LayCard) -> Reason:
    if action.faction not in state.hands[state.mover]:
        return "3.1", f"The hand has no {action.faction} card."
    if action.space in state.kingdom.turned:
        return "3.3", "The space is occupied by a turned-over card."
    if action.space in state.kingdom.cards:
        return "3.2", "The space is occupied by a card."
    return "3.4", "The space must share a side with an open card."


def _use(occasion: Occasion, use: Use) -> Reason:
    copying = occasion.kingdom.cards[occasion.space].faction == "doppelgangers"
    if isinstance(use, tuple(ABILITIES[faction] for faction in abilities(occasion.kingdom, occasion.space))):
        return _reason_of_use(occasion, use, copying=copying)
    if copying:
        return "8.1", "No open card next to the Doppelganger has this ability."
    return "4.4", "Only the ability of the card just laid can be used."


def _reason_of_use(occasion: Occasion, use: Use, *, copying: bool) -> Reason:
    match use:
        case UseTrolls():
            return "8.5" if copying else "5.4", "The line has two or more Trolls."
        case UseGnomes():
            return _gnomes(occasion, use)
        case UseUndead():
            return _undead(occasion, use)
        case _:
            return _REASONS_BY_USE[type(use)]


def _gnomes(occasion: Occasion, use: UseGnomes) -> Reason:
    if not post_spaces(occasion):
        return "6.3", "No piece can be placed: omit space."
    if use.space is UNSET:
        return "6.1", "A piece must be placed: space is required."
    return "6.2", "The space must hold a neighbouring open card without a piece of the seat."


def _undead(occasion: Occasion, use: UseUndead) -> Reason:
    card = occasion.kingdom.cards.get(use.space)
    if card is None or opponent_of(occasion.seat) not in card.pieces:
        return "6.5", "The space has no piece of the opponent."
    return "6.6", "The card already has a piece of the seat; a card holds one piece of each seat."


_REASONS_BY_USE: Final[dict[type[Use], Reason]] = {
    UseGoblins: ("8.2", "The ability would score no points."),
    UseSeers: ("7.4", "The draw pile is empty."),
    UseGiants: ("6.8", "The space must hold a neighbouring open card."),
    UseKnights: ("6.4", "Name one or two neighbouring spaces with a piece of the opponent, in ascending order."),
}
