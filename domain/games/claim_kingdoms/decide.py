"""Decides what an action brings about, and everything that follows until a seat must choose again."""

from collections.abc import Sequence

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
from domain.games.claim_kingdoms.course import Course, begin_turn, settle_display
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
from domain.games.claim_kingdoms.legal import legal_actions, occasion_of
from domain.games.claim_kingdoms.pieces import HAND_SIZE, Space
from domain.games.claim_kingdoms.refusals import broken
from domain.games.claim_kingdoms.state import Drawing, Hand, Keeping, State, Using
from domain.kernel.basics import Seat
from domain.kernel.chance import Draws


def decide(state: State, seat: Seat, action: ClaimAction, draws: Draws) -> Sequence[ClaimEvent]:
    """The events of an action; raises `RuleBroken` where it is none of the legal ones."""
    if action not in legal_actions(state, seat):
        raise broken(state, seat, action)
    course = Course(state)
    match action:
        case LayCard():
            _lay(course, action)
        case DeclineAbility():
            course.then(AbilityDeclined(seat))
            _offer_draw(course)
        case KeepCards():
            _keep(course, action.factions, draws)
        case TakeCard(faction):
            course.then(CardTaken(seat, faction))
            _pass_on(course)
        case DrawCard():
            course.then(CardDrawn(seat, state.pile[0]))
            _pass_on(course)
        case _:
            _use(course, action, draws)
    return course.events


def _lay(course: Course, action: LayCard) -> None:
    course.then(CardLaid(course.state.mover, action.faction, action.space))
    if not uses(occasion_of(course.state, action.space)):
        course.then(AbilityLapsed(action.faction))
        _offer_draw(course)


def _use(course: Course, use: Use, draws: Draws) -> None:
    for event in effects(course.state, _laid(course.state), use):
        course.then(event)
    match course.state.phase:
        case Drawing():
            _offer_draw(course)
        case Keeping():
            _spare_choice(course, draws)


def _laid(state: State) -> Space:
    match state.phase:
        case Using(space):
            return space
        case _:
            message = "an ability is used by the card just laid"
            raise ValueError(message)


def _spare_choice(course: Course, draws: Draws) -> None:
    hand = course.state.hands[course.state.mover]
    if len(hand) <= HAND_SIZE:
        _keep(course, hand, draws)


def _keep(course: Course, kept: Hand, draws: Draws) -> None:
    returned = list(course.state.hands[course.state.mover])
    for faction in kept:
        returned.remove(faction)
    course.then(CardsKept(course.state.mover, kept, tuple(returned)))
    if returned:
        course.then(PileShuffled(draws.shuffled(f"seers/{course.state.turn}", course.state.pile)))
    _pass_on(course)


def _offer_draw(course: Course) -> None:
    if not (course.state.pile or course.state.display):
        _pass_on(course)


def _pass_on(course: Course) -> None:
    settle_display(course)
    begin_turn(course)
