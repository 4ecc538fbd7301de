"""Transition of a Player 12 match, with a shortcut for the pitch."""

from domain.games.player_12.events import Event
from domain.games.player_12.state import Pitch, State
from domain.kernel import transition


class Transition(transition.Transition[Event, State]):
    """Events of a decision so far, and the state after them."""

    __slots__ = ()

    @property
    def pitch(self) -> Pitch:
        """The pitch after the events so far."""
        return self.state.pitch
