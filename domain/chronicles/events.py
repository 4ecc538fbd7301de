"""Events of a chronicle.

The tags are the storage format: a stored name is never changed, a new shape is a new revision.
"""

from msgspec import Struct

from domain.kernel.basics import MatchId, PlayerId
from domain.kernel.messages import Event


class Member(Struct, frozen=True, omit_defaults=True):
    """A seat of a reign: its person or bot, and the number of this appearance in the chronicle.

    A bot in two seats appears twice.
    """

    appearance: int
    player: PlayerId | None = None
    bot: str | None = None


class ChronicleFounded(Event, frozen=True, tag="chronicle_founded"):
    """A chronicle was founded; its first reign starts in `first_year`. The name is not the name of a person."""

    name: str
    first_year: int
    founder: PlayerId


class MatchEntered(Event, frozen=True, tag="match_entered"):
    """A match was entered before its opening; if it finishes, it adds a reign to this chronicle."""

    match: MatchId


class ReignRecorded(Event, frozen=True, tag="reign_recorded"):
    """A match of this chronicle was finished, won or lost (ruling 21).

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
    """A match of this chronicle was abandoned; it adds no reign."""

    match: MatchId


class ObstacleReplaced(Event, frozen=True, tag="obstacle_replaced"):
    """A member of a reign replaced the name of its greatest obstacle (ruling 22)."""

    reign: int
    by: PlayerId
    words: str


ChronicleEvent = ChronicleFounded | MatchEntered | ReignRecorded | MatchStruck | ObstacleReplaced
CHRONICLE: tuple[type[Event], ...] = (ChronicleFounded, MatchEntered, ReignRecorded, MatchStruck, ObstacleReplaced)
