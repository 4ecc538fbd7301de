"""Legality: which seats must choose what, and which actions are legal."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Final, Literal, assert_never, get_args

from domain.games.queen_of_12 import actions as a
from domain.games.queen_of_12.actions import Action, Decision
from domain.games.queen_of_12.board import ANY_FIELD
from domain.games.queen_of_12.edition import ChoosesDice, CopiesDice, CrossesNumber
from domain.games.queen_of_12.events import Cards
from domain.games.queen_of_12.pieces import ALL_FIELDS, Character
from domain.games.queen_of_12.state import (
    CarryingOut,
    Choosing,
    Crossing,
    Finished,
    Laying,
    Match,
    Picking,
    State,
    Work,
)
from domain.kernel.basics import Seat, seats_of

CHOOSE: Final = {card: a.ChooseCard(card) for card in get_args(Character)}
RETURN: Final = {card: a.ReturnCard(card) for card in get_args(Character)}
TAKE: Final = {card: a.TakeFanCard(card) for card in get_args(Character)}
COPY: Final = {seat: a.CopyDice(seat) for seat in seats_of(4)}
DECLINE: Final = a.Decline()
TAKE_BACK: Final = a.TakeCardsBack()
ASK: Final = a.AskForFanCard()
_NO_NUMBER: Final = 13


def pending(state: State) -> Mapping[Seat, Decision]:
    """Return the decision of each seat that must choose; empty when the match is over."""
    match state:
        case Crossing():
            return _pending_crosses(state)
        case Choosing():
            return _pending_cards(state)
        case CarryingOut():
            return pending_effects(state)
        case Picking(queue=(seat, *_)):
            return {seat: _pick_fan_card(state.round, None)}
        case Picking() | Laying() | Finished():
            return {}
        case _:
            assert_never(state)


def legal_actions(state: State, seat: Seat) -> Sequence[Action]:
    """Return all legal actions of a seat, in a fixed order; empty if it has no decision."""
    match state:
        case Crossing():
            return _crossing_actions(state, seat)
        case Choosing():
            return [CHOOSE[card] for card in choosable(state, seat)]
        case CarryingOut():
            return _card_actions(state, seat)
        case Picking(queue=(first, *_)):
            return [TAKE[card] for card in state.holdings[seat].fan] if seat == first else ()
        case Picking() | Laying() | Finished():
            return ()
        case _:
            assert_never(state)


def cards_per_seat(state: Match) -> int:
    """Return the number of cards that a seat lays in a round (rule 3.1)."""
    return 2 if len(state.holdings) == 2 else 1  # noqa: PLR2004 -- two seats lay two cards


def preparation(hand: Cards, pile: Cards) -> Literal["exchange", "take_up"] | None:
    """Return the change to the hand before a card is chosen from it (rules 3.3 and 3.5)."""
    if len(hand) > 1 or not pile:
        return None
    return "exchange" if hand else "take_up"


def playable(hand: Cards, pile: Cards) -> Cards:
    """Return the cards to choose from, after the preparation of the hand (rules 3.3 to 3.6)."""
    match preparation(hand, pile):
        case "exchange":
            return pile
        case "take_up":
            return pile if len(pile) > 1 else ()
        case None:
            return hand if len(hand) > 1 else ()


def may_lay(state: Choosing, seat: Seat) -> bool:
    """Return whether a seat must lay its first or second card before the reveal (rules 3.1 to 3.7)."""
    if not state.laid[seat]:
        return seat not in state.without
    return len(state.laid[seat]) < cards_per_seat(state) and bool(choosable(state, seat))


def any_card_to_lay(state: Choosing) -> bool:
    """Return whether any seat must lay a card before the reveal."""
    for seat in state.seats:  # noqa: SIM110 -- asked after every card; a loop is twice as fast as any()
        if may_lay(state, seat):
            return True
    return False


def choosable(state: Choosing, seat: Seat) -> Cards:
    """Return the cards that a seat may lay next; empty if it has laid all (rules 3.1 to 3.7)."""
    laid, holding = state.laid[seat], state.holdings[seat]
    if not laid:
        return () if seat in state.without else holding.hand
    if len(laid) == cards_per_seat(state):
        return ()
    return playable(remaining_hand(holding.hand, laid), holding.pile)


def remaining_hand(hand: Cards, laid: Cards) -> Cards:
    """Return a hand without the laid cards."""
    return tuple([card for card in hand if card not in laid])


def _pending_cards(state: Choosing) -> dict[Seat, Decision]:
    return {seat: _choose_card(state.round, len(state.laid[seat]) + 1) for seat in state.seats if may_lay(state, seat)}


def acting_cards(state: CarryingOut) -> dict[Seat, Character]:
    """Return the cards to carry out now: the lowest number, for each seat its first such card (rule 5.1)."""
    faces = state.table.edition.cards
    lowest: int = _NO_NUMBER
    found: dict[Seat, Character] = {}
    for seat in state.seats:
        for card in state.played[seat]:
            number = faces[card].number
            if number < lowest:
                lowest, found = number, {seat: card}
            elif number == lowest:
                found.setdefault(seat, card)
    return found


def pending_effects(state: CarryingOut) -> dict[Seat, Decision]:
    """Return the decisions that the acting cards need (rule 5.4)."""
    decisions = ((seat, decision_of_card(state, seat, card)) for seat, card in acting_cards(state).items())
    return {seat: decision for seat, decision in decisions if decision is not None}


def decision_of_card(state: CarryingOut, seat: Seat, card: Character) -> Decision | None:
    """Return the next decision that a card needs; None if it is carried out or leaves no choice."""
    begun = card in state.begun
    match state.table.edition.cards[card].effect:
        case ChoosesDice(count=count) if not begun:
            return a.TakesDice(f"take_dice/{state.round}/{card}", card, count) if len(state.trays) > count else None
        case ChoosesDice(returns_card=True):
            return a.ReturnsCard(f"return_card/{state.round}/{card}", card)
        case CopiesDice():
            return (
                a.ChoosesSource(f"choose_source/{state.round}/{card}", card) if len(sources(state, seat)) > 1 else None
            )
        case CrossesNumber() if not begun and free_number_fields(state, seat):
            return a.CrossesNumberField(f"cross_number_field/{state.round}/{card}", card)
        case CrossesNumber() if state.holdings[seat].fan:
            return _pick_fan_card(state.round, card)
        case _:
            return None


def sources(state: CarryingOut | Crossing, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats from which a seat may copy: other seats that took dice this round (rule 7.6)."""
    return tuple([other for other in state.seats if state.taken[other] and other != seat])


