"""Legality: which seats must choose what, and which actions are legal."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from domain.games.claim_kingdoms.abilities import Occasion, uses
from domain.games.claim_kingdoms.actions import (
    Action,
    ChooseAbility,
    ChooseCardAndSpace,
    ChooseCardsToKeep,
    ChooseDraw,
    Decision,
    DeclineAbility,
    DrawCard,
    KeepCards,
    LayCard,
    TakeCard,
)
from domain.games.claim_kingdoms.pieces import HAND_SIZE, Space, in_order
from domain.games.claim_kingdoms.state import Drawing, Finished, Keeping, Laying, Scoring, Setup, State, Using
from domain.kernel.basics import Seat


def occasion_of(state: State, space: Space) -> Occasion:
    """Return the occasion of the mover to use the ability of the card just laid on a space."""
    return Occasion(state.kingdom, space, state.mover, state.supplies[state.mover], len(state.pile))


def pending(state: State) -> Mapping[Seat, Decision]:
    """Return the decision of the mover; empty when the match is over."""
    turn = state.turn
    match state.phase:
        case Laying():
            return {state.mover: ChooseCardAndSpace(f"lay_card/{turn}")}
        case Using(space):
            return {state.mover: ChooseAbility(f"use_ability/{turn}", space)}
        case Keeping():
            return {state.mover: ChooseCardsToKeep(f"keep_cards/{turn}")}
        case Drawing():
            return {state.mover: ChooseDraw(f"draw_card/{turn}")}
        case Setup() | Scoring() | Finished():
            return {}


def legal_actions(state: State, seat: Seat) -> Sequence[Action]:
    """Return all legal actions of a seat, in a fixed order; empty if it has no decision."""
    if seat != state.mover:
        return ()
    match state.phase:
        case Laying():
            return _cards_and_spaces(state)
        case Using(space):
            return (*uses(occasion_of(state, space)), DeclineAbility())
        case Keeping():
            return _pairs_to_keep(state)
        case Drawing():
            return _draws(state)
        case Setup() | Scoring() | Finished():
            return ()


def _cards_and_spaces(state: State) -> tuple[LayCard, ...]:
    hand = in_order(set(state.hands[state.mover]))
    return tuple(LayCard(faction, space) for faction in hand for space in state.kingdom.free_spaces)


def _pairs_to_keep(state: State) -> tuple[KeepCards, ...]:
    pairs = combinations(in_order(state.hands[state.mover]), HAND_SIZE)
    return tuple(KeepCards(pair) for pair in dict.fromkeys(pairs))


def _draws(state: State) -> tuple[Action, ...]:
    takes = tuple(TakeCard(faction) for faction in in_order(set(state.display)))
    return (*takes, DrawCard()) if state.pile else takes
