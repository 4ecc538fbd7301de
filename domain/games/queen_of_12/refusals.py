"""Why an action is refused: the most specific rule that it breaks."""

from typing import Any, Final

from domain.games.queen_of_12 import actions as a
from domain.games.queen_of_12.actions import Action, Decision
from domain.games.queen_of_12.legal import pending, sources
from domain.games.queen_of_12.state import CarryingOut, Choosing, Crossing, Finished, Laying, Picking, State
from domain.kernel.basics import Seat
from domain.kernel.errors import RuleBroken

Reason = tuple[str, str]


def refusal(state: State, seat: Seat, action: Action) -> RuleBroken:
    """Say why an action that is not legal is not."""
    decision = pending(state).get(seat)
    rule, reason = (
        _without_decision(state, seat, action) if decision is None else _wrong_answer(state, seat, decision, action)
    )
    return RuleBroken(rule, f"seat {seat} {reason}")


def _without_decision(state: State, seat: Seat, action: Action) -> Reason:
    if isinstance(state, Choosing) and seat in state.without:
        return "3.6", "has no card to play this round"
    if isinstance(state, Crossing) and isinstance(action, _EFFECTS):
        return ("8.3", "took dice, so it has no no-crosses effect") if state.taken[seat] else _NO_EFFECT
    return _NO_DECISION[type(state)]


_EFFECTS: Final = (a.CrossAnyField, a.CopyDice, a.TakeCardsBack, a.AskForFanCard)
_NO_EFFECT: Final = ("8.1", "has no no-crosses effect now")
_NO_DECISION: Final[dict[type[Any], Reason]] = {
    Laying: ("2.2", "waits for the first dice"),
    Choosing: ("3.1", "has laid its cards of this round"),
    CarryingOut: ("5.4", "has no card that asks for a decision now"),
    Crossing: ("7.2", "is through with its crosses"),
    Picking: ("8.9", "does not pick a fan card now"),
    Finished: ("10.1", "has nothing to do, the match is over"),
}


def _wrong_answer(state: State, seat: Seat, decision: Decision, action: Action) -> Reason:
    match decision, action:
        case a.TakesDice(card=card), a.TakeDice():
            return _DICE_RULES.get(card, "5.4"), f"takes exactly {decision.count} dice of the trays, ids ascending"
        case a.PicksFanCard(card=None), _:
            return ("8.7" if isinstance(action, a.TakeFanCard) else "8.9"), "must pick a card of its fan now"
        case a.UsesEffect(), a.CopyDice() if isinstance(state, Crossing) and action.source in sources(state, seat):
            return "8.5", "has copied dice with this effect before"
        case a.CrossesWithDie(), _ if isinstance(action, _EFFECTS):
            return _NO_EFFECT
        case _:
            return _WRONG_ANSWERS.get((type(decision), type(action))) or _OTHER_DECISIONS[type(decision)]


_DICE_RULES: Final = {"princess": "6.1", "parasite": "6.5", "worker": "6.15"}
_NO_SOURCE: Final = ("7.6", "can copy only another seat that took dice this round")
_WRONG_ANSWERS: Final[dict[tuple[type[Any], type[Any]], Reason]] = {
    (a.ChoosesCard, a.ChooseCard): ("3.1", "has no such card to lay now"),
    (a.ReturnsCard, a.ReturnCard): ("6.6", "has no such card in hand or discard pile"),
    (a.ChoosesSource, a.CopyDice): _NO_SOURCE,
    (a.CrossesNumberField, a.CrossAnyField): ("6.18", "may cross only a free number field"),
    (a.PicksFanCard, a.TakeFanCard): ("6.19", "has no such card in its fan"),
    (a.CrossesAgain, a.CrossField): ("6.2", "may cross only in the other way, with the same die"),
    (a.CrossesWithDie, a.CrossField): ("7.1", "has no such die left, or no such free field that it fits"),
    (a.CrossesWithDie, a.Decline): ("7.3", "must use a die that can be used"),
    (a.UsesEffect, a.CrossAnyField): ("8.4", "has crossed this field before"),
    (a.UsesEffect, a.CopyDice): _NO_SOURCE,
    (a.UsesEffect, a.TakeCardsBack): ("8.6", "has taken its cards back before, or has none to take back"),
    (a.UsesEffect, a.AskForFanCard): ("8.7", "has used this effect up, or has no card in its fan"),
}
_OTHER_DECISIONS: Final[dict[type[Any], Reason]] = {
    a.ChoosesCard: ("3.1", "must lay a card now"),
    a.TakesDice: ("5.4", "must take dice for its card now"),
    a.ReturnsCard: ("5.4", "must put a card into its fan now"),
    a.ChoosesSource: ("5.4", "must say whose dice it copies now"),
    a.CrossesNumberField: ("5.4", "must cross a number field now"),
    a.PicksFanCard: ("5.4", "must take a card from its fan now"),
    a.CrossesWithDie: ("7.3", "must cross a field with one of its dice now"),
    a.CrossesAgain: ("6.3", "crosses once more with its die now, or declines"),
    a.UsesEffect: ("8.2", "must use a no-crosses effect now"),
}
