"""What is worth finding again in a match: where its rounds begin, and its key moments. Each game says which."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from msgspec import Struct

from domain.kernel.basics import Seat
from domain.kernel.messages import Event, tag_of


class Mark(Struct, frozen=True):
    """A key moment: its `kind` in the game's own word, the seats it is about (none for the table), a short title."""

    kind: str
    seats: tuple[Seat, ...]
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Milestones:
    """By kinds of events: the number of the round in which such an event is, and the key moment that it makes.

    A round lasts from the first event that tells its number, counted from 1, to before the first that tells
    another. `marks` are told the event and how many seats the table has. Only events without a sealed part
    can be milestones, so that everybody may know them all while the match lasts; others raise `ValueError`.
    """

    rounds: Mapping[type[Event], Callable[[Any], int]] = field(default_factory=dict)
    marks: Mapping[type[Event], Callable[[Any, int], Mark | None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse what could tell a secret."""
        for kind in chain(self.rounds, self.marks):
            if kind.SECRET:
                message = f"{tag_of(kind)} has a sealed part: it is no milestone"
                raise ValueError(message)

    def round_of(self, event: Event) -> int | None:
        """The number of the round that an event tells, if it tells one."""
        tell = self.rounds.get(type(event))
        return None if tell is None else tell(event)

    def mark_of(self, event: Event, seats: int) -> Mark | None:
        """The key moment that an event makes at a table of so many seats, if it is one."""
        tell = self.marks.get(type(event))
        return None if tell is None else tell(event, seats)
