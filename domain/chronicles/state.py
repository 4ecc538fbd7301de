"""A chronicle as far as decisions need it, and how it follows from its events."""

from collections import Counter
from collections.abc import Iterable
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from domain.chronicles.events import (
    ChronicleEvent,
    ChronicleFounded,
    MatchEntered,
    MatchStruck,
    Member,
    ObstacleReplaced,
    ReignRecorded,
)
from domain.kernel.basics import ChronicleId, MatchId, PlayerId, Version

Sitter = tuple[PlayerId | None, str | None]
"""Who sits in a seat: a person or a bot."""


class Chronicle(Struct, frozen=True):
    """`awaited` are matches that are not over, as far as the chronicle knows; `entered` are all there ever were."""

    id: ChronicleId
    version: Version
    founded: ChronicleFounded
    entered: frozenset[MatchId] = frozenset()
    awaited: tuple[MatchId, ...] = ()
    reigns: tuple[ReignRecorded, ...] = ()
    replaced: tuple[ObstacleReplaced, ...] = ()

    @property
    def next_year(self) -> int:
        """The year in which the next reign starts: where the previous one ended."""
        return self.reigns[-1].year + self.reigns[-1].duration if self.reigns else self.founded.first_year

    @property
    def throne(self) -> str | None:
        """Who sits on the throne now; nobody where the last reign left it vacant."""
        return self.reigns[-1].throne if self.reigns else None

    def appearances(self) -> Counter[Sitter]:
        """How often each person and bot has sat in a Council of this chronicle."""
        return Counter(sitter(member) for reign in self.reigns for member in reign.members)

    def replacement(self, reign: int) -> ObstacleReplaced | None:
        """What a member said of a reign's greatest obstacle, if one did."""
        return next((said for said in self.replaced if said.reign == reign), None)


def sitter(member: Member) -> Sitter:
    """Who a member is, whatever the appearance."""
    return member.player, member.bot


def fold(chronicle: Chronicle | None, stream: ChronicleId, events: Iterable[ChronicleEvent]) -> Chronicle | None:
    """Take a chronicle through events; none before its first. Raises `ValueError` where it does not begin with that."""
    for event in events:
        chronicle = _begun(stream, event) if chronicle is None else evolve(chronicle, event)
    return chronicle


def _begun(stream: ChronicleId, event: ChronicleEvent) -> Chronicle:
    if isinstance(event, ChronicleFounded):
        return Chronicle(stream, Version(1), event)
    message = f"chronicle {stream} does not begin with its founding"
    raise ValueError(message)


def evolve(chronicle: Chronicle, event: ChronicleEvent) -> Chronicle:
    """Take a chronicle through one more event; decides nothing."""
    known = replace(chronicle, version=Version(chronicle.version + 1))
    match event:
        case MatchEntered():
            return replace(known, entered=known.entered | {event.match}, awaited=(*known.awaited, event.match))
        case ReignRecorded():
            return replace(known, awaited=_without(known, event.match), reigns=(*known.reigns, event))
        case MatchStruck():
            return replace(known, awaited=_without(known, event.match))
        case ObstacleReplaced():
            return replace(known, replaced=(*known.replaced, event))
        case ChronicleFounded():
            message = f"chronicle {chronicle.id} was founded twice"
            raise ValueError(message)
        case _:
            assert_never(event)


def _without(chronicle: Chronicle, match: MatchId) -> tuple[MatchId, ...]:
    return tuple(each for each in chronicle.awaited if each != match)
