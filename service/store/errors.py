"""What can go wrong with the log; each is also the library's error that its recorder's contract names."""

from uuid import UUID

from eventsourcing.persistence import IntegrityError, OperationalError


class VersionConflict(IntegrityError):  # noqa: N818 -- the field's word
    """Another event holds the version this append wanted, or one before it is missing; nothing was recorded."""

    def __init__(self, stream: UUID, version: int) -> None:
        """Say which append was refused: the one that starts at `version` of the stream."""
        super().__init__(f"version {version} of stream {stream} is taken, or follows one that was not recorded")
        self.stream = stream
        self.version = version


class Overloaded(OperationalError):  # noqa: N818 -- a state of the service, not a defect
    """Too many appends are waiting; nothing was recorded, and the caller may try again in `retry_after` seconds."""

    retry_after = 1


class StoreUnavailable(OperationalError):  # noqa: N818 -- a state of the service, not a defect
    """The database did not answer in time.

    Where `unknown`, the append may have been recorded: only loading the stream tells.
    """

    def __init__(self, reason: str, *, unknown: bool = False) -> None:
        """Give the database's own words for it."""
        super().__init__(reason)
        self.unknown = unknown


class UnknownTopic(Exception):  # noqa: N818 -- names what was met
    """A stored event that this version of the program cannot read: it was written by a newer one, or is no event."""

    def __init__(self, topic: str, reason: str) -> None:
        """Name the topic and what is wrong with it."""
        super().__init__(f"cannot read stored event {topic!r}: {reason}")
        self.topic = topic
