"""Decision on an action: it is refused, or applied with everything that follows from it."""

from domain.games.queen_of_12.actions import Action, ChooseCard, TakeFanCard
from domain.games.queen_of_12.continuation import proceed
from domain.games.queen_of_12.crossing import cross
from domain.games.queen_of_12.effects import choose
from domain.games.queen_of_12.events import CardChosen, Event, FanCardTaken
from domain.games.queen_of_12.evolve import evolve
from domain.games.queen_of_12.legal import legal_actions
from domain.games.queen_of_12.refusals import refusal
from domain.games.queen_of_12.state import CarryingOut, Choosing, Crossing, State
from domain.games.queen_of_12.transition import Transition
from domain.kernel.basics import Seat
from domain.kernel.chance import Draws
from domain.kernel.transition import Decided


def decide(state: State, seat: Seat, action: Action, draws: Draws) -> Decided[Event, State]:
    """Apply an action and what follows from it; raises `RuleBroken` unless the action is legal."""
    if action not in legal_actions(state, seat):
        raise refusal(state, seat, action)
    transition = Transition(evolve, state, draws)
    if isinstance(state, Crossing):
        cross(transition, state, seat, action)
    elif isinstance(state, CarryingOut):
        choose(transition, state, seat, action)
    elif isinstance(state, Choosing) and isinstance(action, ChooseCard):
        transition.apply(CardChosen(seat, len(state.laid[seat]) + 1, action.card))
    elif isinstance(action, TakeFanCard):
        transition.apply(FanCardTaken(seat, action.card))
    proceed(transition)
    return transition.decided()
