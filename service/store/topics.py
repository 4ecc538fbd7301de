"""The names under which events are stored: `queen_of_12/dice_rolled@1`. They are the storage format."""

from typing import Final

from domain.kernel.messages import Event, tag_of

MATCH: Final = "match"
"""What stands before the name of an event that happens to a match of any game."""


def topic_of(prefix: str, kind: type[Event]) -> str:
    """The topic of an event as it is written today."""
    return _topic(prefix, kind, kind.REVISION)


def topics_of(prefix: str, kind: type[Event]) -> list[str]:
    """All topics under which events of this kind are stored, former revisions too."""
    return [_topic(prefix, kind, revision) for revision in range(1, kind.REVISION + 1)]


def _topic(prefix: str, kind: type[Event], revision: int) -> str:
    return f"{prefix}/{tag_of(kind)}@{revision}"
