"""Transition of a match: the kernel's transition with the types of this game."""

from domain.games.queen_of_12.events import Event
from domain.games.queen_of_12.state import State
from domain.kernel import transition


class Transition(transition.Transition[Event, State]):
    """Transition of a Queen of 12 match: its events so far and the state after them."""

    __slots__ = ()
