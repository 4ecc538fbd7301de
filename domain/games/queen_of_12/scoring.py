"""Scoring: points of lines and cards, the ranking, the winners, and the outcome."""

from typing import Final, Literal

from domain.games.queen_of_12.edition import Edition
from domain.games.queen_of_12.events import Score
from domain.games.queen_of_12.pieces import LINES, LINES_OF, Area
from domain.games.queen_of_12.state import Finished, Holding, Match, State
from domain.kernel import messages
from domain.kernel.basics import Seat


class Outcome(messages.Outcome, frozen=True, kw_only=True):
    """Outcome of a match: `crowned`, or `nobody_wins` if the best seats are tied. `parts` are the scores in detail."""

    ending: Literal["crowned", "nobody_wins"]
    parts: tuple[Score, ...]


_LINE_BITS: Final = tuple(LINES.values())


def has_full_line(crossed: int) -> bool:
    """Return whether all fields of any line are crossed (rule 9.2)."""
    for line in _LINE_BITS:  # noqa: SIM110 -- asked every round; a loop is twice as fast as any()
        if crossed & line == line:
            return True
    return False


def area_points(crossed: int, area: Area, line_points: tuple[int, ...]) -> int:
    """Return the points of the ten lines of an area (rule 10.2)."""
    return sum(line_points[(crossed & line).bit_count()] for line in LINES_OF[area])


def card_points(holding: Holding, edition: Edition) -> int:
    """Return the points of the cards in hand and discard pile; START cards have none (rule 10.3)."""
    return sum(edition.cards[card].points or 0 for card in holding.hand + holding.pile)


def score(state: Match, seat: Seat) -> Score:
    """Return the current score of a seat (rules 10.2 to 10.4)."""
    edition, holding = state.table.edition, state.holdings[seat]
    left = area_points(holding.crossed, "left", edition.line_points)
    right = area_points(holding.crossed, "right", edition.line_points)
    bonus = edition.first_line_bonus if seat in state.bonus else 0
    cards = card_points(holding, edition)
    return Score(left, right, bonus, cards, left + right + bonus + cards, holding.crossed.bit_count())


def ranking(scores: tuple[Score, ...]) -> tuple[int, ...]:
    """Rank by points, then crosses; tied seats share a rank, and the next ranks are skipped (rules 10.5 and 10.6)."""
    results = [(each.total, each.crosses) for each in scores]
    return tuple(1 + sum(other > result for other in results) for result in results)


def winners(ranks: tuple[int, ...]) -> tuple[Seat, ...]:
    """Return the only seat of rank 1, or no seat (rule 10.6)."""
    return (Seat(ranks.index(1)),) if ranks.count(1) == 1 else ()


def outcome(state: State) -> Outcome:
    """Return the outcome of a finished match; raises `TypeError` before the end."""
    if not isinstance(state, Finished):
        message = f"a match in round {state.round} has no outcome yet"
        raise TypeError(message)
    return Outcome(
        ending="crowned" if state.winners else "nobody_wins",
        scores=tuple(each.total for each in state.scores),
        ranking=state.ranking,
        winners=state.winners,
        parts=state.scores,
    )
