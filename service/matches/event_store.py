"""The streams of matches as records: the store's rows on one side, the domain's words on the other."""

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

_LAST = frozenset(topics_of(MATCH, SecretRevealed))
"""The topics of the last event of a match that is over."""


class MatchEventStore:
    """Reads and appends records; knows each game's mapper."""

    def __init__(self, store: Store, catalogue: Catalogue) -> None:
        """Keep the matches of these games in this store."""
        self._store = store
        self._mappers = {game.key: RecordMapper(game, LIFECYCLE) for game in catalogue}

    async def whole(self, match: MatchId) -> list[Record]:
        """Read a whole match; empty where there is none."""
        rows = await self._store.load(UUID(match))
        if not rows or not _is_of_match(rows[0][1]):
            return []
        return self._records(game_of(rows[0][2]), match, rows)

    async def part(self, game: GameKey, match: MatchId, after: Version, limit: int | None = None) -> list[Record]:
        """Read the records of a match that follow a version."""
        return self._records(game, match, await self._store.load(UUID(match), after, limit))

    async def over(self, matches: Sequence[MatchId]) -> list[MatchId]:
        """Those of these matches that are over, in the order in which they ended."""
        newest = await self._store.latest_events([UUID(match) for match in matches])
        return [MatchId(str(row.stream)) for row in newest if row.topic in _LAST]

    async def opened(self, after: int, limit: int) -> list[tuple[int, MatchId | None]]:
        """The streams that begin above a position of the log, at most `limit`: where, and its id if it is a match."""
        rows = await self._store.first_events(after, limit)
        return [(row.position, MatchId(str(row.stream)) if _is_of_match(row.topic) else None) for row in rows]

    async def changed(self, after: int, limit: int) -> list[tuple[int, MatchId]]:
        """The ids of the streams of the next `limit` events above a position of the log, each with a position.

        The last position is that of the last of these events. Some ids may be those of streams that are no matches.
        """
        return [(position, MatchId(str(stream))) for position, stream in await self._store.streams(after, limit)]

    async def head(self) -> int:
        """The newest position of the whole log."""
        return await self._store.head_position()

    async def position(self, match: MatchId) -> int:
        """The position of a match's newest event in the whole log, 0 where there is none."""
        newest = await self._store.latest_events([UUID(match)])
        return newest[0].position if newest else 0

    async def append(self, game: GameKey, records: Sequence[Record]) -> int:
        """Record what was decided, all or nothing; the position of the last event in the whole log.

        Raises the store's `VersionConflict`, `Overloaded` and `StoreUnavailable`.
        """
        mapper = self._mappers[game]
        rows = [(record.version, *mapper.to_row(record)) for record in records]
        return (await self._store.append(UUID(records[0].match), rows))[-1]

    def _records(self, game: GameKey, match: MatchId, rows: Sequence[StreamRow]) -> list[Record]:
        return self._mappers[game].to_records(match, rows)


def _is_of_match(topic: str) -> bool:
    return topic.startswith(f"{MATCH}/")
