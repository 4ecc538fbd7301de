"""What an action brings about, event by event, with the state after each."""

from domain.games.council_of_12 import events as e
from domain.games.council_of_12.evolve import evolve
from domain.games.council_of_12.pieces import FAVOR_CAP
from domain.games.council_of_12.state import Council
from domain.kernel.chance import Draws


class Course:
    """Collects events and keeps the state that they lead to."""

    __slots__ = ("draws", "events", "state")

    def __init__(self, state: Council, draws: Draws) -> None:
        """Start from a state, with the match's chance."""
        self.state = state
        self.draws = draws
        self.events: list[e.CouncilEvent] = []

    def happen(self, event: e.CouncilEvent) -> None:
        """Let an event happen."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.state.over

    def gain_favor(self, amount: int) -> None:
        """Raise Favor, as far as the track goes (rule 1.3)."""
        favor = min(FAVOR_CAP, self.state.favor + amount)
        if favor > self.state.favor:
            self.happen(e.FavorGained(favor))

    def lose_favor(self, amount: int, to: e.Loss) -> None:
        """Lower Favor; at 0 the match is lost (rule 7.4)."""
        lost = min(amount, self.state.favor)
        if lost == 0:
            return
        self.happen(e.FavorLost(lost, self.state.favor - lost, to))
        if self.state.favor == 0:
            self.happen(e.CouncilLost("favor_spent"))

    def turn_up_dilemma(self) -> None:
        """Turn the next Dilemma's front up, if there is one and it does not lie open."""
        if self.state.next_dilemma is None and self.state.dilemmas:
            self.happen(e.DilemmaTurnedUp(self.state.dilemmas[0]))
