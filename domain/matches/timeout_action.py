"""Action that the service takes for a seat whose time has run out: drawn by chance, and derivable by an audit."""

from typing import Any

from msgspec import Struct

from domain.kernel.basics import Seat
from domain.kernel.chance import Draws
from domain.kernel.messages import Action
from domain.kernel.transition import Decided
from domain.matches.state import Playing


class TimeoutAction(Struct, frozen=True):
    """Action for a seat whose time has run out, and the game's decision on it."""

    action: Action
    decided: Decided[Any, Any]


def timeout_action(match: Playing, seat: Seat, decision: str, draws: Draws) -> TimeoutAction:
    """Choose for a seat that must meet a decision: the first of its legal actions, shuffled, that answers it.

    Raises `ValueError` for a game that has no such action, which no game may be.
    """
    game, state = match.terms.game, match.state
    actions: tuple[Action, ...] = draws.shuffled(f"overdue/{seat}/{decision}", game.legal_actions(state, seat))
    for action in actions:
        # A trial draws from its own chance, since a draw may be made once only.
        trial = Draws(match.match_seed)
        decided = game.decide(state, seat, action, trial)
        met = game.pending(decided.state).get(seat)
        if met is None or met.id != decision:
            return TimeoutAction(action, game.decide(state, seat, action, draws) if trial.used else decided)
    message = f"{game.title} has no action that answers decision {decision!r}"
    raise ValueError(message)
