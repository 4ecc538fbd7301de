"""Refusal of an illegal action: the most specific rule that it breaks."""

from typing import Any, Final

from domain.games.queen_of_12 import actions as a
from domain.games.queen_of_12.actions import Action, Decision
from domain.games.queen_of_12.legal import pending, sources
from domain.games.queen_of_12.state import CarryingOut, Choosing, Crossing, Finished, Laying, Picking, State
from domain.kernel.basics import Seat
from domain.kernel.errors import RuleBroken

Reason = tuple[str, str]


def refusal(state: State, seat: Seat, action: Action) -> RuleBroken:
    """Return the error for an action that is not legal."""
    decision = pending(state).get(seat)
    rule, reason = (
        _without_decision(state, seat, action) if decision is None else _wrong_answer(state, seat, decision, action)
    )
    return RuleBroken(rule, f"Seat {seat} {reason}.")


def _without_decision(state: State, seat: Seat, action: Action) -> Reason:
    if isinstance(state, Choosing) and seat in state.without:
        return "3.6", "has no card to play this round"
    if isinstance(state, Crossing) and isinstance(action, _EFFECTS):
        return ("8.3", "took dice and has no no-crosses effect") if state.taken[seat] else _NO_EFFECT
    return _NO_DECISION[type(state)]


_EFFECTS: Final = (a.CrossAnyField, a.CopyDice, a.TakeCardsBack, a.AskForFanCard)
_NO_EFFECT: Final = ("8.1", "has no no-crosses effect")
_NO_DECISION: Final[dict[type[Any], Reason]] = {
    Laying: ("2.2", "cannot act before the first round"),
    Choosing: ("3.1", "has already laid its cards of this round"),
    CarryingOut: ("5.4", "has no card that needs a decision"),
    Crossing: ("7.2", "has no crosses left this round"),
    Picking: ("8.9", "cannot pick a fan card now"),
    Finished: ("10.1", "cannot act after the end of the match"),
}


def _wrong_answer(state: State, seat: Seat, decision: Decision, action: Action) -> Reason:
    match decision, action:
        case a.TakesDice(card=card), a.TakeDice():
            return _DICE_RULES.get(
                card, "5.4"
            ), f"must take exactly {decision.count} dice from the trays, ids in ascending order"
        case a.PicksFanCard(card=None), _:
            return ("8.7" if isinstance(action, a.TakeFanCard) else "8.9"), "must pick a card from its fan"
        case a.UsesEffect(), a.CopyDice() if isinstance(state, Crossing) and action.source in sources(state, seat):
            return "8.5", "has already used this effect to copy dice"
        case a.CrossesWithDie(), _ if isinstance(action, _EFFECTS):
            return _NO_EFFECT
        case _:
            return _WRONG_ANSWERS.get((type(decision), type(action))) or _OTHER_DECISIONS[type(decision)]


_DICE_RULES: Final = {"princess": "6.1", "parasite": "6.5", "worker": "6.15"}
_NO_SOURCE: Final = ("7.6", "can copy only from another seat that took dice this round")
_WRONG_ANSWERS: Final[dict[tuple[type[Any], type[Any]], Reason]] = {
    (a.ChoosesCard, a.ChooseCard): ("3.1", "cannot lay this card now"),
    (a.ReturnsCard, a.ReturnCard): ("6.6", "does not have this card in its hand or discard pile"),
    (a.ChoosesSource, a.CopyDice): _NO_SOURCE,
    (a.CrossesNumberField, a.CrossAnyField): ("6.18", "can cross only a free number field"),
    (a.PicksFanCard, a.TakeFanCard): ("6.19", "does not have this card in its fan"),
    (a.CrossesAgain, a.CrossField): ("6.2", "can cross a second field only with the same die, in the other way"),
    (a.CrossesWithDie, a.CrossField): (
        "7.1",
        "does not have this die, or the field is not free or does not fit the die",
    ),
    (a.CrossesWithDie, a.Decline): ("7.3", "must use its remaining dice"),
    (a.UsesEffect, a.CrossAnyField): ("8.4", "has already crossed this field"),
    (a.UsesEffect, a.CopyDice): _NO_SOURCE,
    (a.UsesEffect, a.TakeCardsBack): ("8.6", "has already used this effect, or has no cards to take back"),
    (a.UsesEffect, a.AskForFanCard): ("8.7", "has no uses of this effect left, or no card in its fan"),
}
_OTHER_DECISIONS: Final[dict[type[Any], Reason]] = {
    a.ChoosesCard: ("3.1", "must lay a card"),
    a.TakesDice: ("5.4", "must take dice for its card"),
    a.ReturnsCard: ("5.4", "must return a card to its fan"),
    a.ChoosesSource: ("5.4", "must choose the seat to copy from"),
    a.CrossesNumberField: ("5.4", "must cross a number field"),
    a.PicksFanCard: ("5.4", "must take a card from its fan"),
    a.CrossesWithDie: ("7.3", "must cross a field with one of its dice"),
    a.CrossesAgain: ("6.3", "must cross a second field with its die, or decline"),
    a.UsesEffect: ("8.2", "must use a no-crosses effect"),
}
