"""Mapping between rows and the events of streams other than matches, which store an event and its time only."""

from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel.basics import Instant
from domain.kernel.messages import Event, either
from service.codec.topics import topic_of
from service.store.errors import UnknownTopic


class _TimedEvent(Struct, frozen=True):
    at: Instant
    event: Any


class EventMapper:
    """Encodes and decodes the rows of one type of stream. Topics are stable names, as in a match."""

    def __init__(self, prefix: str, kinds: tuple[type[Event], ...]) -> None:
        """Support these event types under topics with this prefix."""
        self._topics = {kind: topic_of(prefix, kind) for kind in kinds}
        self._known = frozenset(self._topics.values())
        self._decoder = msgspec.json.Decoder(_TimedEvent)
        self._kinds: Any = either(kinds)

    def can_read(self, topic: str) -> bool:
        """Whether this mapper reads rows with this topic."""
        return topic in self._known

    def to_row(self, at: Instant, event: Event) -> tuple[str, bytes]:
        """The topic and state of an event."""
        return self._topics[type(event)], msgspec.json.encode(_TimedEvent(at, event))

    def to_event(self, topic: str, state: bytes) -> Any:  # noqa: ANN401 -- one of the kinds
        """The event of a row. Raises `UnknownTopic` if this version of the program cannot read it."""
        if topic not in self._known:
            raise UnknownTopic(topic, "no event of this type of stream has this topic")
        try:
            return msgspec.convert(self._decoder.decode(state).event, self._kinds)
        except msgspec.DecodeError as error:
            raise UnknownTopic(topic, str(error)) from error
