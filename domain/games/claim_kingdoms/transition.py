"""Transition of a match: the kernel's transition with the types of this game."""

from domain.games.claim_kingdoms.events import Event
from domain.games.claim_kingdoms.state import State
from domain.kernel import transition


class Transition(transition.Transition[Event, State]):
    """Transition of a Claim Kingdoms match: its events so far and the state after them."""

    __slots__ = ()
