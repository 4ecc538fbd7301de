"""Decides what an action brings about, and everything that follows until a seat must choose again."""

from domain.games.claim_kingdoms.abilities import uses
from domain.games.claim_kingdoms.actions import (
    ClaimAction,
    DeclineAbility,
    DrawCard,
    KeepCards,
    LayCard,
    TakeCard,
    Use,
)
from domain.games.claim_kingdoms.effects import effects
from domain.games.claim_kingdoms.events import (
    AbilityDeclined,
    AbilityLapsed,
    CardDrawn,
    CardLaid,
    CardsKept,
    CardTaken,
    ClaimEvent,
    PileShuffled,
)
from domain.games.claim_kingdoms.evolve import evolve
from domain.games.claim_kingdoms.legal import legal_actions, occasion_of
from domain.games.claim_kingdoms.pieces import HAND_SIZE, Space
from domain.games.claim_kingdoms.refusals import broken
from domain.games.claim_kingdoms.state import Drawing, Hand, Keeping, State, Using
from domain.games.claim_kingdoms.turns import begin_turn, settle_display
from domain.kernel.basics import Seat
from domain.kernel.chance import Draws
from domain.kernel.transition import Decided, Transition


def decide(state: State, seat: Seat, action: ClaimAction, draws: Draws) -> Decided[ClaimEvent, State]:
    """The events of an action; raises `RuleBroken` where it is none of the legal ones."""
    if action not in legal_actions(state, seat):
        raise broken(state, seat, action)
    transition = Transition(evolve, state, draws)
    match action:
        case LayCard():
            _lay(transition, action)
        case DeclineAbility():
            transition.apply(AbilityDeclined(seat))
            _offer_draw(transition)
        case KeepCards():
            _keep(transition, action.factions)
        case TakeCard(faction):
            transition.apply(CardTaken(seat, faction))
            _pass_on(transition)
        case DrawCard():
            transition.apply(CardDrawn(seat, state.pile[0]))
            _pass_on(transition)
        case _:
            _use(transition, action)
    return transition.decided()


def _lay(transition: Transition[ClaimEvent, State], action: LayCard) -> None:
    transition.apply(CardLaid(transition.state.mover, action.faction, action.space))
    if not uses(occasion_of(transition.state, action.space)):
        transition.apply(AbilityLapsed(action.faction))
        _offer_draw(transition)


def _use(transition: Transition[ClaimEvent, State], use: Use) -> None:
    for event in effects(transition.state, _laid(transition.state), use):
        transition.apply(event)
    match transition.state.phase:
        case Drawing():
            _offer_draw(transition)
        case Keeping():
            _spare_choice(transition)


def _laid(state: State) -> Space:
    match state.phase:
        case Using(space):
            return space
        case _:
            message = "an ability is used by the card just laid"
            raise ValueError(message)


def _spare_choice(transition: Transition[ClaimEvent, State]) -> None:
    hand = transition.state.hands[transition.state.mover]
    if len(hand) <= HAND_SIZE:
        _keep(transition, hand)


def _keep(transition: Transition[ClaimEvent, State], kept: Hand) -> None:
    returned = list(transition.state.hands[transition.state.mover])
    for faction in kept:
        returned.remove(faction)
    transition.apply(CardsKept(transition.state.mover, kept, tuple(returned)))
    if returned:
        state = transition.state
        transition.apply(PileShuffled(transition.draws.shuffled(f"seers/{state.turn}", state.pile)))
    _pass_on(transition)


def _offer_draw(transition: Transition[ClaimEvent, State]) -> None:
    if not (transition.state.pile or transition.state.display):
        _pass_on(transition)


def _pass_on(transition: Transition[ClaimEvent, State]) -> None:
    settle_display(transition)
    begin_turn(transition)
