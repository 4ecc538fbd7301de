"""Errors of the event log. Each is a subclass of the library error that the recorder's contract names."""

from uuid import UUID

from eventsourcing.persistence import IntegrityError, OperationalError


class VersionConflict(IntegrityError):  # noqa: N818 -- the field's word
    """The append's first version is taken or does not follow the stream's last one; nothing was recorded."""

    def __init__(self, stream: UUID, version: int) -> None:
        """Name the rejected append by its stream and first version."""
        super().__init__(f"version {version} of stream {stream} is taken, or the version before it is missing")
        self.stream = stream
        self.version = version


class Overloaded(OperationalError):  # noqa: N818 -- a state of the service, not a defect
    """The append queue is full; nothing was recorded. The caller may retry after `retry_after` seconds."""

    retry_after = 1


class StoreUnavailable(OperationalError):  # noqa: N818 -- a state of the service, not a defect
    """The database did not answer in time.

    If `outcome_unknown`, the append may have been recorded: load the stream to find out.
    """

    def __init__(self, reason: str, *, outcome_unknown: bool = False) -> None:
        """Take the database's own message as the reason."""
        super().__init__(reason)
        self.outcome_unknown = outcome_unknown


class UnknownTopic(Exception):  # noqa: N818 -- names the unexpected value
    """A stored event that this version of the program cannot read: it is invalid, or a newer version wrote it."""

    def __init__(self, topic: str, reason: str) -> None:
        """Name the topic and the reason."""
        super().__init__(f"cannot read stored event {topic!r}: {reason}")
        self.topic = topic
