"""State after the events that move cards or turn the die."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from domain.games.council_of_12 import events as e
from domain.games.council_of_12.pieces import CHARACTERS, Character
from domain.games.council_of_12.state import (
    Applying,
    Claimed,
    Holding,
    Joining,
    Laid,
    Paying,
    Phase,
    Revealing,
    Seconding,
    State,
)
from domain.kernel import messages
from domain.kernel.basics import Seat, with_seat


def _without(cards: tuple[Character, ...], card: Character) -> tuple[Character, ...]:
    return tuple(other for other in cards if other != card)


def _rest(phase: Phase) -> Phase:
    """Return the reveal to continue, or the phase itself if none was interrupted."""
    return phase.rest if isinstance(phase, Applying | Seconding) else phase


def _petitioners_shown(state: State, event: e.PetitionersShown) -> State:
    hand = event.characters
    holding = Holding(hand, (), tuple(card for card in CHARACTERS if card not in hand))
    return replace(state, shown=hand, holdings=(holding,) * state.setting.seats)


def _hand_redrawn(state: State, event: e.HandRedrawn) -> State:
    own = state.holdings[event.seat]
    left = () if event.left is None else (event.left,)
    return replace(state, holdings=with_seat(state.holdings, event.seat, replace(own, hand=own.discard, discard=left)))


def _seat_passed(state: State, event: e.SeatPassed) -> State:
    phase = state.phase_as(Laid)
    return replace(state, phase=replace(phase, out=(*phase.out, event.seat)))


def _card_chosen(state: State, event: e.CardChosen | e.CardLaidOpen) -> State:
    phase = state.phase_as(Laid)
    own = state.holdings[event.seat]
    open_seats = (*phase.open, event.seat) if isinstance(event, e.CardLaidOpen) else phase.open
    return replace(
        state,
        phase=replace(phase, chosen=with_seat(phase.chosen, event.seat, event.card), open=open_seats),
        holdings=with_seat(state.holdings, event.seat, replace(own, hand=_without(own.hand, event.card))),
    )


def _card_laid_open(state: State, event: e.CardLaidOpen) -> State:
    rewards = tuple(number for number in state.rewards if number != event.reward)
    return replace(_card_chosen(state, event), rewards=rewards)


def _card_revealed(state: State, event: e.CardRevealed | e.CardWasted) -> State:
    phase = state.phase_as(Revealing)
    own = state.holdings[event.seat]
    played = state.turn.played
    return replace(
        state,
        phase=Revealing(with_seat(phase.hidden, event.seat, None), phase.open),
        holdings=with_seat(state.holdings, event.seat, replace(own, discard=(*own.discard, event.card))),
        turn=state.turn if isinstance(event, e.CardWasted) else replace(state.turn, played=(*played, event.card)),
    )


def _cards_cancelled(state: State, _: e.CardsCancelled) -> State:
    return state


def _effect_awaited(state: State, event: e.EffectAwaited) -> State:
    phase = state.phase_as(Revealing)
    return replace(state, phase=Applying(event.seat, event.character, phase))


def _die_turned(state: State, event: e.DieTurned) -> State:
    turn = replace(state.turn, reached=event.reached)
    return replace(state, die=event.faces[-1], turn=turn, phase=_rest(state.phase))


def _objective_replaced(state: State, event: e.ObjectiveReplaced) -> State:
    old = state.turn.objectives
    objectives = (*old[: event.objective], event.values, *old[event.objective + 1 :])
    turn = replace(state.turn, objectives=objectives, reached=event.reached)
    return replace(state, turn=turn, phase=_rest(state.phase))


def _die_rerolled(state: State, event: e.DieRerolled) -> State:
    return replace(state, die=event.face, turn=replace(state.turn, reached=event.reached))


def _second_awaited(state: State, event: e.SecondAwaited) -> State:
    phase = state.phase_as(Revealing)
    return replace(state, phase=Seconding(event.seat, phase))


def _second_played(state: State, event: e.SecondPlayed) -> State:
    own = state.holdings[event.seat]
    played = Holding(_without(own.hand, event.card), (*own.discard, event.card), own.aside, own.joined)
    return replace(
        state,
        phase=_rest(state.phase),
        holdings=with_seat(state.holdings, event.seat, played),
        turn=replace(state.turn, played=(*state.turn.played, event.card)),
    )


def _dilemma_forfeited(state: State, _: e.DilemmaForfeited) -> State:
    return replace(state, turn=replace(state.turn, forfeited=True))


def _paid(state: State, seat: Seat) -> Phase:
    phase = state.phase_as(Paying)
    return replace(phase, waiting=tuple(other for other in phase.waiting if other != seat))


def _card_put(state: State, event: e.CardPut) -> State:
    own = state.holdings[event.seat]
    put = replace(own, hand=_without(own.hand, event.card), discard=(*own.discard, event.card))
    return replace(state, holdings=with_seat(state.holdings, event.seat, put), phase=_paid(state, event.seat))


def _card_recruited(state: State, event: e.CardRecruited) -> State:
    own = state.holdings[event.seat]
    taken = replace(own, hand=(*own.hand, event.card), aside=_without(own.aside, event.card))
    return replace(state, holdings=with_seat(state.holdings, event.seat, taken), phase=_paid(state, event.seat))


def _set_aside(own: Holding, card: Character) -> Holding:
    return Holding(_without(own.hand, card), _without(own.discard, card), (*own.aside, card), own.joined)


def _card_dismissed(state: State, event: e.CardDismissed) -> State:
    own = _set_aside(state.holdings[event.seat], event.card)
    return replace(state, holdings=with_seat(state.holdings, event.seat, own), phase=_paid(state, event.seat))


def _cards_taken_back(state: State, event: e.CardsTakenBack) -> State:
    own = state.holdings[event.seat]
    full = replace(own, hand=(*own.hand, *own.discard), discard=())
    return replace(state, holdings=with_seat(state.holdings, event.seat, full))


def _petitioner_left(state: State, event: e.PetitionerLeft) -> State:
    own = _set_aside(state.holdings[event.seat], event.character)
    own = replace(own, joined=_without(own.joined, event.character))
    return replace(state, holdings=with_seat(state.holdings, event.seat, own))


def _claims_revealed(state: State, event: e.ClaimsRevealed) -> State:
    holdings = tuple(
        own if card is None else replace(own, discard=(*own.discard, card))
        for own, card in zip(state.holdings, event.cards, strict=True)
    )
    return replace(state, phase=Claimed(event.cards), holdings=holdings)


def _joining_offered(state: State, event: e.JoiningOffered) -> State:
    return replace(state, phase=Joining(event.character, event.seats))


def _answered(state: State, seat: Seat) -> Phase:
    phase = state.phase_as(Joining)
    return replace(phase, waiting=tuple(other for other in phase.waiting if other != seat))


def _character_joined(state: State, event: e.CharacterJoined) -> State:
    own, card = state.holdings[event.seat], event.character
    joined = Holding((*own.hand, card), own.discard, _without(own.aside, card), (*own.joined, card))
    return replace(state, holdings=with_seat(state.holdings, event.seat, joined), phase=_answered(state, event.seat))


def _character_declined(state: State, event: e.CharacterDeclined) -> State:
    return replace(state, phase=_answered(state, event.seat))


CARDS: Final[dict[type[messages.Event], Callable[[State, Any], State]]] = {
    e.PetitionersShown: _petitioners_shown,
    e.HandRedrawn: _hand_redrawn,
    e.SeatPassed: _seat_passed,
    e.CardChosen: _card_chosen,
    e.CardLaidOpen: _card_laid_open,
    e.CardRevealed: _card_revealed,
    e.CardWasted: _card_revealed,
    e.CardsCancelled: _cards_cancelled,
    e.EffectAwaited: _effect_awaited,
    e.DieTurned: _die_turned,
    e.ObjectiveReplaced: _objective_replaced,
    e.DieRerolled: _die_rerolled,
    e.SecondAwaited: _second_awaited,
    e.SecondPlayed: _second_played,
    e.DilemmaForfeited: _dilemma_forfeited,
    e.CardPut: _card_put,
    e.CardRecruited: _card_recruited,
    e.CardDismissed: _card_dismissed,
    e.CardsTakenBack: _cards_taken_back,
    e.PetitionerLeft: _petitioner_left,
    e.JoiningOffered: _joining_offered,
    e.CharacterJoined: _character_joined,
    e.CharacterDeclined: _character_declined,
    e.ClaimsRevealed: _claims_revealed,
}
"""Change of the state by each of these types of events."""
