"""Continuation of a match: what follows an event without a choice, until a seat must choose or the match is over."""

from typing import Final

from domain.games.queen_of_12 import events as e
from domain.games.queen_of_12.crossing import begin_crossing, picking_order
from domain.games.queen_of_12.effects import carry_out
from domain.games.queen_of_12.events import Cards
from domain.games.queen_of_12.legal import (
    acting_cards,
    any_card_to_lay,
    any_crosses_left,
    cards_per_seat,
    playable,
    preparation,
    remaining_hand,
)
from domain.games.queen_of_12.pieces import Die
from domain.games.queen_of_12.scoring import has_full_line, ranking, score, winners
from domain.games.queen_of_12.state import CarryingOut, Choosing, Crossing, Finished, Laying, Picking, State
from domain.games.queen_of_12.transition import Transition
from domain.kernel.basics import Seat
from domain.kernel.chance import Draws

FACES_OF_A_DIE: Final = 12


def proceed(transition: Transition) -> None:
    """Apply what follows from the phase, until a seat must choose or the match is over."""
    while _step(transition):
        pass


def _step(transition: Transition) -> bool:
    """Apply the next step; return False if a seat must choose or the match is over."""
    match transition.state:
        case Crossing() as state:
            return not any_crosses_left(state.works) and _end_crossing(transition, state)
        case Choosing() as state:
            return not any_card_to_lay(state) and _reveal(transition, state)
        case CarryingOut() as state:
            cards = acting_cards(state)
            return carry_out(transition, state, cards) if cards else begin_crossing(transition, state)
        case Picking() as state:
            return not state.queue and _end_round(transition, state)
        case Laying():
            return begin_round(transition)
        case Finished():
            return False


def _end_crossing(transition: Transition, state: Crossing) -> bool:
    order = picking_order(state)
    if not order:
        return _end_round(transition, state)
    transition.apply(e.FanCardsDue(order))
    return True


def begin_round(transition: Transition) -> bool:
    """Roll the dice of the next round and prepare the hands for the first card (rules 2.2, 2.4, 3.3 to 3.6)."""
    state = transition.state
    number = state.round + 1
    holder = state.bag if number == 1 else Seat((state.bag + 1) % len(state.holdings))
    transition.apply(e.DiceRolled(number, holder, _roll(state, number, transition.draws)))
    _prepare_hands(transition, 1)
    return True


def _roll(state: State, number: int, draws: Draws) -> tuple[Die, ...]:
    edition = state.table.edition
    load = edition.load(len(state.holdings))
    count = load.mountains + load.jungle
    ids = draws.shuffled(f"bag/{number}", tuple(edition.dice))[:count]
    values = draws.many(f"dice/{number}", FACES_OF_A_DIE, count)
    return tuple(
        Die(die, edition.dice[die], "mountains" if place < load.mountains else "jungle", value + 1)
        for place, (die, value) in enumerate(zip(ids, values, strict=True))
    )


def _prepare_hands(transition: Transition, laying: int) -> None:
    if isinstance(state := transition.state, Choosing):
        for seat in state.seats:
            hand = remaining_hand(state.holdings[seat].hand, state.laid[seat][: laying - 1])
            if len(hand) < 2 and seat not in state.without:  # noqa: PLR2004 -- two cards are a choice
                _prepare_hand(transition, seat, hand, laying)


def _prepare_hand(transition: Transition, seat: Seat, hand: Cards, laying: int) -> None:
    """Exchange or take up a hand, or record that it has no card to play (rules 3.3 to 3.7)."""
    pile = transition.state.holdings[seat].pile
    match preparation(hand, pile):
        case "exchange":
            transition.apply(e.HandExchanged(seat, laying, hand[0], pile))
        case "take_up":
            transition.apply(e.PileTakenUp(seat, pile))
        case None:
            pass
    if not playable(hand, pile):
        transition.apply(e.NoCardPlayed(seat, laying))


def _reveal(transition: Transition, state: Choosing) -> bool:
    """Record the preparation for second cards, then reveal all cards and negate equal ones (rules 3.7, 4.1 to 4.4)."""
    if cards_per_seat(state) > 1:
        _prepare_hands(transition, 2)
    transition.apply(e.CardsRevealed(state.laid))
    shown = [card for cards in state.laid for card in cards]
    twice = {card for card in shown if shown.count(card) > 1}
    if twice:
        transition.apply(
            e.CardsNegated(tuple(tuple([card for card in cards if card in twice]) for cards in state.laid))
        )
    return True


def _end_round(transition: Transition, state: State) -> bool:
    """Award the bonus and end the round, then begin the next one or score the match (rules 9.1 to 9.3, 10.1)."""
    if not state.bonus:
        full = tuple([seat for seat in state.seats if has_full_line(state.holdings[seat].crossed)])
        if full:
            transition.apply(e.BonusAwarded(full))
    transition.apply(e.RoundEnded(state.round))
    if state.round < state.table.edition.rounds:
        return begin_round(transition)
    return _score(transition)


def _score(transition: Transition) -> bool:
    state = transition.state
    scores = tuple(score(state, seat) for seat in state.seats)
    ranks = ranking(scores)
    transition.apply(e.MatchScored(scores, ranks, winners(ranks)))
    return True
