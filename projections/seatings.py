"""Who sits at the tables of matches that are not over, and how each match ended: what several read models ask.

Each of them keeps its tables in rows of its own, so that each is rebuilt from nothing alone.
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
from domain.matches.events import MatchAbandoned, MatchFinished, MatchOpened, SeatForfeited, SeatTaken
from domain.matches.settings import PLAIN
from projections.final_ranking import ranked
from projections.recorded_events import RecordedEvent
from projections.scoreboards.catalogue import board_of

KINDS: Final = (MatchOpened, SeatTaken, SeatForfeited, MatchFinished, MatchAbandoned)
"""What must be read to know the tables."""

_LOAD: Final = SQL("SELECT match::text, seating::text FROM {} WHERE match = ANY(%s::uuid[])")
_SAVE: Final = SQL("""
INSERT INTO {} SELECT match, seating FROM json_to_recordset(%s) AS row (match uuid, seating jsonb)
ON CONFLICT (match) DO UPDATE SET seating = EXCLUDED.seating
""")
_CLEAR: Final = SQL("DELETE FROM {} WHERE match = ANY(%s::uuid[])")


class SeatHolder(Struct, frozen=True, array_like=True):
    """A person or a bot."""

    person: bool
    who: str


class Seating(Struct, frozen=True, omit_defaults=True):
    """A match that is not over.

    `left` are the seats whose people forfeited them, in the order of leaving. `chosen` counts, for each seat, what its
    person chose of that which the game has favourites of.
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
        """In how many chairs people sit, or sat before they forfeited them."""
        return sum(chair is not None and chair.person for chair in self.chairs)

    @property
    def counts(self) -> bool:
        """Whether what people achieve here goes into their records: they play with one another, not for practice."""
        return not self.practice and self.people > 1


class Ended(Struct, frozen=True):
    """A finished match: at which table, when, and how everybody fared, those who had left last."""

    seating: Seating
    at: Instant
    outcome: Outcome


class _Row(Struct, frozen=True):
    match: MatchId
    seating: Seating


Watch = Callable[[Seating, Event], Seating]
"""What else a read model notes of a match."""

_SEATING: Final = msgspec.json.Decoder(Seating)


def tables(name: str) -> str:
    """What keeps the tables of a read model, under this name."""
    return f"CREATE TABLE IF NOT EXISTS {name} (match uuid PRIMARY KEY, seating jsonb NOT NULL);\n"


def follow(
    cursor: Cursor[TupleRow], name: str, entries: Sequence[RecordedEvent], watch: Watch = lambda seating, _: seating
) -> list[Ended]:
    """Take entries into the tables of that name, and give the matches that finished, in the order of their endings.

    Imported matches were not played here, and are passed over. Raises `KeyError` for a match that was never opened.
    """
    entries = [entry for entry in entries if not entry.imported]
    known = _load(cursor, name, {entry.match for entry in entries})
    over: list[MatchId] = []
    ended: list[Ended] = []
    for entry in entries:
        match entry.event:
            case MatchOpened() as event:
                known[entry.match] = _opened(event)
            case SeatTaken() | SeatForfeited() as event:
                known[entry.match] = _seated(known[entry.match], event)
            case MatchFinished() as event:
                over.append(entry.match)
                ended.append(_ended(known.pop(entry.match), entry.at, event))
            case MatchAbandoned():
                over.append(entry.match)
                del known[entry.match]
            case Event() as event:
                known[entry.match] = watch(known[entry.match], event)
    _save(cursor, name, [_Row(match, seating) for match, seating in known.items()], over)
    return ended


def _opened(event: MatchOpened) -> Seating:
    arranged = event.arrangement or PLAIN
    chairs = (None,) * event.seats
    return Seating(event.game, event.edition, event.options, arranged.tags, arranged.is_practice, chairs)


def _seated(seating: Seating, event: SeatTaken | SeatForfeited) -> Seating:
    if isinstance(event, SeatForfeited):
        return replace(seating, left=(*seating.left, event.seat))
    chair = SeatHolder(False, event.bot or "") if event.player is None else SeatHolder(True, event.player)
    return replace(seating, chairs=with_seat(seating.chairs, event.seat, chair))


def _ended(seating: Seating, at: Instant, event: MatchFinished) -> Ended:
    told: Outcome = msgspec.convert(event.outcome, board_of(seating.game).outcome)
    return Ended(seating, at, ranked(told, seating.left))


def _load(cursor: Cursor[TupleRow], name: str, matches: Iterable[MatchId]) -> dict[MatchId, Seating]:
    cursor.execute(_LOAD.format(Identifier(name)), (list(matches),))
    return {match: _SEATING.decode(seating) for match, seating in cursor.fetchall()}


def _save(cursor: Cursor[TupleRow], name: str, rows: list[_Row], over: list[MatchId]) -> None:
    if rows:
        cursor.execute(_SAVE.format(Identifier(name)), (msgspec.json.encode(rows).decode(),))
    if over:
        cursor.execute(_CLEAR.format(Identifier(name)), (over,))
