"""How a computer seat plays Player 12 sensibly."""

from domain.games.player_12.actions import PlayerAction
from domain.games.player_12.view import PlayerView
from domain.kernel.game import Chair


def sensible(chair: Chair[PlayerAction, PlayerView]) -> PlayerAction:
    """Play."""
    return chair.actions[0]
