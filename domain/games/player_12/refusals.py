"""Refusals: which rule an action breaks that is not legal."""

from typing import assert_never

from domain.games.player_12.actions import Action, Kick, LayCard, PlaceKeeper, PlayOn, Shoot
from domain.games.player_12.legal import next_to_follow
from domain.games.player_12.pieces import Card
from domain.games.player_12.state import Finished, Following, Leading, Pitch, State
from domain.kernel.basics import Seat
from domain.kernel.errors import RuleBroken


def refusal(state: State, seat: Seat, action: Action) -> RuleBroken:
    """Say which rule stands against an action that is not legal."""
    if isinstance(state, Finished):
        return RuleBroken("9.7", "The match is over.")
    match action:
        case LayCard():
            return _card_refusal(state, seat, action.card)
        case Shoot() | PlayOn():
            return RuleBroken("6.1", "Only the team that has just won a play may shoot or play on, in the other half.")
        case PlaceKeeper():
            return RuleBroken("8.1", "The team against which a penalty is given places the keeper, once.")
        case Kick():
            return RuleBroken("8.2", "The team that has the penalty kicks, once the keeper is placed.")
        case _:
            assert_never(action)


def _card_refusal(state: State, seat: Seat, card: Card) -> RuleBroken:
    match state:
        case Leading() if seat not in state.leaders:
            return _lead_refusal(state)
        case Following() if seat != next_to_follow(state.pitch):
            return RuleBroken("5.1", "Another seat's card is due.")
        case Leading() | Following():
            return _hand_refusal(state.pitch, seat, card)
        case _:
            return RuleBroken("1.4", "No card is due now.")


def _lead_refusal(state: Leading) -> RuleBroken:
    if len(state.leaders) * 2 == state.pitch.seats:
        return RuleBroken("4.4", "The other team starts this play.")
    return RuleBroken("5.7", f"Seat {state.leaders[0]} won the last play and leads this one.")


def _hand_refusal(pitch: Pitch, seat: Seat, card: Card) -> RuleBroken:
    if card not in pitch.hands[seat]:
        return RuleBroken("5.2", f"Seat {seat} does not hold {card}.")
    return RuleBroken("5.3", f"Seat {seat} holds {pitch.table[0].card.colour} and must follow with it.")
