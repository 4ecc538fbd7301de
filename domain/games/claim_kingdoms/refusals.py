"""Says which rule an illegal action breaks, as precisely as may be told to its own seat."""

from typing import Final

from msgspec import UNSET

from domain.games.claim_kingdoms.abilities import Occasion, abilities, may_post_on
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
    """The rule that an action which is not legal breaks."""
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
            return "7.2", "Keep two of the cards in hand, named in the order of the overview."
        case Drawing(), TakeCard():
            return "9.1", f"No {action.faction} card lies in the display."
        case Drawing(), DrawCard():
            return "9.1", "The draw pile is empty."
        case _:
            return "2.2", f"Another step of the turn is due: {state.phase.NAME}."


def _lay(state: State, action: LayCard) -> Reason:
    if action.faction not in state.hands[state.mover]:
        return "3.1", f"The seat holds no {action.faction} card."
    if action.space in state.kingdom.turned:
        return "3.3", "A turned-over card takes its space for good."
    if action.space in state.kingdom.cards:
        return "3.2", "A card lies on that space."
    return "3.4", "A card must share a side with an open card."


def _use(occasion: Occasion, use: Use) -> Reason:
    copying = occasion.kingdom.cards[occasion.space].faction == "doppelgangers"
    if isinstance(use, tuple(ABILITIES[faction] for faction in abilities(occasion.kingdom, occasion.space))):
        return _way(occasion, use, copying=copying)
    if copying:
        return "8.1", "No open card beside the Doppelgangers has that ability."
    return "4.4", "Only the ability of the card just laid may be used."


def _way(occasion: Occasion, use: Use, *, copying: bool) -> Reason:
    match use:
        case UseTrolls():
            return "8.5" if copying else "5.4", "Too many Trolls lie in that line."
        case UseGnomes():
            return _gnomes(occasion, use)
        case UseUndead():
            return _undead(occasion, use)
        case _:
            return _PLAIN_REASONS[type(use)]


def _gnomes(occasion: Occasion, use: UseGnomes) -> Reason:
    if not may_post_on(occasion):
        return "6.3", "No further piece can be posted."
    if use.space is UNSET:
        return "6.1", "A further piece must be posted: name the space."
    return "6.2", "A piece is posted on an open card beside that bears none of the seat's own."


def _undead(occasion: Occasion, use: UseUndead) -> Reason:
    card = occasion.kingdom.cards.get(use.space)
    if card is None or opponent_of(occasion.seat) not in card.pieces:
        return "6.5", "No piece of the other seat stands on that space."
    return "6.6", "No card may bear two pieces of one colour."


_PLAIN_REASONS: Final[dict[type[Use], Reason]] = {
    UseGoblins: ("8.2", "That would score nothing."),
    UseSeers: ("7.4", "The draw pile is empty."),
    UseGiants: ("6.8", "No open card lies on that space beside."),
    UseKnights: ("6.4", "Name one or two spaces beside, in ascending order, with pieces of the other seat."),
}
