"""State after an event: `evolve` copies the data of the event and applies no rules."""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from domain.games.queen_of_12 import events as e
from domain.games.queen_of_12.events import Cards, Event
from domain.games.queen_of_12.pieces import BIT, Character, DieId
from domain.games.queen_of_12.state import (
    Again,
    CarryingOut,
    Choosing,
    Crossing,
    Dice,
    Finished,
    Laying,
    Match,
    Picking,
    State,
    Work,
)
from domain.kernel.basics import Seat, with_seat

MatchT = TypeVar("MatchT", bound=Match)


def evolve(state: State, event: Event) -> State:
    """Return the state after an event."""
    changed: State = CHANGES[type(event)](state, event)
    return changed


def _with_holding(state: MatchT, seat: Seat, **changes: Any) -> MatchT:  # noqa: ANN401 -- fields of a Holding
    return replace(state, holdings=with_seat(state.holdings, seat, replace(state.holdings[seat], **changes)))


def _without(cards: Cards, gone: Cards) -> Cards:
    return tuple([card for card in cards if card not in gone])


def _dice(state: Match, ids: tuple[DieId, ...]) -> Dice:
    return tuple([die for die in state.dice if die.id in ids]) if ids else ()


_shared: Final = attrgetter(*Match.__struct_fields__)
"""Values of the shared part of a phase, in the order of their fields."""


def _bag_given(state: Laying, event: e.BagGiven) -> Laying:
    return replace(state, first_bag=event.holder, bag=event.holder)


def _fan_laid(state: Laying, event: e.FanLaid) -> Laying:
    return replace(state, holdings=tuple(replace(each, fan=event.cards) for each in state.holdings))


def _fan_card_taken(state: MatchT, event: e.CardDrawn | e.FanCardTaken) -> MatchT:
    holding = state.holdings[event.seat]
    hand, fan = (*holding.hand, event.card), _without(holding.fan, (event.card,))
    return _with_holding(state, event.seat, hand=hand, fan=fan)


def _fan_card_picked(state: MatchT, event: e.FanCardTaken) -> MatchT:
    after = _fan_card_taken(state, event)
    return replace(after, queue=after.queue[1:]) if isinstance(after, Picking) else after


def _dice_rolled(state: State, event: e.DiceRolled) -> Choosing:
    fresh = Choosing(*_shared(state), laid=((),) * len(state.holdings))
    return replace(fresh, round=event.round, bag=event.holder, dice=event.dice)


def _hand_exchanged(state: Choosing, event: e.HandExchanged) -> Choosing:
    return _with_holding(state, event.seat, hand=event.up, pile=(event.down,))


def _pile_taken_up(state: MatchT, event: e.PileTakenUp) -> MatchT:
    return _with_holding(state, event.seat, hand=event.cards, pile=())


def _no_card_played(state: Choosing, event: e.NoCardPlayed) -> Choosing:
    return replace(state, without=(*state.without, event.seat))


def _card_chosen(state: Choosing, event: e.CardChosen) -> Choosing:
    return replace(state, laid=with_seat(state.laid, event.seat, (*state.laid[event.seat], event.card)))


def _cards_revealed(state: Choosing, event: e.CardsRevealed) -> CarryingOut:
    left = [
        replace(holding, hand=_without(holding.hand, cards))
        for holding, cards in zip(state.holdings, event.cards, strict=True)
    ]
    none = ((),) * len(event.cards)
    shown = CarryingOut(*_shared(state), played=event.cards, trays=state.dice, taken=none, copied=none, carried=none)
    return replace(shown, holdings=tuple(left))


def _cards_negated(state: CarryingOut, event: e.CardsNegated) -> CarryingOut:
    pairs = tuple(zip(state.holdings, state.played, event.cards, strict=True))
    return replace(
        state,
        holdings=tuple(replace(holding, pile=holding.pile + gone) for holding, _, gone in pairs),
        played=tuple(_without(played, gone) for _, played, gone in pairs),
    )


def _dice_taken(state: CarryingOut, event: e.DiceTaken) -> CarryingOut:
    dice = _dice(state, event.dice)
    return replace(
        state,
        trays=tuple([die for die in state.trays if die.id not in event.dice]),
        taken=with_seat(state.taken, event.seat, state.taken[event.seat] + dice),
        begun=(*state.begun, event.card),
        twice=event.dice[0] if event.crosses_twice else state.twice,
    )


def _card_returned(state: CarryingOut, event: e.CardReturned) -> CarryingOut:
    card, seat = event.card, event.seat
    holding = state.holdings[seat]
    fan = (*holding.fan, card)
    match event.origin:
        case "hand":
            return _with_holding(state, seat, fan=fan, hand=_without(holding.hand, (card,)))
        case "pile":
            return _with_holding(state, seat, fan=fan, pile=_without(holding.pile, (card,)))
        case "table":
            return _with_holding(_put_away(state, seat, card), seat, fan=fan)


def _put_away(state: CarryingOut, seat: Seat, card: Character) -> CarryingOut:
    return replace(
        state,
        played=with_seat(state.played, seat, _without(state.played[seat], (card,))),
        carried=with_seat(state.carried, seat, (*state.carried[seat], card)),
    )


def _dice_copied(state: CarryingOut | Crossing, event: e.DiceCopied) -> CarryingOut | Crossing:
    dice = _dice(state, event.dice)
    copied = with_seat(state.copied, event.seat, dice)
    if isinstance(state, CarryingOut):
        return replace(state, copied=copied)
    works = with_seat(state.works, event.seat, replace(state.works[event.seat], dice=dice))
    return replace(state, copied=copied, works=works)


