"""Editions by their owners: each game has a stream of them, which every process reads as far as it needs it."""

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
    """The state of a row."""

    at: Instant
    event: EditionPublished


_STORED = msgspec.json.Decoder(_Stored)


class Editions:
    """The editions that matches are opened and loaded with: the games' own, and those of owners."""

    def __init__(self, store: Store, catalogue: Catalogue) -> None:
        """Keep owners' editions of these games in this store."""
        self._store = store
        self._catalogue = catalogue
        self._own = {(game.key, edition_digest(edition)) for game in catalogue for edition in game.editions.values()}
        self._shelves = {game.key: PublishedEditions() for game in catalogue}
        self._loaded: OrderedDict[tuple[GameKey, Hash], Edition] = OrderedDict()

    async def shelf(self, game: GameKey) -> PublishedEditions:
        """Give the owners' editions of a game as they stand now."""
        more = True
        while more:
            rows = await self._rows(game, len(self._shelves[game].editions), _PAGE)
            self._take(game, rows)
            more = len(rows) == _PAGE
        return self._shelves[game]

    async def publish(self, key: str, written: dict[str, Any], publisher: PlayerId) -> Published:
        """Publish component data of a game; the same data again is answered alike.

        Raises `Refused`: `unknown_game`, `edition_unfit`, `edition_name_taken`; and the store's errors.
        """
        game = self._catalogue.game(key)
        try:
            edition = read_edition(game, written)
        except ValueError as error:
            raise Refused("edition_unfit", f"{game.title} cannot be played with this: {error}.") from None
        while True:
            shelf = await self.shelf(game.key)
            for event in publish(game, shelf, edition, publisher):
                await self._append(event, len(shelf.editions) + 1)
            published = (await self.shelf(game.key)).find(edition_digest(edition))
            if published is not None:
                return published

    async def found(self, key: str, word: str) -> tuple[Edition, Published] | None:
        """Look an owner's edition up by name or digest. Raises `Refused` (`unknown_game`)."""
        game = self._catalogue.game(key)
        line = self._shelves[game.key].find(word) or (await self.shelf(game.key)).find(word)
        return None if line is None else (await self._load(game.key, line), line)

    async def to_open(self, key: str, word: str | None) -> Catalogue:
        """Give the games with the edition that a match is to be opened with, where there is such an edition."""
        game = self._catalogue.game(key)
        if word is None or word in game.editions:
            return self._catalogue
        found = await self.found(key, word)
        return self._catalogue if found is None else self._catalogue.having(game.key, found[0])

    async def to_play(self, records: Sequence[Record]) -> Catalogue:
        """Give the games with the edition that a match was opened with, to fold its records with."""
        event = records[0].event if records else None
        if not isinstance(event, MatchOpened) or (event.game, event.edition_digest) in self._own:
            return self._catalogue
        return await self.to_open(event.game, event.edition_digest)

    async def match_of(self, records: Sequence[Record]) -> Match | None:
        """Take a match through its records from the first on, with its edition; none where there are none."""
        return fold(await self.to_play(records), None, records)

    async def _load(self, game: GameKey, line: Published) -> Edition:
        edition = self._loaded.pop((game, line.digest), None)
        if edition is None:
            ((_, topic, state),) = await self._rows(game, line.version - 1, 1)
            told = _read(topic, state).event.edition
            edition = msgspec.convert(told, self._catalogue.game(game).edition, str_keys=True)
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
            return  # somebody else was faster, perhaps with the same data: look again

    def _take(self, game: GameKey, rows: Sequence[StreamRow]) -> None:
        for version, topic, state in rows:
            shelf, stored = self._shelves[game], _read(topic, state)
            if version == len(shelf.editions) + 1:  # others may have read the same rows meanwhile
                self._shelves[game] = evolve(shelf, Version(version), stored.at, stored.event)


def _read(topic: str, state: bytes) -> _Stored:
    if topic != TOPIC:
        raise UnknownTopic(topic, "no published edition")
    try:
        return _STORED.decode(state)
    except msgspec.DecodeError as error:
        raise UnknownTopic(topic, str(error)) from error
