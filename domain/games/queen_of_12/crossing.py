"""Crosses with dice and no-crosses effects (sections 7 and 8 of the rules)."""

from typing import Literal

from domain.games.queen_of_12 import actions as a
from domain.games.queen_of_12 import events as e
from domain.games.queen_of_12.actions import Action
from domain.games.queen_of_12.edition import CrossesNumber, TakesBack
from domain.games.queen_of_12.legal import has_effect
from domain.games.queen_of_12.pieces import BIT, Kind
from domain.games.queen_of_12.state import CarryingOut, Crossing
from domain.games.queen_of_12.transition import Transition
from domain.kernel.basics import Seat


def begin_crossing(transition: Transition, state: CarryingOut) -> bool:
    """Give each seat its share of the round and drop unusable dice (rules 7.1, 7.4, 8.1)."""
    transition.apply(e.CrossingBegun(tuple([_share(state, seat) for seat in state.seats])))
    for seat in state.seats:
        drop_unusable_dice(transition, seat)
    return True


def _share(state: CarryingOut, seat: Seat) -> e.Share:
    taken = tuple([die.id for die in state.taken[seat]])
    copied = tuple([die.id for die in state.copied[seat]])
    if taken or copied:
        return e.Share(taken + copied, state.twice if state.twice in taken else None)
    return e.Share((), None, _entitlement(state, seat))


def _entitlement(state: CarryingOut, seat: Seat) -> Literal["none", "must", "may"]:
    """Entitlement of a seat without dice to a no-crosses effect (rules 6.20, 6.22, 8.1 and 8.2)."""
    effects = [state.table.edition.cards[card].effect for card in state.carried[seat]]
    if any(isinstance(effect, CrossesNumber) for effect in effects) or not has_effect(state, seat):
        return "none"
    return "may" if any(isinstance(effect, TakesBack) for effect in effects) else "must"


def cross(transition: Transition, state: Crossing, seat: Seat, action: Action) -> None:
    """Apply an action of the crossing phase."""
    match action:
        case a.CrossField():
            again = _second_cross(state, seat, action) if state.works[seat].twice == action.die else None
            transition.apply(e.FieldCrossed(seat, action.field, action.die, again))
        case a.Decline():
            _decline(transition, state, seat)
        case _:
            _use_effect(transition, state, seat, action)
    drop_unusable_dice(transition, seat)


def _second_cross(state: Crossing, seat: Seat, action: a.CrossField) -> Kind | None:
    """Way in which the die may cross a second field; None if it cannot (rule 6.2)."""
    value = next((die.value for die in state.works[seat].dice if die.id == action.die), None)
    if value is None:
        return None
    bit = BIT[action.field]
    by = state.board.uses[action.die][value].by
    other: Kind = "colour" if by["number"] & bit else "number"
    return other if by[other] & ~state.holdings[seat].crossed else None


def _decline(transition: Transition, state: Crossing, seat: Seat) -> None:
    again = state.works[seat].again
    transition.apply(e.EffectDeclined(seat) if again is None else e.SecondCrossDeclined(seat, again.die.id))


def _use_effect(transition: Transition, state: Crossing, seat: Seat, action: Action) -> None:
    match action:
        case a.CrossAnyField(field):
            transition.apply(e.EffectUsed(seat, "any_field"))
            transition.apply(e.AnyFieldCrossed(seat, field))
        case a.CopyDice(source):
            transition.apply(e.EffectUsed(seat, "copy_dice"))
            transition.apply(e.DiceCopied(seat, source, tuple(die.id for die in state.taken[source])))
        case a.TakeCardsBack():
            transition.apply(e.EffectUsed(seat, "take_back"))
            transition.apply(e.CardsTakenBack(seat, state.holdings[seat].pile))
        case _:
            transition.apply(e.EffectUsed(seat, "fan_card"))


def drop_unusable_dice(transition: Transition, seat: Seat) -> None:
    """Drop the dice of a seat that fit no free field (rule 7.4)."""
    state = transition.state
    if isinstance(state, Crossing) and (dice := state.works[seat].dice):
        uses, free = state.board.uses, ~state.holdings[seat].crossed
        lost = [die.id for die in dice if not uses[die.id][die.value].fits & free]
        if lost:
            transition.apply(e.DiceLetGo(seat, tuple(lost)))


def picking_order(state: Crossing) -> tuple[Seat, ...]:
    """Return the seats that pick a fan card, clockwise from the holder of the bag (rule 8.9)."""
    count = len(state.holdings)
    order = (Seat((state.bag + step) % count) for step in range(count))
    return tuple(seat for seat in order if state.works[seat].picks)
