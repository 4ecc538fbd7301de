"""Event store of matches: reads and appends the records of a match, which the codec maps to rows of the log."""

import asyncio
from collections.abc import Sequence
from uuid import UUID

from domain.catalogue import Catalogue
from domain.kernel.basics import GameKey, MatchId, Version
from domain.kernel.records import Record
from domain.matches.events import LIFECYCLE, SecretRevealed
from service.codec.record_mapper import RecordMapper, game_of
from service.codec.topics import MATCH, topics_of
from service.store.rows import StreamRow
from service.store.store import Store

_ENDED = frozenset(topics_of(MATCH, SecretRevealed))
"""Topics of the last event of a match that is over."""


class MatchEventStore:
    """Event store of the matches of a catalogue of games."""

    def __init__(self, store: Store, catalogue: Catalogue) -> None:
        """Use the log of `store` for the games of `catalogue`."""
        self._store = store
        self._mappers = {game.key: RecordMapper(game, LIFECYCLE) for game in catalogue}

    async def load(self, match: MatchId) -> list[Record]:
        """All records of a match; empty if there is no such match. Raises the store's `UnknownTopic`."""
        rows = await self._store.load(UUID(match))
        if not rows or not _is_of_match(rows[0][1]):
            return []
        return self._records(game_of(rows[0][2]), match, rows)

    async def load_after(self, game: GameKey, match: MatchId, after: Version, limit: int | None = None) -> list[Record]:
        """The records of a match after a version, at most `limit`. Raises the store's `UnknownTopic`."""
        return self._records(game, match, await self._store.load(UUID(match), after, limit))

    async def list_ended(self, matches: Sequence[MatchId]) -> list[MatchId]:
        """The matches of `matches` that are over, in the order in which they ended."""
        newest = await self._store.latest_events([UUID(match) for match in matches])
        return [MatchId(str(row.stream)) for row in newest if row.topic in _ENDED]

    async def list_opened(self, after: int, limit: int) -> list[tuple[int, MatchId | None]]:
        """The streams that begin after a position of the log, at most `limit`.

        Each has the position of its first event and the id of the match, None for a stream of another type.
        """
        rows = await self._store.first_events(after, limit)
        return [(row.position, MatchId(str(row.stream)) if _is_of_match(row.topic) else None) for row in rows]

    async def list_changed(self, after: int, limit: int) -> list[tuple[int, MatchId]]:
        """The ids of the streams of the next `limit` events above a position of the log, each with a position.

        The last position is that of the last of these events. Some ids may be those of streams that are no matches.
        """
        return [(position, MatchId(str(stream))) for position, stream in await self._store.streams(after, limit)]

    async def head_position(self) -> int:
        """The position of the latest event of the log."""
        return await self._store.head_position()

    async def position(self, match: MatchId) -> int:
        """The position of a match's latest event in the log; 0 if there is no such match."""
        newest = await self._store.latest_events([UUID(match)])
        return newest[0].position if newest else 0

    async def append(self, game: GameKey, records: Sequence[Record]) -> int:
        """Record decided events, all or nothing, and return the position of the last one.

        Raises the store's `VersionConflict`, `Overloaded` and `StoreUnavailable`.
        """
        return (await self.submit(game, records))[-1]

    def submit(self, game: GameKey, records: Sequence[Record]) -> asyncio.Future[list[int]]:
        """Enqueue decided events; the future gives their positions. They are recorded even if nobody awaits it.

        Raises `Overloaded` at once; the future raises as `append` does.
        """
        mapper = self._mappers[game]
        rows = [(record.version, *mapper.to_row(record)) for record in records]
        return self._store.submit(UUID(records[0].match), rows)

    def _records(self, game: GameKey, match: MatchId, rows: Sequence[StreamRow]) -> list[Record]:
        return self._mappers[game].to_records(match, rows)


def _is_of_match(topic: str) -> bool:
    return topic.startswith(f"{MATCH}/")
