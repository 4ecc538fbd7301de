"""What the service plays for somebody whose time has run out: nobody chooses it, and anybody can compute it later."""

from domain.kernel.basics import Seat
from domain.kernel.chance import Draws
from domain.kernel.messages import Action
from domain.kernel.playout import fold
from domain.matches.state import Playing


def timeout_action(match: Playing, seat: Seat, decision: str, draws: Draws) -> Action:
    """Choose for a seat that must meet a decision: the first of its legal actions, shuffled, that answers it.

    Raises `ValueError` for a game that has no such action, which no game may be.
    """
    game, state = match.terms.game, match.state
    actions: tuple[Action, ...] = draws.shuffled(f"overdue/{seat}/{decision}", game.legal_actions(state, seat))
    for action in actions:
        # Tried with chance of its own, since a draw may be made once only.
        after = fold(game.evolve, state, game.decide(state, seat, action, Draws(match.match_seed)))
        met = game.pending(after).get(seat)
        if met is None or met.id != decision:
            return action
    message = f"{game.title} has no action that answers decision {decision!r}"
    raise ValueError(message)
