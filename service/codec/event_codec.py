"""Decoding of stored events for projections."""

from collections.abc import Collection

import msgspec
from msgspec import Raw, Struct

from domain.catalogue import Catalogue
from domain.chronicles.events import CHRONICLE
from domain.kernel.basics import Instant, MatchId
from domain.kernel.messages import Event
from domain.matches.events import LIFECYCLE
from service.codec.event_mapper import EventMapper
from service.codec.record_mapper import RecordMapper
from service.codec.topics import MATCH, topics_of

CHRONICLE_PREFIX = "chronicle"


class _Timestamp(Struct, frozen=True):
    at: Instant


class _ImportMark(Struct, frozen=True):
    imported: Raw = Raw()


class EventCodec:
    """Decodes the rows of all games of a catalogue, and of chronicles."""

    def __init__(self, catalogue: Catalogue) -> None:
        """Support the games of `catalogue`. Raises `ValueError` as `RecordMapper` does."""
        mappers: dict[str, RecordMapper] = {game.key: RecordMapper(game, LIFECYCLE) for game in catalogue}
        self._mappers = {MATCH: next(iter(mappers.values())), **mappers}
        self._timestamp = msgspec.json.Decoder(_Timestamp)
        self._import_mark = msgspec.json.Decoder(_ImportMark)
        self._chronicles = EventMapper(CHRONICLE_PREFIX, CHRONICLE)
        self._topics = _topics_by_kind(MATCH, LIFECYCLE) | _topics_by_kind(CHRONICLE_PREFIX, CHRONICLE)
        for game in catalogue:
            self._topics |= _topics_by_kind(game.key, game.events)

    def topics(self, kinds: Collection[type[Event]]) -> Collection[str]:
        """All topics of these event types, former revisions included. Types of unknown games have none."""
        return [topic for kind in kinds for topic in self._topics.get(kind, ())]

    def is_match_event(self, topic: str) -> bool:
        """Whether an event with this topic belongs to a match."""
        return topic.partition("/")[0] in self._mappers

    def timestamp(self, state: bytes) -> Instant:
        """The time of a stored event. Raises msgspec's `DecodeError`."""
        return self._timestamp.decode(state).at

    def is_imported(self, state: bytes) -> bool:
        """Whether a stored event was imported from a bundle. Raises msgspec's `DecodeError`."""
        return bool(self._import_mark.decode(state).imported)

    def event(self, topic: str, state: bytes) -> Event:
        """Decode a stored event. Raises the store's `UnknownTopic`."""
        if self._chronicles.can_read(topic):
            event: Event = self._chronicles.to_event(topic, state)
            return event
        mapper = self._mappers[topic.partition("/")[0]]
        return mapper.to_records(MatchId(""), [(0, topic, state)])[0].event


def _topics_by_kind(prefix: str, kinds: tuple[type[Event], ...]) -> dict[type[Event], list[str]]:
    return {kind: topics_of(prefix, kind) for kind in kinds}
