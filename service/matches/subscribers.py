"""Subscribers to changes of matches in this process: live updates and bots."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Protocol

from domain.kernel.basics import MatchId
from domain.kernel.records import Shown
from domain.matches.state import Match
from service.store.errors import Overloaded, VersionConflict


class MatchSubscriber(Protocol):
    """Part of the service that reacts to changes of matches. It returns at once and starts tasks for longer work."""

    def match_changed(self, match: Match, events: Sequence[Shown]) -> None:
        """React to new events of a match (shown in full), or to a match that was loaded (without events)."""


class MatchSubscribers:
    """The one place where parts of the service subscribe to changes of matches."""

    def __init__(self) -> None:
        """Begin without subscribers."""
        self._subscribers: list[MatchSubscriber] = []
        self._recordings: set[asyncio.Future[list[int]]] = set()
        self._failed: set[MatchId] = set()

    def add(self, subscriber: MatchSubscriber) -> None:
        """Subscribe; subscribers are called in the order in which they were added."""
        self._subscribers.append(subscriber)

    def match_changed(self, match: Match, events: Sequence[Shown] = ()) -> None:
        """Call every subscriber."""
        for subscriber in self._subscribers:
            subscriber.match_changed(match, events)

    def track(self, match: MatchId, recording: "asyncio.Future[list[int]]") -> None:
        """Track a recording of a match until it ends. The callback that calls subscribers must be added before."""
        self._recordings.add(recording)
        recording.add_done_callback(partial(self._ended, match))

    def _ended(self, match: MatchId, recording: "asyncio.Future[list[int]]") -> None:
        self._recordings.discard(recording)
        error = asyncio.CancelledError() if recording.cancelled() else recording.exception()
        if error is not None and not isinstance(error, Overloaded | VersionConflict):
            self._failed.add(match)

    async def drained(self) -> set[MatchId]:
        """Wait until all recordings that are in progress now have ended.

        Returns the matches of failed recordings since the last call. Their events may be in the log although no
        subscriber was called.
        """
        if self._recordings:
            await asyncio.wait(set(self._recordings))
        failed, self._failed = self._failed, set()
        return failed
