"""Decision on an action: it is refused, or applied with everything that follows from it."""

from domain.games.claim_kingdoms import events as e
from domain.games.claim_kingdoms.actions import Action, DeclineAbility, DrawCard, KeepCards, LayCard, TakeCard
from domain.games.claim_kingdoms.continuation import keep, proceed
from domain.games.claim_kingdoms.effects import effects
from domain.games.claim_kingdoms.evolve import evolve
from domain.games.claim_kingdoms.legal import legal_actions
from domain.games.claim_kingdoms.refusals import refusal
from domain.games.claim_kingdoms.state import State
from domain.games.claim_kingdoms.transition import Transition
from domain.kernel.basics import Seat
from domain.kernel.chance import Draws
from domain.kernel.transition import Decided


def decide(state: State, seat: Seat, action: Action, draws: Draws) -> Decided[e.Event, State]:
    """Apply an action and what follows from it; raises `RuleBroken` unless the action is legal."""
    if action not in legal_actions(state, seat):
        raise refusal(state, seat, action)
    transition = Transition(evolve, state, draws)
    _apply(transition, action)
    proceed(transition)
    return transition.decided()


def _apply(transition: Transition, action: Action) -> None:
    state = transition.state
    seat = state.mover
    match action:
        case LayCard(faction, space):
            transition.apply(e.CardLaid(seat, faction, space))
        case DeclineAbility():
            transition.apply(e.AbilityDeclined(seat))
        case KeepCards(factions):
            keep(transition, factions)
        case TakeCard(faction):
            transition.apply(e.CardTaken(seat, faction))
        case DrawCard():
            transition.apply(e.CardDrawn(seat, state.pile[0]))
        case _:
            for event in effects(state, action):
                transition.apply(event)
