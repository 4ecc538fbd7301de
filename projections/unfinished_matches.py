"""Projection `under_way`: unfinished matches by their opener, for the quotas on open matches and on bots."""

from collections.abc import Sequence
from typing import Any, Final, assert_never

from msgspec import Struct
from psycopg import AsyncConnection, Cursor
from psycopg.rows import TupleRow

from domain.kernel.basics import MatchId, PlayerId
from domain.matches.events import MatchAbandoned, MatchFinished, MatchOpened, MatchStarted, SeatTaken
from projections.projection import SCHEMA, Projection
from projections.recorded_events import RecordedEvent

_TABLES: Final = """
CREATE TABLE IF NOT EXISTS under_way (
    match uuid PRIMARY KEY,
    opener uuid NOT NULL,
    has_started boolean NOT NULL DEFAULT false,
    has_bots boolean NOT NULL DEFAULT false
);
CREATE INDEX IF NOT EXISTS under_way_opener ON under_way (opener);
"""
_LOAD: Final = f"""
SELECT count(*) FILTER (WHERE NOT has_started), count(*) FILTER (WHERE has_bots)
FROM {SCHEMA}.under_way WHERE opener = %s AND match <> ALL(%s::uuid[])
"""  # noqa: S608 -- a constant
_Relevant = MatchOpened | SeatTaken | MatchStarted | MatchFinished | MatchAbandoned


class Load(Struct, frozen=True):
    """Number of a person's matches that have not started, and of unfinished ones with bots."""

    open: int
    with_bots: int


def project(cursor: Cursor[TupleRow], events: Sequence[RecordedEvent]) -> None:
    """Apply events to the table."""
    for recorded in events:
        if isinstance(recorded.event, _Relevant):
            _apply(cursor, recorded, recorded.event)


def _apply(cursor: Cursor[TupleRow], recorded: RecordedEvent, event: _Relevant) -> None:
    match event:
        case MatchOpened():
            cursor.execute("INSERT INTO under_way (match, opener) VALUES (%s, %s)", (recorded.match, event.opener))
        case SeatTaken():
            if event.bot is not None:
                cursor.execute("UPDATE under_way SET has_bots = true WHERE match = %s", (recorded.match,))
        case MatchStarted():
            cursor.execute("UPDATE under_way SET has_started = true WHERE match = %s", (recorded.match,))
        case MatchFinished() | MatchAbandoned():
            cursor.execute("DELETE FROM under_way WHERE match = %s", (recorded.match,))
        case _:
            assert_never(event)


UNFINISHED_MATCHES: Final = Projection(
    name="under_way",
    tables=_TABLES,
    kinds=(MatchOpened, SeatTaken, MatchStarted, MatchFinished, MatchAbandoned),
    sees_newest=False,
    project=project,
)


async def load_of(connection: AsyncConnection[Any], opener: PlayerId, but: list[MatchId]) -> Load:
    """Count the unfinished matches of a person, except for the given ones."""
    found = await connection.execute(_LOAD, (opener, but))
    row = await found.fetchone()
    return Load(0, 0) if row is None else Load(*row)
