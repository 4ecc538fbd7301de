"""Decision on an action: it is refused, or applied with everything that follows from it."""

from domain.games.player_12 import events as e
from domain.games.player_12.actions import Action, Kick, LayCard, PlaceKeeper, PlayOn, Shoot
from domain.games.player_12.continuation import proceed
from domain.games.player_12.evolve import evolve
from domain.games.player_12.legal import legal_actions
from domain.games.player_12.refusals import refusal
from domain.games.player_12.state import Kicking, State
from domain.games.player_12.transition import Transition
from domain.kernel.basics import Seat
from domain.kernel.chance import Draws
from domain.kernel.transition import Decided


def decide(state: State, seat: Seat, action: Action, draws: Draws) -> Decided[e.Event, State]:
    """Apply an action and what follows from it; raises `RuleBroken` unless the action is legal."""
    if action not in legal_actions(state, seat):
        raise refusal(state, seat, action)
    transition = Transition(evolve, state, draws)
    transition.apply(_event(state, seat, action))
    proceed(transition)
    return transition.decided()


def _event(state: State, seat: Seat, action: Action) -> e.Event:
    match state, action:
        case _, LayCard():
            return e.CardLaid(seat, action.card)
        case _, Shoot():
            return e.ShotChosen(seat)
        case _, PlayOn():
            return e.PlayedOn(seat)
        case _, PlaceKeeper():
            return e.KeeperPlaced(seat, action.spot)
        case Kicking(), Kick():
            return e.PenaltyKicked(seat, action.spot, state.keeper, state.spot, action.spot != state.spot)
        case _:  # not among the legal actions
            raise refusal(state, seat, action)
