"""Refusal of an illegal action: the most specific rule that it breaks."""

from typing import assert_never

from domain.games.player_12.actions import Action, Kick, LayCard, PlaceKeeper, PlayOn, Shoot
from domain.games.player_12.legal import next_to_follow
from domain.games.player_12.pieces import Card
from domain.games.player_12.state import Finished, Following, Leading, Pitch, State
from domain.kernel.basics import Seat
from domain.kernel.errors import RuleBroken


def refusal(state: State, seat: Seat, action: Action) -> RuleBroken:
    """Return the error for an illegal action, with the most specific rule that it breaks."""
    if isinstance(state, Finished):
        return RuleBroken("9.7", "The match is over.")
    match action:
        case LayCard():
            return _card_refusal(state, seat, action.card)
        case Shoot() | PlayOn():
            return RuleBroken("6.1", "Only the team that just won a play in the other half may shoot or play on.")
        case PlaceKeeper():
            return RuleBroken("8.1", "Only the team that defends a penalty may place the keeper, once.")
        case Kick():
            return RuleBroken("8.2", "Only the team with the penalty may kick, after the keeper is placed.")
        case _:
            assert_never(action)


def _card_refusal(state: State, seat: Seat, card: Card) -> RuleBroken:
    match state:
        case Leading() if seat not in state.leaders:
            return _lead_refusal(state)
        case Following() if seat != next_to_follow(state.pitch):
            return RuleBroken("5.1", "It is another seat's turn to lay a card.")
        case Leading() | Following():
            return _hand_refusal(state.pitch, seat, card)
        case _:
            return RuleBroken("1.4", "No card may be laid now.")


def _lead_refusal(state: Leading) -> RuleBroken:
    if len(state.leaders) * 2 == state.pitch.seats:
        return RuleBroken("4.4", "The other team leads this play.")
    return RuleBroken("5.7", f"Seat {state.leaders[0]} won the last play and leads this one.")


def _hand_refusal(pitch: Pitch, seat: Seat, card: Card) -> RuleBroken:
    if card not in pitch.hands[seat]:
        return RuleBroken("5.2", f"Seat {seat} does not hold {card}.")
    return RuleBroken("5.3", f"Seat {seat} holds {pitch.table[0].card.colour} cards and must follow with one.")
