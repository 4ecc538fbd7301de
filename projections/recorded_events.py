"""The log as projections see it: where, when, and what happened."""

from collections.abc import Collection
from typing import Protocol

from msgspec import Struct

from domain.kernel.basics import Instant, MatchId, Version
from domain.kernel.messages import Event


class RecordedEvent(Struct, frozen=True):
    """One event of the log: its position there, its match (or other stream) and version, its time.

    `event` is read only for the kinds that a projection asked for; it is none for all others. Events of an
    `imported` match are told like others, but were not played here: they count for no score and no rating.
    """

    position: int
    match: MatchId
    version: Version
    at: Instant
    event: Event | None
    imported: bool = False


class EventReader(Protocol):
    """How stored events are read; the store's side of the contract."""

    def topics(self, kinds: Collection[type[Event]]) -> Collection[str]:
        """All topics under which events of these kinds are stored, former revisions too."""

    def is_match_event(self, topic: str) -> bool:
        """Whether an event of this topic belongs to a match."""

    def timestamp(self, state: bytes) -> Instant:
        """The time of a stored event of any kind, at little cost; raises `ValueError` for what is none."""

    def is_imported(self, state: bytes) -> bool:
        """Whether a stored event of any kind came here in a bundle, at little cost; raises as `timestamp` does."""

    def event(self, topic: str, state: bytes) -> Event:
        """A stored event, brought up to today's revision; raises for one that this program cannot read."""
