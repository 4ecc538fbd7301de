"""Effects of the cards (sections 5 and 6 of the rules)."""

from typing import Literal, assert_never

from domain.games.queen_of_12 import actions as a
from domain.games.queen_of_12 import events as e
from domain.games.queen_of_12.actions import Action
from domain.games.queen_of_12.edition import (
    ChoosesDice,
    CopiesDice,
    CrossesNumber,
    TakesBack,
    TakesColour,
    TakesTray,
    TakesValues,
    Taking,
)
from domain.games.queen_of_12.legal import acting_cards, decision_of_card, sources
from domain.games.queen_of_12.pieces import Character, DieId
from domain.games.queen_of_12.state import CarryingOut, Dice
from domain.games.queen_of_12.transition import Transition
from domain.kernel.basics import Seat


def carry_out(transition: Transition, state: CarryingOut, cards: dict[Seat, Character]) -> bool:
    """Carry out the acting cards that need no decision; return whether there was one (rule 5.1)."""
    ready = [(seat, card) for seat, card in cards.items() if decision_of_card(state, seat, card) is None]
    for seat, card in ready:
        _carry_out_card(transition, state, seat, card)
    return bool(ready)


def _carry_out_card(transition: Transition, state: CarryingOut, seat: Seat, card: Character) -> None:
    """Apply the next part of a card that needs no decision (rules 5.4 and 5.6)."""
    match state.table.edition.cards[card].effect:
        case TakesValues() | TakesColour() | TakesTray() as taking:
            transition.apply(e.DiceTaken(seat, card, _taken_dice(taking, state.trays)))
        case ChoosesDice() as effect if card not in state.begun:
            _take(transition, seat, card, effect, tuple(die.id for die in state.trays))
            return
        case CopiesDice():
            for source in sources(state, seat):
                _copy(transition, state, seat, source)
        case TakesBack():
            transition.apply(e.CardsTakenBack(seat, (*state.holdings[seat].pile, card)))
            return
        case ChoosesDice() | CrossesNumber():
            pass
        case other:
            assert_never(other)
    transition.apply(e.CardDiscarded(seat, card))


def _taken_dice(taking: Taking, dice: Dice) -> tuple[DieId, ...]:
    match taking:
        case TakesValues(values):
            return tuple([die.id for die in dice if die.value in values])
        case TakesColour(colour):
            return tuple([die.id for die in dice if die.colour == colour])
        case TakesTray(tray):
            return tuple([die.id for die in dice if die.tray == tray])
        case _:
            assert_never(taking)


def _take(transition: Transition, seat: Seat, card: Character, effect: ChoosesDice, dice: tuple[DieId, ...]) -> None:
    transition.apply(e.DiceTaken(seat, card, dice, effect.crosses_twice and bool(dice)))


def _copy(transition: Transition, state: CarryingOut, seat: Seat, source: Seat) -> None:
    transition.apply(e.DiceCopied(seat, source, tuple(die.id for die in state.taken[source])))


def choose(transition: Transition, state: CarryingOut, seat: Seat, action: Action) -> None:
    """Apply an action for the acting card of a seat."""
    card = acting_cards(state)[seat]
    effect = state.table.edition.cards[card].effect
    match action, effect:
        case a.TakeDice(dice), ChoosesDice():
            _take(transition, seat, card, effect, dice)
        case a.CrossAnyField(field), _:
            transition.apply(e.AnyFieldCrossed(seat, field, card))
        case a.ReturnCard(returned), _:
            _return(transition, state, seat, card, returned)
        case a.CopyDice(source), _:
            _copy(transition, state, seat, source)
            transition.apply(e.CardDiscarded(seat, card))
        case a.TakeFanCard(taken), _:
            transition.apply(e.FanCardTaken(seat, taken))
            transition.apply(e.CardDiscarded(seat, card))


def _return(transition: Transition, state: CarryingOut, seat: Seat, card: Character, returned: Character) -> None:
    """Return a card to the fan; take up the pile if the hand is empty (rules 6.6 and 6.7)."""
    holding = state.holdings[seat]
    origin: Literal["hand", "pile", "table"] = (
        "hand" if returned in holding.hand else "pile" if returned in holding.pile else "table"
    )
    transition.apply(e.CardReturned(seat, returned, origin))
    holding = transition.state.holdings[seat]
    if not holding.hand and holding.pile:
        transition.apply(e.PileTakenUp(seat, holding.pile))
    if returned != card:
        transition.apply(e.CardDiscarded(seat, card))
