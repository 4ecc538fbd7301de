"""Transitions between states of a game: `Transition` applies events one by one, `Decided` is the result.

`decide`, `setup` and `reshuffle` of every game use them, so that callers do not fold the same events again.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec import Struct

from domain.kernel.chance import Draws
from domain.kernel.messages import Event

EventT = TypeVar("EventT", bound=Event)
StateT = TypeVar("StateT")


class Decided(Struct, Generic[EventT, StateT], frozen=True, gc=False):
    """Result of a decision: its events in order, and the state after them.

    `state` equals the state before the decision, folded over `events` with the game's `evolve`.
    """

    events: tuple[EventT, ...]
    state: StateT


class Transition(Generic[EventT, StateT]):
    """Accumulator of a decision: its events so far, and the state after them.

    `draws` is the source of chance for the next events. A game may add shortcuts in a subclass in its module
    `transition`.
    """

    __slots__ = ("_evolve", "draws", "events", "state")

    def __init__(self, evolve: Callable[[StateT, EventT], StateT], state: StateT, draws: Draws) -> None:
        """Start from a state, without events."""
        self._evolve = evolve
        self.state = state
        self.draws = draws
        self.events: list[EventT] = []

    def apply(self, event: EventT) -> None:
        """Add an event and apply it to the state."""
        self.events.append(event)
        self.state = self._evolve(self.state, event)

    def decided(self) -> Decided[EventT, StateT]:
        """Return the events so far and the state after them."""
        return Decided(tuple(self.events), self.state)
