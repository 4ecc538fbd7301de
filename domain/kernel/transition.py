"""The step from one state of a game to the next: `Transition` applies events one by one, `Decided` is the result.

Every game's `decide`, `setup` and `reshuffle` use it, so that nobody folds the same events again.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec import Struct

from domain.kernel.chance import Draws
from domain.kernel.messages import Event

EventT = TypeVar("EventT", bound=Event)
StateT = TypeVar("StateT")


class Decided(Struct, Generic[EventT, StateT], frozen=True, gc=False):
    """Result of a game's decision: its events in order, and the state to which they lead.

    `state` equals the state before the decision, folded over `events` with the game's `evolve`.
    """

    events: tuple[EventT, ...]
    state: StateT


class Transition(Generic[EventT, StateT]):
    """Events of a decision so far, and the state after them.

    `draws` is the chance that the next events may use. A game may add shortcuts in a subclass, which is then in its
    module `transition`.
    """

    __slots__ = ("_evolve", "draws", "events", "state")

    def __init__(self, evolve: Callable[[StateT, EventT], StateT], state: StateT, draws: Draws) -> None:
        """Start from a state, without events."""
        self._evolve = evolve
        self.state = state
        self.draws = draws
        self.events: list[EventT] = []

    def apply(self, event: EventT) -> None:
        """Add an event and take the state through it."""
        self.events.append(event)
        self.state = self._evolve(self.state, event)

    def decided(self) -> Decided[EventT, StateT]:
        """Return the events so far and the state after them."""
        return Decided(tuple(self.events), self.state)
