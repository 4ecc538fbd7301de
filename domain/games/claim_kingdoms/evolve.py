"""State after an event: `evolve` copies the data of the event and applies no rules."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from domain.games.claim_kingdoms import events as e
from domain.games.claim_kingdoms.kingdom import Card
from domain.games.claim_kingdoms.pieces import SEATS, Faction
from domain.games.claim_kingdoms.state import (
    Drawing,
    FactionResult,
    Finished,
    Hand,
    Keeping,
    Laying,
    Scoring,
    State,
    Using,
)
from domain.kernel.basics import Seat


def evolve(state: State, event: e.Event) -> State:
    """Return the state after an event."""
    return _CHANGES[type(event)](state, event)


def _with_hand(pair: tuple[Hand, Hand], seat: Seat, hand: Hand) -> tuple[Hand, Hand]:
    return (hand, pair[1]) if seat == SEATS[0] else (pair[0], hand)


def _with_added(pair: tuple[int, int], seat: Seat, amount: int) -> tuple[int, int]:
    return (pair[0] + amount, pair[1]) if seat == SEATS[0] else (pair[0], pair[1] + amount)


def _minus(cards: tuple[Faction, ...], faction: Faction) -> tuple[Faction, ...]:
    if faction not in cards:
        return cards
    at = cards.index(faction)
    return cards[:at] + cards[at + 1 :]


def _factions_chosen(state: State, event: e.FactionsChosen) -> State:
    return replace(state, factions=event.factions)


def _first_seat_chosen(state: State, event: e.FirstSeatChosen) -> State:
    return replace(state, first=event.first, mover=event.first)


def _pile_shuffled(state: State, event: e.PileShuffled) -> State:
    return replace(state, pile=event.order)


def _display_filled(state: State, event: e.DisplayFilled) -> State:
    return replace(state, display=state.display + event.cards, pile=state.pile[len(event.cards) :])


def _alike_returned(state: State, event: e.AlikeReturned) -> State:
    display = _minus(_minus(state.display, event.faction), event.faction)
    return replace(state, display=display, pile=(*state.pile, event.faction, event.faction))


def _start_card_laid(state: State, event: e.StartCardLaid) -> State:
    return replace(state, kingdom=state.kingdom.with_card(event.space, Card(event.faction)), pile=state.pile[1:])


def _hand_dealt(state: State, event: e.HandDealt) -> State:
    return replace(state, hands=_with_hand(state.hands, event.seat, event.cards), pile=state.pile[len(event.cards) :])


def _turn_begun(state: State, event: e.TurnBegun) -> State:
    return replace(state, phase=Laying(), turn=event.turn, mover=event.mover)


def _card_laid(state: State, event: e.CardLaid) -> State:
    seat = event.seat
    return replace(
        state,
        phase=Using(event.space),
        kingdom=state.kingdom.with_card(event.space, Card(event.faction, (seat,))),
        hands=_with_hand(state.hands, seat, _minus(state.hands[seat], event.faction)),
        known=_with_hand(state.known, seat, _minus(state.known[seat], event.faction)),
        supplies=_with_added(state.supplies, seat, -1),
    )


def _ability_left(state: State, _: e.AbilityLapsed | e.AbilityDeclined) -> State:
    return replace(state, phase=Drawing())


def _points_scored(state: State, event: e.PointsScored) -> State:
    return replace(state, phase=Drawing(), scores=_with_added(state.scores, event.seat, event.points))


def _piece_posted(state: State, event: e.PiecePosted) -> State:
    card = state.kingdom.cards[event.space].with_piece(event.seat)
    supplies = _with_added(state.supplies, event.seat, -1)
    return replace(state, kingdom=state.kingdom.with_card(event.space, card), supplies=supplies)


def _pieces_removed(state: State, event: e.PiecesRemoved) -> State:
    kingdom = state.kingdom
    for space in event.spaces:
        kingdom = kingdom.with_card(space, kingdom.cards[space].without_piece(event.owner))
    supplies = _with_added(state.supplies, event.owner, len(event.spaces))
    return replace(state, phase=Drawing(), kingdom=kingdom, supplies=supplies)


def _pieces_swapped(state: State, event: e.PiecesSwapped) -> State:
    cards = state.kingdom.cards
    own = cards[event.own].without_piece(event.seat).with_piece(event.owner)
    theirs = cards[event.theirs].without_piece(event.owner).with_piece(event.seat)
    kingdom = state.kingdom.with_card(event.own, own).with_card(event.theirs, theirs)
    return replace(state, phase=Drawing(), kingdom=kingdom)


def _card_turned_over(state: State, event: e.CardTurnedOver) -> State:
    supplies = state.supplies
    for seat in event.returned:
        supplies = _with_added(supplies, seat, 1)
    return replace(state, phase=Drawing(), kingdom=state.kingdom.with_turned(event.space), supplies=supplies)


def _seers_consulted(state: State, event: e.SeersConsulted) -> State:
    seat = event.seat
    return replace(
        state,
        phase=Keeping(),
        hands=_with_hand(state.hands, seat, state.hands[seat] + event.cards),
        known=_with_hand(state.known, seat, ()),
        pile=state.pile[event.count :],
    )


def _cards_kept(state: State, event: e.CardsKept) -> State:
    hands = _with_hand(state.hands, event.seat, event.kept)
    return replace(state, phase=Drawing(), hands=hands, pile=state.pile + event.returned)


def _card_taken(state: State, event: e.CardTaken) -> State:
    seat, card = event.seat, event.faction
    return replace(
        state,
        display=_minus(state.display, card),
        hands=_with_hand(state.hands, seat, (*state.hands[seat], card)),
        known=_with_hand(state.known, seat, (*state.known[seat], card)),
    )


def _card_drawn(state: State, event: e.CardDrawn) -> State:
    hands = _with_hand(state.hands, event.seat, (*state.hands[event.seat], event.faction))
    return replace(state, hands=hands, pile=state.pile[1:])


def _play_ended(state: State, event: e.PlayEnded) -> State:
    return replace(state, phase=Scoring(event.ending))


def _faction_scored(state: State, event: e.FactionScored) -> State:
    if not isinstance(state.phase, Scoring):
        message = "a faction is scored only after play has ended"
        raise TypeError(message)
    result = FactionResult(event.faction, event.pieces, event.controller, event.points)
    scores = state.scores if event.controller is None else _with_added(state.scores, event.controller, event.points)
    return replace(state, phase=replace(state.phase, results=(*state.phase.results, result)), scores=scores)


def _throne_claimed(state: State, event: e.ThroneClaimed) -> State:
    if not isinstance(state.phase, Scoring):
        message = "the throne is claimed only after play has ended"
        raise TypeError(message)
    phase = Finished(state.phase.ending, state.phase.results, event.ranking, event.winners, event.decided_by)
    return replace(state, phase=phase, scores=event.scores, supplies=event.supplies)


_CHANGES: Final[dict[type[e.Event], Callable[[State, Any], State]]] = {
    e.FactionsChosen: _factions_chosen,
    e.FirstSeatChosen: _first_seat_chosen,
    e.PileShuffled: _pile_shuffled,
    e.DisplayFilled: _display_filled,
    e.AlikeReturned: _alike_returned,
    e.StartCardLaid: _start_card_laid,
    e.HandDealt: _hand_dealt,
    e.TurnBegun: _turn_begun,
    e.CardLaid: _card_laid,
    e.AbilityLapsed: _ability_left,
    e.AbilityDeclined: _ability_left,
    e.PointsScored: _points_scored,
    e.PiecePosted: _piece_posted,
    e.PiecesRemoved: _pieces_removed,
    e.PiecesSwapped: _pieces_swapped,
    e.CardTurnedOver: _card_turned_over,
    e.SeersConsulted: _seers_consulted,
    e.CardsKept: _cards_kept,
    e.CardTaken: _card_taken,
    e.CardDrawn: _card_drawn,
    e.PlayEnded: _play_ended,
    e.FactionScored: _faction_scored,
    e.ThroneClaimed: _throne_claimed,
}
