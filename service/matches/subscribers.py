"""Subscribers to changes of matches in this process: live updates, bots, the scheduler."""

from collections.abc import Sequence
from typing import Protocol

from domain.kernel.records import Shown
from domain.matches.state import Match


class MatchSubscriber(Protocol):
    """Part of the service that reacts to changes of matches. It returns at once and starts tasks for longer work."""

    def match_changed(self, match: Match, events: Sequence[Shown]) -> None:
        """React to new events of a match (shown in full), or to a match that was loaded (without events)."""


class MatchSubscribers:
    """The one place where parts of the service subscribe to changes of matches."""

    def __init__(self) -> None:
        """Begin without subscribers."""
        self._subscribers: list[MatchSubscriber] = []

    def add(self, subscriber: MatchSubscriber) -> None:
        """Subscribe; subscribers are called in the order in which they were added."""
        self._subscribers.append(subscriber)

    def match_changed(self, match: Match, events: Sequence[Shown] = ()) -> None:
        """Call every subscriber."""
        for subscriber in self._subscribers:
            subscriber.match_changed(match, events)
