"""Result of a decision on a match, as `act`, `sit` and the others return it and `advance` takes it."""

from typing import Any

from msgspec import Struct

from domain.kernel.messages import Event


class Change(Struct, frozen=True, gc=False):
    """Change to a match: the events of one decision in order, and the state of its game after them.

    `state` is none where no event is one of the game's. The events of the game follow each other without others
    in between.
    """

    events: tuple[Event, ...]
    state: Any = None
