"""Recorded events: the log as projections read it."""

from collections.abc import Collection
from typing import Protocol

from msgspec import Struct

from domain.kernel.basics import Instant, MatchId, Version
from domain.kernel.messages import Event


class RecordedEvent(Struct, frozen=True):
    """Event of the log: its position, its stream (`match`, or another stream), its version and its time.

    `event` is decoded only for the kinds that the projection needs; it is None for others. An `imported` event belongs
    to a match that was not played here, which counts for no scoreboard and no rating.
    """

    position: int
    match: MatchId
    version: Version
    at: Instant
    event: Event | None
    imported: bool = False


class EventReader(Protocol):
    """Reads stored events; implemented by the event store."""

    def topics(self, kinds: Collection[type[Event]]) -> Collection[str]:
        """Return all topics of these event types, including those of retired revisions."""

    def is_match_event(self, topic: str) -> bool:
        """Whether an event of this topic belongs to a match."""

    def timestamp(self, state: bytes) -> Instant:
        """The time of a stored event of any kind, at little cost; raises `ValueError` for what is none."""

    def is_imported(self, state: bytes) -> bool:
        """Whether a stored event of any kind came here in a bundle, at little cost; raises as `timestamp` does."""

    def event(self, topic: str, state: bytes) -> Event:
        """Decode a stored event and upcast it to the current revision. Raises for an unknown or invalid event."""
