"""Scoring: the duration of the reign, its outcome line, and the outcome of the match (section 12)."""

from msgspec import Struct

from domain.games.council_of_12.pieces import DIFFICULTIES, LINES, MONTHS, Character, Ending, Line, Month
from domain.games.council_of_12.state import Finished, State
from domain.kernel import messages
from domain.kernel.basics import seats_of


class Reign(Struct, frozen=True):
    """Duration of a reign in years, by part: resolved Dilemmas, crowns of the seven Petitioners, remaining Favor."""

    dilemmas: int
    crowns: int
    favor: int

    @property
    def duration(self) -> int:
        """Return the sum of the parts, in years."""
        return self.dilemmas + self.crowns + self.favor


class Outcome(messages.Outcome, frozen=True, kw_only=True):
    """Outcome of a match, with all data that a chronicle records.

    Each seat's score is the duration in years. `throne` is the new sovereign, or null if the throne is vacant.
    `month` is the scenario's, if any. `obstacle` is the number and `obstacle_name` the name of the greatest obstacle,
    unless a member of the chronicle sets another. `silent_boxes` is the number of ticked boxes of seven; `boxes` lists
    them in order.
    """

    ending: Ending
    won: bool
    duration: int
    reign: Reign
    line: Line
    throne: Character | None
    silent_boxes: int
    boxes: tuple[bool, ...]
    obstacle: int
    obstacle_name: str
    month: Month | None
    bells: int


def reign(state: State) -> Reign:
    """Return the reign, as if the match ended now (rules 12.1, 12.3)."""
    edition = state.setting.edition
    values = (edition.dilemma(card.number).value * (2 if card.rung else 1) for card in state.settled if card.resolved)
    return Reign(sum(values), sum(edition.characters[character].crown for character in state.company), state.favor)


def outcome_line(duration: int) -> Line:
    """Return the outcome line of a duration in years (rule 12.2)."""
    return next(line for least, line in LINES if duration >= least)


def greatest_obstacle(state: State) -> int:
    """Return the Dilemma whose penalty cost most Favor, or else the most difficult of the seven (rule 12.4)."""
    costs = [(card.cost, place) for place, card in enumerate(state.settled) if card.cost]
    if costs:
        return state.settled[max(costs)[1]].number
    return max(state.deck, key=lambda number: (_difficulty(state, number), number))


def _difficulty(state: State, number: int) -> int:
    return DIFFICULTIES.index(state.setting.edition.dilemma(number).difficulty)


def month_of(state: State) -> Month | None:
    """Return the month of the scenario, if any."""
    return next((month for month in MONTHS if month == state.setting.options.setup), None)


def outcome(state: State) -> Outcome:
    """Return the outcome of a finished match. All seats win or lose together (rule 1.1)."""
    ending: Ending = state.phase.ending if isinstance(state.phase, Finished) else "favor_spent"
    seats, years = state.setting.seats, reign(state)
    won, obstacle = ending == "won", greatest_obstacle(state)
    return Outcome(
        ending=ending,
        scores=(years.duration,) * seats,
        ranking=(1,) * seats,
        winners=seats_of(seats) if won else (),
        won=won,
        duration=years.duration,
        reign=years,
        line=outcome_line(years.duration),
        throne=state.throne,
        silent_boxes=sum(state.boxes),
        boxes=state.boxes,
        obstacle=obstacle,
        obstacle_name=state.setting.edition.dilemma(obstacle).name,
        month=month_of(state),
        bells=state.bells,
    )
