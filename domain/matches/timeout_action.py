"""Timeout action: the action that the service takes for an overdue seat. An audit derives it again."""

from typing import Any

from msgspec import Struct

from domain.kernel.basics import Seat
from domain.kernel.chance import Draws
from domain.kernel.messages import Action
from domain.kernel.transition import Decided
from domain.matches.state import Playing


class TimeoutAction(Struct, frozen=True):
    """Action for an overdue seat, and the game's decision on it."""

    action: Action
    decided: Decided[Any, Any]


def timeout_action(match: Playing, seat: Seat, decision: str, draws: Draws) -> TimeoutAction:
    """Choose the timeout action of a seat: the first of its shuffled legal actions that answers `decision`.

    Raises `ValueError` if no legal action answers the decision, which is a defect of the game.
    """
    game, state = match.terms.game, match.state
    actions: tuple[Action, ...] = draws.shuffled(f"overdue/{seat}/{decision}", game.legal_actions(state, seat))
    for action in actions:
        # A trial has draws of its own, because no draw may be repeated.
        trial = Draws(match.match_seed)
        decided = game.decide(state, seat, action, trial)
        pending = game.pending(decided.state).get(seat)
        if pending is None or pending.id != decision:
            return TimeoutAction(action, game.decide(state, seat, action, draws) if trial.used else decided)
    message = f"{game.title} has no action that answers decision {decision!r}"
    raise ValueError(message)
