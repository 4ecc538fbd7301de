"""Editions: component data included in a game or published by organizers.

Each game has one stream of published editions. Every process keeps its state and reads new events on demand.
"""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from domain.catalogue import Catalogue, edition_digest
from domain.editions.decoding import read_edition
from domain.editions.published import EditionPublished, Published, PublishedEditions, evolve, publish
from domain.kernel.basics import GameKey, Hash, Instant, PlayerId, Version
from domain.kernel.errors import Refused
from domain.kernel.messages import Edition
from domain.kernel.records import Record
from domain.matches.events import MatchOpened
from domain.matches.evolve import fold
from domain.matches.state import Match
from service.clock import editions_id, now
from service.store.errors import UnknownTopic, VersionConflict
from service.store.rows import StreamRow
from service.store.store import Store

TOPIC: Final = "edition/edition_published@1"
_PAGE = 50
_IN_MEMORY = 64


class _Stored(Struct, frozen=True):
    """State of a row."""

    at: Instant
    event: EditionPublished


_STORED = msgspec.json.Decoder(_Stored)


class Editions:
    """Repository of the editions that matches are opened and loaded with."""

    def __init__(self, store: Store, catalogue: Catalogue) -> None:
        """Use the log of `store` for the published editions of these games."""
        self._store = store
        self._catalogue = catalogue
        self._included = {
            (game.key, edition_digest(edition)) for game in catalogue for edition in game.editions.values()
        }
        self._published = {game.key: PublishedEditions() for game in catalogue}
        self._loaded: OrderedDict[tuple[GameKey, Hash], Edition] = OrderedDict()

    async def published(self, game: GameKey) -> PublishedEditions:
        """The editions published for a game until now."""
        more = True
        while more:
            rows = await self._rows(game, len(self._published[game].editions), _PAGE)
            self._apply(game, rows)
            more = len(rows) == _PAGE
        return self._published[game]

    async def publish(self, key: str, data: dict[str, Any], publisher: PlayerId) -> Published:
        """Publish component data of a game. Publishing the same data again returns the first result.

        Raises `Refused`: `unknown_game`, `edition_unfit`, `edition_name_taken`; and the store's errors.
        """
        game = self._catalogue.game(key)
        try:
            edition = read_edition(game, data)
        except ValueError as error:
            raise Refused("edition_unfit", f"{game.title} cannot be played with this edition: {error}.") from None
        while True:
            known = await self.published(game.key)
            for event in publish(game, known, edition, publisher):
                await self._append(event, len(known.editions) + 1)
            published = (await self.published(game.key)).find(edition_digest(edition))
            if published is not None:
                return published

    async def find(self, key: str, name: str) -> tuple[Edition, Published] | None:
        """Find a published edition by name or digest. Raises `Refused` (`unknown_game`)."""
        game = self._catalogue.game(key)
        line = self._published[game.key].find(name) or (await self.published(game.key)).find(name)
        return None if line is None else (await self._load(game.key, line), line)

    async def games_for_opening(self, key: str, name: str | None) -> Catalogue:
        """The games to open a match with: they include the edition of this name or digest if it was published."""
        game = self._catalogue.game(key)
        if name is None or name in game.editions:
            return self._catalogue
        found = await self.find(key, name)
        return self._catalogue if found is None else self._catalogue.with_edition(game.key, found[0])

    async def games_for(self, records: Sequence[Record]) -> Catalogue:
        """The games to fold a match's records with: they include the edition that it was opened with."""
        event = records[0].event if records else None
        if not isinstance(event, MatchOpened) or (event.game, event.edition_digest) in self._included:
            return self._catalogue
        return await self.games_for_opening(event.game, event.edition_digest)

    async def fold_match(self, records: Sequence[Record]) -> Match | None:
        """Fold all records of a match, with its edition; None without records."""
        return fold(await self.games_for(records), None, records)

    async def _load(self, game: GameKey, line: Published) -> Edition:
        edition = self._loaded.pop((game, line.digest), None)
        if edition is None:
            ((_, topic, state),) = await self._rows(game, line.version - 1, 1)
            data = _read(topic, state).event.edition
            edition = msgspec.convert(data, self._catalogue.game(game).edition, str_keys=True)
        self._loaded[game, line.digest] = edition
        while len(self._loaded) > _IN_MEMORY:
            self._loaded.popitem(last=False)
        return edition

    async def _rows(self, game: GameKey, after: int, limit: int) -> list[StreamRow]:
        return await self._store.load(editions_id(game), after, limit)

    async def _append(self, event: EditionPublished, version: int) -> None:
        state = msgspec.json.encode(_Stored(now(), event))
        try:
            await self._store.append(editions_id(event.game), [(version, TOPIC, state)])
        except VersionConflict:
            return  # another publication came first, perhaps of the same data: the caller reads again

    def _apply(self, game: GameKey, rows: Sequence[StreamRow]) -> None:
        for version, topic, state in rows:
            known, stored = self._published[game], _read(topic, state)
            if version == len(known.editions) + 1:  # a concurrent task may have applied the row already
                self._published[game] = evolve(known, Version(version), stored.at, stored.event)


def _read(topic: str, state: bytes) -> _Stored:
    if topic != TOPIC:
        raise UnknownTopic(topic, "not the topic of a published edition")
    try:
        return _STORED.decode(state)
    except msgspec.DecodeError as error:
        raise UnknownTopic(topic, str(error)) from error