def _any_field_crossed(state: CarryingOut | Crossing, event: e.AnyFieldCrossed) -> CarryingOut | Crossing:
    crossed = state.holdings[event.seat].crossed | BIT[event.field]
    after = _with_holding(state, event.seat, crossed=crossed)
    if event.card is not None and isinstance(after, CarryingOut):
        return replace(after, begun=(*after.begun, event.card))
    return after


def _cards_taken_back(state: CarryingOut | Crossing, event: e.CardsTakenBack) -> CarryingOut | Crossing:
    hand = state.holdings[event.seat].hand + event.cards
    after = _with_holding(state, event.seat, hand=hand, pile=())
    if not isinstance(after, CarryingOut):
        return after
    for card in after.played[event.seat]:
        if card in event.cards:
            after = _put_away(after, event.seat, card)
    return after


def _card_discarded(state: CarryingOut, event: e.CardDiscarded) -> CarryingOut:
    seat, card = event.seat, event.card
    holding = state.holdings[seat]
    return replace(
        state,
        holdings=with_seat(state.holdings, seat, replace(holding, pile=(*holding.pile, card))),
        played=with_seat(state.played, seat, _without(state.played[seat], (card,))),
        carried=with_seat(state.carried, seat, (*state.carried[seat], card)),
    )


def _crossing_begun(state: CarryingOut, event: e.CrossingBegun) -> Crossing:
    works = tuple([Work(_dice(state, share.dice), share.twice, share.effect) for share in event.shares])
    return Crossing(*_shared(state), taken=state.taken, copied=state.copied, works=works)


def _field_crossed(state: Crossing, event: e.FieldCrossed) -> Crossing:
    seat, name = event.seat, event.die
    work = state.works[seat]
    again = None
    if event.again is not None:
        again = Again(next(die for die in work.dice if die.id == name), event.again)
    left = tuple([die for die in work.dice if die.id != name])
    holding = state.holdings[seat]
    return replace(
        state,
        holdings=with_seat(state.holdings, seat, replace(holding, crossed=holding.crossed | BIT[event.field])),
        works=with_seat(state.works, seat, replace(work, dice=left, again=again)),
    )


def _with_work(state: Crossing, seat: Seat, **changes: Any) -> Crossing:  # noqa: ANN401 -- fields of a Work
    return replace(state, works=with_seat(state.works, seat, replace(state.works[seat], **changes)))


def _second_cross_declined(state: Crossing, event: e.SecondCrossDeclined) -> Crossing:
    return _with_work(state, event.seat, again=None)


def _dice_let_go(state: Crossing, event: e.DiceLetGo) -> Crossing:
    left = tuple([die for die in state.works[event.seat].dice if die.id not in event.dice])
    return _with_work(state, event.seat, dice=left)


def _effect_used(state: Crossing, event: e.EffectUsed) -> Crossing:
    seat, effect = event.seat, event.effect
    after = _with_work(state, seat, effect="none", picks=effect == "fan_card")
    if effect == "any_field":
        return after
    return _with_holding(after, seat, **{effect: getattr(after.holdings[seat], effect) - 1})


def _effect_declined(state: Crossing, event: e.EffectDeclined) -> Crossing:
    return _with_work(state, event.seat, effect="none")


def _fan_cards_due(state: Crossing, event: e.FanCardsDue) -> Picking:
    return Picking(*_shared(state), taken=state.taken, copied=state.copied, queue=event.seats)


def _bonus_awarded(state: MatchT, event: e.BonusAwarded) -> MatchT:
    return replace(state, bonus=event.seats)


def _round_ended(state: MatchT, _: e.RoundEnded) -> MatchT:
    return state


def _match_scored(state: State, event: e.MatchScored) -> Finished:
    return Finished(*_shared(state), scores=event.scores, ranking=event.ranking, winners=event.winners)


CHANGES: Final[Mapping[type[Any], Callable[[Any, Any], State]]] = {
    e.BagGiven: _bag_given,
    e.FanLaid: _fan_laid,
    e.CardDrawn: _fan_card_taken,
    e.DiceRolled: _dice_rolled,
    e.HandExchanged: _hand_exchanged,
    e.PileTakenUp: _pile_taken_up,
    e.NoCardPlayed: _no_card_played,
    e.CardChosen: _card_chosen,
    e.CardsRevealed: _cards_revealed,
    e.CardsNegated: _cards_negated,
    e.DiceTaken: _dice_taken,
    e.CardReturned: _card_returned,
    e.DiceCopied: _dice_copied,
    e.AnyFieldCrossed: _any_field_crossed,
    e.FanCardTaken: _fan_card_picked,
    e.CardsTakenBack: _cards_taken_back,
    e.CardDiscarded: _card_discarded,
    e.CrossingBegun: _crossing_begun,
    e.FieldCrossed: _field_crossed,
    e.SecondCrossDeclined: _second_cross_declined,
    e.DiceLetGo: _dice_let_go,
    e.EffectUsed: _effect_used,
    e.EffectDeclined: _effect_declined,
    e.FanCardsDue: _fan_cards_due,
    e.BonusAwarded: _bonus_awarded,
    e.RoundEnded: _round_ended,
    e.MatchScored: _match_scored,
}