def free_number_fields(state: Match, seat: Seat) -> int:
    """Return the free number fields of a seat, as bits."""
    return state.board.numbers & ~state.holdings[seat].crossed


def _card_actions(state: CarryingOut, seat: Seat) -> Sequence[Action]:
    card = acting_cards(state).get(seat)
    decision = None if card is None else decision_of_card(state, seat, card)
    holding = state.holdings[seat]
    match decision:
        case a.TakesDice(count=count):
            return [a.TakeDice(dice) for dice in combinations(sorted(die.id for die in state.trays), count)]
        case a.ReturnsCard(card=itself):
            return [RETURN[each] for each in (*holding.hand, *holding.pile, itself)]
        case a.ChoosesSource():
            return [COPY[other] for other in sources(state, seat)]
        case a.CrossesNumberField():
            free = free_number_fields(state, seat)
            return [action for bit, action in ANY_FIELD if bit & free]
        case a.PicksFanCard():
            return [TAKE[each] for each in holding.fan]
        case _:
            return ()


def has_crosses_left(work: Work) -> bool:
    """Return whether a seat has crosses left or must use an effect."""
    return bool(work.dice) or work.again is not None or work.effect != "none"


def any_crosses_left(works: tuple[Work, ...]) -> bool:
    """Return whether any seat has crosses left or must use an effect."""
    for work in works:  # noqa: SIM110 -- asked after every cross; a loop is twice as fast as any()
        if work.dice or work.again is not None or work.effect != "none":
            return True
    return False


def _pending_crosses(state: Crossing) -> dict[Seat, Decision]:
    pairs = zip(state.seats, state.works, strict=True)
    return {seat: _next_cross(state.round, work) for seat, work in pairs if has_crosses_left(work)}


def _next_cross(round_: int, work: Work) -> Decision:
    if work.again is not None:
        return a.CrossesAgain(f"cross_again/{round_}", work.again.die.id, work.again.by)
    if work.dice:
        return _cross_with_die(round_, len(work.dice))
    return _use_effect(round_, work.effect == "may")


def _crossing_actions(state: Crossing, seat: Seat) -> Sequence[Action]:
    work = state.works[seat]
    free = ~state.holdings[seat].crossed
    uses = state.board.uses
    if work.again is not None:
        die = work.again.die
        use = uses[die.id][die.value]
        free &= use.by[work.again.by]
        return [*[action for bit, action in use.crosses if bit & free], DECLINE]
    if work.dice:
        return [action for die in work.dice for bit, action in uses[die.id][die.value].crosses if bit & free]
    if work.effect == "none":
        return ()
    effects = effect_actions(state, seat)
    return [*effects, DECLINE] if work.effect == "may" else effects


def has_effect(state: CarryingOut | Crossing, seat: Seat) -> bool:
    """Return whether a seat can use any no-crosses effect (rule 8.2)."""
    return state.holdings[seat].crossed != ALL_FIELDS or bool(effect_actions(state, seat))


def effect_actions(state: CarryingOut | Crossing, seat: Seat) -> list[Action]:
    """Return the actions of all no-crosses effects that a seat can use (rules 8.4 to 8.7)."""
    holding = state.holdings[seat]
    found: list[Action] = [action for bit, action in ANY_FIELD if not bit & holding.crossed]
    if holding.copy_dice:
        found += [COPY[other] for other in sources(state, seat)]
    if holding.take_back and holding.pile:
        found.append(TAKE_BACK)
    if holding.fan_card and holding.fan:
        found.append(ASK)
    return found


@cache
def _choose_card(round_: int, laying: int) -> a.ChoosesCard:
    return a.ChoosesCard(f"choose_card/{round_}/{laying}", laying)


@cache
def _cross_with_die(round_: int, left: int) -> a.CrossesWithDie:
    return a.CrossesWithDie(f"cross_field/{round_}/{left}", left)


@cache
def _use_effect(round_: int, optional: bool) -> a.UsesEffect:
    return a.UsesEffect(f"use_effect/{round_}", optional)


@cache
def _pick_fan_card(round_: int, card: Character | None) -> a.PicksFanCard:
    return a.PicksFanCard(f"take_fan_card/{round_}/{card or 'no_crosses'}", card)
