"""Batches of appends that share one commit, and the outcome of each append.

A batch consists of groups. Each group is recorded as a whole or not at all. A group is either one append,
or a chain of appends to one stream in which each append continues the previous one. The database therefore
compares one version for each stream of a batch, and a conflict rejects the rest of its chain.
"""

from asyncio import Future
from collections.abc import Iterator, Mapping, Sequence
from uuid import UUID

from eventsourcing.persistence import DataError

from service.store.errors import Overloaded, VersionConflict
from service.store.rows import Row

StreamKey = bytes
"""The bytes of a stream's UUID. Bytes hash in C, without a call of a Python method."""

RowKey = tuple[StreamKey, int]
"""A row's stream and version."""

Positions = Mapping[RowKey, int]
"""Log positions of the rows that a batch recorded. Rejected rows are missing."""


class AppendRequest:
    """One append that waits for its commit."""

    def __init__(self, rows: Sequence[Row], answer: Future[list[int]]) -> None:
        """Request that `rows` be recorded; `answer` receives their positions or the error.

        Raises `VersionConflict` if the versions have a gap, `DataError` if no database can store the rows.
        """
        self.answer = answer
        self.expected: dict[StreamKey, int] = {}
        self.final: dict[StreamKey, int] = {}
        self.rows = rows
        self.keys: list[RowKey] = [(row.stream.bytes, row.version) for row in rows]
        for (stream, version), row in zip(self.keys, rows, strict=True):
            previous = self.final.get(stream, version - 1)
            if version != previous + 1:
                raise VersionConflict(row.stream, previous + 1)
            _check_storable(row)
            self.expected.setdefault(stream, previous)
            self.final[stream] = version

    def continues(self, other: "AppendRequest") -> bool:
        """Whether both appends have the same single stream and this one starts at the end of `other`."""
        return len(self.final) == 1 and self.expected == other.final

    def reject(self, error: Exception) -> None:
        """Answer with an error, unless the caller has been cancelled."""
        if not self.answer.done():
            self.answer.set_exception(error)

    def reject_conflict(self) -> None:
        """Answer that the stream is at another version."""
        stream, previous = next(iter(self.expected.items()))
        self.reject(VersionConflict(UUID(bytes=stream), previous + 1))

    def resolve(self, positions: Positions) -> bool:
        """Answer with the recorded positions. Returns whether the append was recorded."""
        found = [positions[key] for key in self.keys if key in positions]
        if len(found) < len(self.keys):
            self.reject_conflict()
            return False
        if not self.answer.done():
            self.answer.set_result(found)
        return True


def _check_storable(row: Row) -> None:
    if not 0 < row.version < 2**63 or not row.topic.isprintable():
        message = f"no database can store version {row.version} of {row.stream} with topic {row.topic!r}"
        raise DataError(message)


class Batch:
    """The appends of one transaction.

    `attempts` counts how often the batch was sent, `last_error` is the reason of the last failed attempt.
    """

    def __init__(self, groups: list[list[AppendRequest]]) -> None:
        """Share a commit among `groups`."""
        self.groups = groups
        self.attempts = 0
        self.last_error = "no answer"

    def requests(self) -> Iterator[AppendRequest]:
        """All appends of the batch, in submission order within each stream."""
        for group in self.groups:
            yield from group

    def resolve(self, positions: Positions) -> list[AppendRequest]:
        """Answer every append. Returns the rejected ones."""
        return [request for request in self.requests() if not request.resolve(positions)]

    def reject(self, error: Exception) -> None:
        """Answer every append with an error."""
        for request in self.requests():
            request.reject(error)


class AppendQueue:
    """A bounded queue of appends that wait for the next commit, ordered within each stream."""

    def __init__(self, bound: int) -> None:
        """Hold at most `bound` appends."""
        self._bound = bound
        self._waiting: list[AppendRequest] = []

    def __len__(self) -> int:
        """Return the number of waiting appends."""
        return len(self._waiting)

    def add(self, request: AppendRequest) -> None:
        """Enqueue an append. Raises `Overloaded` if the queue is full."""
        if len(self._waiting) >= self._bound:
            message = f"the queue holds {self._bound} appends already"
            raise Overloaded(message)
        self._waiting.append(request)

    def take_batch(self) -> Batch:
        """Remove and return all appends that can share the next commit.

        Of several appends that compete for one version, the first joins the batch. The others stay queued,
        and so do later appends to their streams: those may build on an append that loses.
        """
        group_of: dict[StreamKey, list[AppendRequest]] = {}
        groups: list[list[AppendRequest]] = []
        deferred: set[StreamKey] = set()
        waiting, self._waiting = self._waiting, []
        for request in waiting:
            group = _group_for(request, group_of, deferred)
            if group is None:
                deferred.update(request.final)
                self._waiting.append(request)
                continue
            if not group:
                groups.append(group)
            group.append(request)
            group_of.update(dict.fromkeys(request.final, group))
        return Batch(groups)

    def reject_dependents(self, rejected: Sequence[AppendRequest]) -> None:
        """Reject queued appends that continue a rejected one: they were decided on events that were not recorded."""
        lost = {(stream, version) for request in rejected for stream, version in request.final.items()}
        remaining = []
        for request in self._waiting:
            if lost.isdisjoint(request.expected.items()):
                remaining.append(request)
                continue
            request.reject_conflict()
            lost.update(request.final.items())
        self._waiting = remaining

    def reject_all(self, error: Exception) -> None:
        """Answer every queued append with an error."""
        waiting, self._waiting = self._waiting, []
        for request in waiting:
            request.reject(error)


def _group_for(
    request: AppendRequest, group_of: dict[StreamKey, list[AppendRequest]], deferred: set[StreamKey]
) -> list[AppendRequest] | None:
    """Return the group that a request can join, a new empty group, or None if the request must wait."""
    if not deferred.isdisjoint(request.final):
        return None
    group = next((group_of[stream] for stream in request.final if stream in group_of), None)
    if group is None:
        return []
    return group if request.continues(group[-1]) else None
