"""What a game's scoreboard counts, and what its lines are ordered by."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Literal, TypeVar

import msgspec
from msgspec import Struct

from domain.kernel.basics import Seat, seats_of
from domain.kernel.messages import Event, Outcome

Kind = Literal["person", "pair", "bot"]
"""Whose a line is."""

Favourites = Literal["characters", "factions"]
"""What people have favourites among."""

Choice = Callable[[Any], Iterable[tuple[Seat, str]]]
"""Reads from an event which seats chose what."""

BETWEEN: Final = "+"
"""What stands between the ids of a pair."""


class Tally(Struct, frozen=True):
    """What the matches of a person, a bot or a pair at one game add up to; games have kinds of their own."""

    matches: int


TallyT = TypeVar("TallyT", bound=Tally)
OutcomeT = TypeVar("OutcomeT", bound=Outcome)


@dataclass(frozen=True, slots=True, kw_only=True)
class Board(Generic[TallyT, OutcomeT]):
    """How a game is counted.

    `nothing` is the tally without a match, `add` takes in one more match as a seat fared in it. Lines are ordered by
    `standing`, the highest first, and share a place where it is equal. `pairs` names the seats that play together,
    none at a table where everybody plays alone; it is none for a game that is never played in pairs. `divisions` are
    what the game's matches are told apart by (`side`, `scenario`), each with the option of the game that says it.
    `rivals` is false for a game that all seats win or lose as one. `favourites` names what people choose in it
    again and again, and `choices` the events that tell of it (none that may be taken back): which seats chose what.
    """

    tally: type[TallyT]
    outcome: type[OutcomeT]
    nothing: TallyT
    add: Callable[[TallyT, OutcomeT, Seat], TallyT]
    standing: Callable[[TallyT], tuple[int, ...]]
    pairs: Callable[[OutcomeT], Sequence[tuple[Seat, Seat]]] | None = None
    divisions: Mapping[str, str] = field(default_factory=dict)
    rivals: bool = True
    favourites: Favourites | None = None
    choices: Mapping[type[Event], Choice] = field(default_factory=dict)


AnyBoard = Board[Any, Any]
"""A board whose types its holder does not know."""


def teams_of(board: AnyBoard, outcome: Outcome) -> list[tuple[Seat, ...]]:
    """Who plays together in a match: seats alone, pairs, or all of them where nobody is anybody's rival."""
    seats = seats_of(len(outcome.ranking))
    if not board.rivals:
        return [seats]
    pairs = list(board.pairs(outcome)) if board.pairs else []
    paired = {seat for pair in pairs for seat in pair}
    return [*pairs, *((seat,) for seat in seats if seat not in paired)]


def tally_of(board: AnyBoard, kept: str) -> Tally:
    """Read a tally as it is kept, in JSON."""
    tally: Tally = msgspec.json.decode(kept, type=board.tally)
    return tally
