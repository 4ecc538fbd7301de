"""Topics: the names under which events are stored, such as `queen_of_12/dice_rolled@1`. They are the storage format."""

from typing import Final

from domain.kernel.messages import Event, tag_of

MATCH: Final = "match"
"""The topic prefix of events that occur in matches of any game."""


def topic_of(prefix: str, kind: type[Event]) -> str:
    """The topic of an event type's current revision."""
    return _topic(prefix, kind, kind.REVISION)


def topics_of(prefix: str, kind: type[Event]) -> list[str]:
    """All topics of an event type, former revisions included."""
    return [_topic(prefix, kind, revision) for revision in range(1, kind.REVISION + 1)]


def _topic(prefix: str, kind: type[Event], revision: int) -> str:
    return f"{prefix}/{tag_of(kind)}@{revision}"
