"""Seatings of matches: the holder of each seat while a match is not over, and the results of matches that finished.

Several projections use them. Each projection keeps seatings in a table of its own, so that it can be rebuilt alone.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from psycopg import Cursor
from psycopg.rows import TupleRow
from psycopg.sql import SQL, Identifier

from domain.kernel.basics import Instant, MatchId, Seat, with_seat
from domain.kernel.messages import Event, Outcome
from domain.kernel.scoring import AnyBoard
from domain.matches.events import MatchAbandoned, MatchFinished, MatchOpened, SeatForfeited, SeatTaken
from domain.matches.settings import PLAIN
from projections.boards import Boards
from projections.final_ranking import with_final_ranking
from projections.recorded_events import RecordedEvent

KINDS: Final = (MatchOpened, SeatTaken, SeatForfeited, MatchFinished, MatchAbandoned)
"""The events that seatings are built from."""

_LOAD: Final = SQL("SELECT match::text, seating::text FROM {} WHERE match = ANY(%s::uuid[])")
_SAVE: Final = SQL("""
INSERT INTO {} SELECT match, seating FROM json_to_recordset(%s) AS row (match uuid, seating jsonb)
ON CONFLICT (match) DO UPDATE SET seating = EXCLUDED.seating
""")
_CLEAR: Final = SQL("DELETE FROM {} WHERE match = ANY(%s::uuid[])")


class SeatHolder(Struct, frozen=True, array_like=True):
    """The person or the bot that holds a seat; `who` is a player id or the name of a bot."""

    person: bool
    who: str


class Seating(Struct, frozen=True, omit_defaults=True):
    """Seating of a match that is not over.

    `left` lists the forfeited seats in the order of forfeiting. `chosen` counts for each seat the pieces that its
    person chose, in a game that counts favourites.
    """

    game: str
    edition: str
    options: dict[str, Any]
    tags: tuple[str, ...]
    practice: bool
    chairs: tuple[SeatHolder | None, ...]
    left: tuple[Seat, ...] = ()
    chosen: dict[Seat, dict[str, int]] = {}

    @property
    def people(self) -> int:
        """The number of seats that people hold, or held before they forfeited them."""
        return sum(chair is not None and chair.person for chair in self.chairs)

    @property
    def counts(self) -> bool:
        """Whether the match counts in people's records: at least two people play, and it is no practice."""
        return not self.practice and self.people > 1


class Result(Struct, frozen=True):
    """Result of a finished match: its seating, its end, the board of its game, and the outcome with final ranking."""

    seating: Seating
    board: AnyBoard
    at: Instant
    outcome: Outcome


class _Row(Struct, frozen=True):
    match: MatchId
    seating: Seating


Note = Callable[[Seating, Event], Seating]
"""Adds to a seating what a projection needs of the events beyond `KINDS`."""

_SEATING: Final = msgspec.json.Decoder(Seating)


def tables(name: str) -> str:
    """SQL that creates the table of seatings with this name."""
    return f"CREATE TABLE IF NOT EXISTS {name} (match uuid PRIMARY KEY, seating jsonb NOT NULL);\n"


def project(
    cursor: Cursor[TupleRow],
    name: str,
    boards: Boards,
    events: Sequence[RecordedEvent],
    note: Note = lambda seating, _: seating,
) -> list[Result]:
    """Apply events to the table of that name, and return the results of matches that finished, in the order of the log.

    Imported matches are skipped, as they count nowhere. Raises `KeyError` for a match that was never opened.
    """
    events = [recorded for recorded in events if not recorded.imported]
    known = _load(cursor, name, {recorded.match for recorded in events})
    over: list[MatchId] = []
    results: list[Result] = []
    for recorded in events:
        match recorded.event:
            case MatchOpened() as event:
                known[recorded.match] = _opened(event)
            case SeatTaken() | SeatForfeited() as event:
                known[recorded.match] = _seated(known[recorded.match], event)
            case MatchFinished() as event:
                over.append(recorded.match)
                seating = known.pop(recorded.match)
                results.append(_result(seating, boards.of(seating.game), recorded.at, event))
            case MatchAbandoned():
                over.append(recorded.match)
                del known[recorded.match]
            case Event() as event:
                known[recorded.match] = note(known[recorded.match], event)
    _save(cursor, name, [_Row(match, seating) for match, seating in known.items()], over)
    return results


def _opened(event: MatchOpened) -> Seating:
    settings = event.arrangement or PLAIN
    chairs = (None,) * event.seats
    return Seating(event.game, event.edition, event.options, settings.tags, settings.is_practice, chairs)


def _seated(seating: Seating, event: SeatTaken | SeatForfeited) -> Seating:
    if isinstance(event, SeatForfeited):
        return replace(seating, left=(*seating.left, event.seat))
    chair = SeatHolder(False, event.bot or "") if event.player is None else SeatHolder(True, event.player)
    return replace(seating, chairs=with_seat(seating.chairs, event.seat, chair))


def _result(seating: Seating, board: AnyBoard, at: Instant, event: MatchFinished) -> Result:
    outcome: Outcome = msgspec.convert(event.outcome, board.outcome)
    return Result(seating, board, at, with_final_ranking(outcome, seating.left))


def _load(cursor: Cursor[TupleRow], name: str, matches: Iterable[MatchId]) -> dict[MatchId, Seating]:
    cursor.execute(_LOAD.format(Identifier(name)), (list(matches),))
    return {match: _SEATING.decode(seating) for match, seating in cursor.fetchall()}


def _save(cursor: Cursor[TupleRow], name: str, rows: list[_Row], over: list[MatchId]) -> None:
    if rows:
        cursor.execute(_SAVE.format(Identifier(name)), (msgspec.json.encode(rows).decode(),))
    if over:
        cursor.execute(_CLEAR.format(Identifier(name)), (over,))
