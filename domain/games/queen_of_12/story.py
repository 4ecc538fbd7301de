"""What an action brings about, told event by event."""

from domain.games.queen_of_12.events import Event
from domain.games.queen_of_12.evolve import evolve
from domain.games.queen_of_12.state import State
from domain.kernel.chance import Draws


class Story:
    """The events so far, the state that they lead to, and the chance that the next ones may use."""

    __slots__ = ("draws", "events", "state")

    def __init__(self, state: State, draws: Draws) -> None:
        """Begin to tell from a state on."""
        self.state = state
        self.draws = draws
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        """Let an event happen."""
        self.events.append(event)
        self.state = evolve(self.state, event)
