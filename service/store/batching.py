"""Which appends share the next commit, and what becomes of each of them.

A batch consists of groups, each of which is recorded as a whole or not at all: one append of its
own, or a chain of appends to one stream of which each continues the one before. So the database
compares one version for each stream of a batch, and a conflict refuses the rest of its chain with it.
"""

from asyncio import Future
from collections.abc import Iterator, Mapping, Sequence
from uuid import UUID

from eventsourcing.persistence import DataError

from service.store.errors import Overloaded, VersionConflict
from service.store.rows import Row

Stream = bytes
"""The bytes of a stream's UUID, which are found in a table without a call of Python's."""

Place = tuple[Stream, int]
"""Where a row stands: its stream, its version."""

Positions = Mapping[Place, int]
"""Where in the log the rows of a batch were recorded; refused ones are missing."""


class Request:
    """One append that waits for its answer: the positions of its rows, or why it was refused."""

    def __init__(self, rows: Sequence[Row], answer: Future[list[int]]) -> None:
        """Ask for `rows` to be recorded.

        Raises `VersionConflict` where their versions leave a gap, `DataError` where no database could hold them.
        """
        self.answer = answer
        self.before: dict[Stream, int] = {}
        self.last: dict[Stream, int] = {}
        self.rows = rows
        self.places: list[Place] = [(row.stream.bytes, row.version) for row in rows]
        for (stream, version), row in zip(self.places, rows, strict=True):
            before = self.last.get(stream, version - 1)
            if version != before + 1:
                raise VersionConflict(row.stream, before + 1)
            if not 0 < version < 2**63 or not row.topic.isprintable():
                message = f"no database can hold version {version} of {row.stream} with topic {row.topic!r}"
                raise DataError(message)
            self.before.setdefault(stream, before)
            self.last[stream] = version

    def continues(self, other: "Request") -> bool:
        """Whether this append and `other` have one and the same stream, and this one starts where that ends."""
        return len(self.last) == 1 and self.before == other.last

    def refuse(self, error: Exception) -> None:
        """Answer with an error, unless the caller has gone."""
        if not self.answer.done():
            self.answer.set_exception(error)

    def conflict(self) -> None:
        """Answer that the stream is elsewhere."""
        stream, before = next(iter(self.before.items()))
        self.refuse(VersionConflict(UUID(bytes=stream), before + 1))

    def settle(self, positions: Positions) -> bool:
        """Answer from what the database recorded; say whether the append was."""
        found = [positions[place] for place in self.places if place in positions]
        if len(found) < len(self.places):
            self.conflict()
            return False
        if not self.answer.done():
            self.answer.set_result(found)
        return True


class Batch:
    """What one transaction records; `attempts` is how often the database may have seen it, `trouble` why not once."""

    def __init__(self, groups: list[list[Request]]) -> None:
        """Share a commit among `groups`."""
        self.groups = groups
        self.attempts = 0
        self.trouble = "no answer"

    def requests(self) -> Iterator[Request]:
        """All appends of the batch, in the order in which they were asked for within each stream."""
        for group in self.groups:
            yield from group

    def settle(self, positions: Positions) -> list[Request]:
        """Answer every append; give those that were refused."""
        return [request for request in self.requests() if not request.settle(positions)]

    def refuse(self, error: Exception) -> None:
        """Answer every append with an error."""
        for request in self.requests():
            request.refuse(error)


class Queue:
    """Appends that wait for the next commit: a bounded line, kept in order within each stream."""

    def __init__(self, bound: int) -> None:
        """Let no more than `bound` appends wait."""
        self._bound = bound
        self._waiting: list[Request] = []

    def __len__(self) -> int:
        """How many appends wait."""
        return len(self._waiting)

    def add(self, request: Request) -> None:
        """Line up; raises `Overloaded` where the line is full."""
        if len(self._waiting) >= self._bound:
            message = f"{self._bound} appends are waiting already"
            raise Overloaded(message)
        self._waiting.append(request)

    def take(self) -> Batch:
        """Everything that may share the next commit.

        Rivals for a version are left for the next one, and so is what came after them in their
        streams: it may have been decided upon a rival that loses.
        """
        groups: dict[Stream, list[Request]] = {}
        chosen: list[list[Request]] = []
        late: set[Stream] = set()
        waiting, self._waiting = self._waiting, []
        for request in waiting:
            group = _group_for(request, groups, late)
            if group is None:
                late.update(request.last)
                self._waiting.append(request)
                continue
            if not group:
                chosen.append(group)
            group.append(request)
            groups.update(dict.fromkeys(request.last, group))
        return Batch(chosen)

    def refuse_chained(self, refused: Sequence[Request]) -> None:
        """Refuse what continues a refused append: it was decided upon events that never happened."""
        gone = {(stream, version) for request in refused for stream, version in request.last.items()}
        kept = []
        for request in self._waiting:
            if gone.isdisjoint(request.before.items()):
                kept.append(request)
                continue
            request.conflict()
            gone.update(request.last.items())
        self._waiting = kept

    def refuse_all(self, error: Exception) -> None:
        """Answer everybody in the line with an error."""
        waiting, self._waiting = self._waiting, []
        for request in waiting:
            request.refuse(error)


def _group_for(request: Request, groups: dict[Stream, list[Request]], late: set[Stream]) -> list[Request] | None:
    """The group a request may join, an empty one of its own, or none for now."""
    if not late.isdisjoint(request.last):
        return None
    group = next((groups[stream] for stream in request.last if stream in groups), None)
    if group is None:
        return []
    return group if request.continues(group[-1]) else None
