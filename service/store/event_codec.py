"""Stored events as projections read them."""

from collections.abc import Collection

import msgspec
from msgspec import Raw, Struct

from domain.catalogue import Catalogue
from domain.chronicles.events import CHRONICLE
from domain.kernel.basics import Instant, MatchId
from domain.kernel.messages import Event
from domain.matches.events import LIFECYCLE
from service.store.mapper import Mapper
from service.store.plain_mapper import PlainMapper
from service.store.topics import MATCH, topics_of

CHRONICLE_PREFIX = "chronicle"


class _Moment(Struct, frozen=True):
    at: Instant


class _Mark(Struct, frozen=True):
    imported: Raw = Raw()


class EventCodec:
    """Reads the rows of all games of a catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        """Know these games; raises `ValueError` as `Mapper` does."""
        mappers: dict[str, Mapper] = {game.key: Mapper(game, LIFECYCLE) for game in catalogue}
        self._mappers = {MATCH: next(iter(mappers.values())), **mappers}
        self._moment = msgspec.json.Decoder(_Moment)
        self._mark = msgspec.json.Decoder(_Mark)
        self._chronicles = PlainMapper(CHRONICLE_PREFIX, CHRONICLE)
        self._topics = _named(MATCH, LIFECYCLE) | _named(CHRONICLE_PREFIX, CHRONICLE)
        for game in catalogue:
            self._topics |= _named(game.key, game.events)

    def topics(self, kinds: Collection[type[Event]]) -> Collection[str]:
        """All topics under which events of these kinds are stored, former revisions too; none of games not served."""
        return [topic for kind in kinds for topic in self._topics.get(kind, ())]

    def is_of_match(self, topic: str) -> bool:
        """Whether an event of this topic belongs to a match."""
        return topic.partition("/")[0] in self._mappers

    def moment(self, state: bytes) -> Instant:
        """The time of a stored event. Raises msgspec's `DecodeError`."""
        return self._moment.decode(state).at

    def is_imported(self, state: bytes) -> bool:
        """Whether a stored event came here in a bundle. Raises msgspec's `DecodeError`."""
        return bool(self._mark.decode(state).imported)

    def event(self, topic: str, state: bytes) -> Event:
        """A stored event. Raises the store's `UnknownTopic`."""
        if self._chronicles.knows(topic):
            event: Event = self._chronicles.to_event(topic, state)
            return event
        mapper = self._mappers[topic.partition("/")[0]]
        return mapper.to_records(MatchId(""), [(0, topic, state)])[0].event


def _named(prefix: str, kinds: tuple[type[Event], ...]) -> dict[type[Event], list[str]]:
    return {kind: topics_of(prefix, kind) for kind in kinds}
