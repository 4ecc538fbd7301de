"""Milestones of a match: its rounds and key moments, defined by each game for replays."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from msgspec import Struct

from domain.kernel.basics import Seat
from domain.kernel.messages import Event, tag_of


class Mark(Struct, frozen=True):
    """Key moment of a match: the game's key for its kind, the seats concerned (none for all) and a short title."""

    kind: str
    seats: tuple[Seat, ...]
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Milestones:
    """Milestones of a game by type of event.

    `rounds` maps an event to the number of its round, from 1. A round begins with the first event that has its
    number and lasts until an event with another number. `marks` maps an event and the number of seats to a key moment.
    Milestones are public during the match, so events with a sealed part raise `ValueError`.
    """

    rounds: Mapping[type[Event], Callable[[Any], int]] = field(default_factory=dict)
    marks: Mapping[type[Event], Callable[[Any, int], Mark | None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Reject types of events that could reveal a secret."""
        for kind in chain(self.rounds, self.marks):
            if kind.SECRET:
                message = f"{tag_of(kind)} has a sealed part and cannot be a milestone"
                raise ValueError(message)

    def round_of(self, event: Event) -> int | None:
        """Number of the round of an event, None if the event has none."""
        number = self.rounds.get(type(event))
        return None if number is None else number(event)

    def mark_of(self, event: Event, seats: int) -> Mark | None:
        """Key moment of an event at a table with `seats` seats, None if the event is not one."""
        mark = self.marks.get(type(event))
        return None if mark is None else mark(event, seats)
