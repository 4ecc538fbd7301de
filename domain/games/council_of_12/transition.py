"""Transition of a match, with shortcuts for Favor and Dilemmas."""

from domain.games.council_of_12 import events as e
from domain.games.council_of_12.pieces import FAVOR_CAP
from domain.games.council_of_12.state import State
from domain.kernel import transition


class Transition(transition.Transition[e.Event, State]):
    """Transition of a Council of 12 match: its events so far and the state after them."""

    __slots__ = ()

    @property
    def over(self) -> bool:
        """Return whether the match is over."""
        return self.state.over

    def gain_favor(self, amount: int) -> None:
        """Raise Favor, at most to the end of the track (rule 1.3)."""
        favor = min(FAVOR_CAP, self.state.favor + amount)
        if favor > self.state.favor:
            self.apply(e.FavorGained(favor))

    def lose_favor(self, amount: int, to: e.Loss) -> None:
        """Lower Favor; at 0 the match is lost (rule 7.4)."""
        lost = min(amount, self.state.favor)
        if lost == 0:
            return
        self.apply(e.FavorLost(lost, self.state.favor - lost, to))
        if self.state.favor == 0:
            self.apply(e.CouncilLost("favor_spent"))

    def turn_up_dilemma(self) -> None:
        """Turn the front of the next Dilemma face up, unless it is already or none is left."""
        if self.state.next_dilemma is None and self.state.dilemmas:
            self.apply(e.DilemmaTurnedUp(self.state.dilemmas[0]))
