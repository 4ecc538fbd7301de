"""Scoring of a game across matches: the tally of a person, a pair or a bot, and the order of the scoreboard."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from msgspec import Struct

from domain.kernel.basics import Seat, seats_of
from domain.kernel.messages import Event, Outcome

Choice = Callable[[Any], Iterable[tuple[Seat, str]]]
"""Reader of an event: the seats that chose pieces in it, each with its piece."""


class Tally(Struct, frozen=True):
    """Totals over the matches of a person, a pair or a bot at one game; each game may define its own."""

    matches: int


TallyT = TypeVar("TallyT", bound=Tally)
OutcomeT = TypeVar("OutcomeT", bound=Outcome)


@dataclass(frozen=True, slots=True, kw_only=True)
class Board(Generic[TallyT, OutcomeT]):
    """Scoring of a game.

    `nothing` is the tally without a match. `add` counts one more match from the point of view of one seat.
    `standing` gives the sort key of a line, the highest first; lines with equal keys share a place.
    `pairs` names the seats that play as partners, none at a table without partners; it is None for a game that is
    never played in pairs.
    `divisions` maps each kind of division of the scoreboard (`side`, `scenario`) to the option that decides it.
    `rivals` is False for a game that all seats win or lose together.
    `favourites` is the plural noun of the pieces that statistics count as favourites (`characters`). `choices` reads
    the chosen pieces from events; none of these events is retractable.
    """

    tally: type[TallyT]
    outcome: type[OutcomeT]
    nothing: TallyT
    add: Callable[[TallyT, OutcomeT, Seat], TallyT]
    standing: Callable[[TallyT], tuple[int, ...]]
    pairs: Callable[[OutcomeT], Sequence[tuple[Seat, Seat]]] | None = None
    divisions: Mapping[str, str] = field(default_factory=dict)
    rivals: bool = True
    favourites: str | None = None
    choices: Mapping[type[Event], Choice] = field(default_factory=dict)


AnyBoard = Board[Any, Any]
"""Board of unknown types."""


def teams_of(board: AnyBoard, outcome: Outcome) -> list[tuple[Seat, ...]]:
    """Divide the seats of a match into teams: single seats, pairs, or one team of all seats without rivals."""
    seats = seats_of(len(outcome.ranking))
    if not board.rivals:
        return [seats]
    pairs = list(board.pairs(outcome)) if board.pairs else []
    paired = {seat for pair in pairs for seat in pair}
    return [*pairs, *((seat,) for seat in seats if seat not in paired)]
