"""Events of streams that are no matches as stored rows, and back: an event with its time, and nothing besides."""

from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel.basics import Instant
from domain.kernel.messages import Event, either
from service.store.errors import UnknownTopic
from service.store.topics import topic_of


class _Timed(Struct, frozen=True):
    at: Instant
    event: Any


class PlainMapper:
    """Reads and writes the rows of one kind of stream; topics are stable names, as a match's are."""

    def __init__(self, prefix: str, kinds: tuple[type[Event], ...]) -> None:
        """Know events of these kinds under topics of this prefix."""
        self._topics = {kind: topic_of(prefix, kind) for kind in kinds}
        self._known = frozenset(self._topics.values())
        self._decoder = msgspec.json.Decoder(_Timed)
        self._kinds: Any = either(kinds)

    def knows(self, topic: str) -> bool:
        """Whether rows of this topic are read here."""
        return topic in self._known

    def to_row(self, at: Instant, event: Event) -> tuple[str, bytes]:
        """The topic and state of an event."""
        return self._topics[type(event)], msgspec.json.encode(_Timed(at, event))

    def to_event(self, topic: str, state: bytes) -> Any:  # noqa: ANN401 -- one of the kinds
        """The event of a row. Raises `UnknownTopic` for what this version of the program cannot read."""
        if topic not in self._known:
            raise UnknownTopic(topic, "no event of this kind of stream")
        try:
            return msgspec.convert(self._decoder.decode(state).event, self._kinds)
        except msgspec.DecodeError as error:
            raise UnknownTopic(topic, str(error)) from error
