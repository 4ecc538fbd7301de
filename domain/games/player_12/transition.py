"""Transition of a match, with a shortcut for the pitch."""

from domain.games.player_12.events import Event
from domain.games.player_12.state import Pitch, State
from domain.kernel import transition


class Transition(transition.Transition[Event, State]):
    """Transition of a Player 12 match: its events so far and the state after them."""

    __slots__ = ()

    @property
    def pitch(self) -> Pitch:
        """Return the pitch after the events so far."""
        return self.state.pitch
