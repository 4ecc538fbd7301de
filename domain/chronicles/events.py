"""Events of a chronicle.

The tags are the storage format: a stored name never changes, and a new shape is a new revision.
"""

from msgspec import Struct

from domain.kernel.basics import MatchId, PlayerId
from domain.kernel.messages import Event


class Member(Struct, frozen=True, omit_defaults=True):
    """Member of a reign: the person or bot of a seat, and the number of this appearance in the chronicle.

    A bot in two seats has two appearances.
    """

    appearance: int
    player: PlayerId | None = None
    bot: str | None = None


class ChronicleFounded(Event, frozen=True, tag="chronicle_founded"):
    """Foundation of a chronicle; its first reign starts in `first_year`. `name` is the name of the chronicle."""

    name: str
    first_year: int
    founder: PlayerId


class MatchEntered(Event, frozen=True, tag="match_entered"):
    """Entry of a match, before its opening. The match adds a reign to this chronicle if it finishes."""

    match: MatchId


class ReignRecorded(Event, frozen=True, tag="reign_recorded"):
    """Reign of a finished match of this chronicle, won or lost (ruling 21).

    `number` counts from 1 in the order in which matches ended; `members` are in seat order; `year` is the
    first of `duration` years; `throne` is its new holder, null if it is vacant; `obstacle` names the
    greatest one until a member replaces it.
    """

    number: int
    match: MatchId
    members: tuple[Member, ...]
    year: int
    month: str | None
    won: bool
    ending: str
    duration: int
    line: str
    throne: str | None
    silent_boxes: int
    obstacle: str


class MatchStruck(Event, frozen=True, tag="match_struck"):
    """Removal of an abandoned match of this chronicle; it adds no reign."""

    match: MatchId


class ObstacleReplaced(Event, frozen=True, tag="obstacle_replaced"):
    """Replacement of the name of the greatest obstacle of a reign by one of its members (ruling 22)."""

    reign: int
    by: PlayerId
    words: str


ChronicleEvent = ChronicleFounded | MatchEntered | ReignRecorded | MatchStruck | ObstacleReplaced
CHRONICLE: tuple[type[Event], ...] = (ChronicleFounded, MatchEntered, ReignRecorded, MatchStruck, ObstacleReplaced)
