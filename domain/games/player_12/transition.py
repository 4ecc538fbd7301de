"""Transition of a Player 12 match, with a shortcut for the pitch."""

from domain.games.player_12.events import PlayerEvent
from domain.games.player_12.state import Pitch, PlayerState
from domain.kernel.transition import Transition


class PlayerTransition(Transition[PlayerEvent, PlayerState]):
    """Events of a decision so far, and the state after them."""

    __slots__ = ()

    @property
    def pitch(self) -> Pitch:
        """The pitch after the events so far."""
        return self.state.pitch
