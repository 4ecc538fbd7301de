"""Carrying out the cards (sections 5 and 6 of the rules)."""

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
from domain.games.queen_of_12.legal import acting, card_awaits, sources
from domain.games.queen_of_12.pieces import Character, DieId
from domain.games.queen_of_12.state import CarryingOut, Dice
from domain.games.queen_of_12.story import Story
from domain.kernel.basics import Seat


def carry_out(story: Story, state: CarryingOut, cards: dict[Seat, Character]) -> bool:
    """Do what the acting cards do without a decision (rule 5.1); say whether there was any such card."""
    ready = [(seat, card) for seat, card in cards.items() if card_awaits(state, seat, card) is None]
    for seat, card in ready:
        _carry(story, state, seat, card)
    return bool(ready)


def _carry(story: Story, state: CarryingOut, seat: Seat, card: Character) -> None:
    """Do the next thing that a card does without a decision (rules 5.4 and 5.6)."""
    match state.table.edition.cards[card].effect:
        case TakesValues() | TakesColour() | TakesTray() as taking:
            story.tell(e.DiceTaken(seat, card, _falls_to(taking, state.trays)))
        case ChoosesDice() as effect if card not in state.begun:
            _take(story, seat, card, effect, tuple(die.id for die in state.trays))
            return
        case CopiesDice():
            for source in sources(state, seat):
                _copy(story, state, seat, source)
        case TakesBack():
            story.tell(e.CardsTakenBack(seat, (*state.holdings[seat].pile, card)))
            return
        case ChoosesDice() | CrossesNumber():
            pass
        case other:
            assert_never(other)
    story.tell(e.CardDiscarded(seat, card))


def _falls_to(taking: Taking, dice: Dice) -> tuple[DieId, ...]:
    match taking:
        case TakesValues(values):
            return tuple([die.id for die in dice if die.value in values])
        case TakesColour(colour):
            return tuple([die.id for die in dice if die.colour == colour])
        case TakesTray(tray):
            return tuple([die.id for die in dice if die.tray == tray])
        case _:
            assert_never(taking)


def _take(story: Story, seat: Seat, card: Character, effect: ChoosesDice, dice: tuple[DieId, ...]) -> None:
    story.tell(e.DiceTaken(seat, card, dice, effect.crosses_twice and bool(dice)))


def _copy(story: Story, state: CarryingOut, seat: Seat, source: Seat) -> None:
    story.tell(e.DiceCopied(seat, source, tuple(die.id for die in state.taken[source])))


def choose(story: Story, state: CarryingOut, seat: Seat, action: Action) -> None:
    """Let a seat's decision for its acting card happen."""
    card = acting(state)[seat]
    effect = state.table.edition.cards[card].effect
    match action, effect:
        case a.TakeDice(dice), ChoosesDice():
            _take(story, seat, card, effect, dice)
        case a.CrossAnyField(field), _:
            story.tell(e.AnyFieldCrossed(seat, field, card))
        case a.ReturnCard(returned), _:
            _return(story, state, seat, card, returned)
        case a.CopyDice(source), _:
            _copy(story, state, seat, source)
            story.tell(e.CardDiscarded(seat, card))
        case a.TakeFanCard(taken), _:
            story.tell(e.FanCardTaken(seat, taken))
            story.tell(e.CardDiscarded(seat, card))


def _return(story: Story, state: CarryingOut, seat: Seat, card: Character, returned: Character) -> None:
    """Put a card into the fan and take up the pile where no hand is left (rules 6.6 and 6.7)."""
    holding = state.holdings[seat]
    origin: Literal["hand", "pile", "table"] = (
        "hand" if returned in holding.hand else "pile" if returned in holding.pile else "table"
    )
    story.tell(e.CardReturned(seat, returned, origin))
    holding = story.state.holdings[seat]
    if not holding.hand and holding.pile:
        story.tell(e.PileTakenUp(seat, holding.pile))
    if returned != card:
        story.tell(e.CardDiscarded(seat, card))
