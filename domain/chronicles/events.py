"""What happens to a chronicle.

The tags are the storage format: a stored name is never changed, a new shape is a new revision.
"""

from msgspec import Struct

from domain.kernel.basics import MatchId, PlayerId
from domain.kernel.messages import Event


class Member(Struct, frozen=True, omit_defaults=True):
    """A seat of a Council: the person or the bot in it, and how often that one has sat in this chronicle, now included.

    A bot in two seats has sat twice.
    """

    appearance: int
    player: PlayerId | None = None
    bot: str | None = None


class ChronicleFounded(Event, frozen=True, tag="chronicle_founded"):
    """A chronicle begins: its name, which is no person's, and the year in which its first reign starts."""

    name: str
    first_year: int
    founder: PlayerId


class MatchEntered(Event, frozen=True, tag="match_entered"):
    """A match is about to be opened whose reign, if it is finished, belongs into this chronicle."""

    match: MatchId


class ReignRecorded(Event, frozen=True, tag="reign_recorded"):
    """A match of this chronicle was finished, won or lost (ruling 21).

    `number` counts from 1 in the order in which matches ended; `members` are in seat order; `year` is the
    first of `duration` years; `throne` is the new sovereign, or null where it stays vacant; `obstacle`
    names the greatest one until a member says otherwise.
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
    """A match of this chronicle was given up: it adds no reign."""

    match: MatchId


class ObstacleReplaced(Event, frozen=True, tag="obstacle_replaced"):
    """A member of a reign's Council said in words of its own what the greatest obstacle was (ruling 22)."""

    reign: int
    by: PlayerId
    words: str


ChronicleEvent = ChronicleFounded | MatchEntered | ReignRecorded | MatchStruck | ObstacleReplaced
CHRONICLE: tuple[type[Event], ...] = (ChronicleFounded, MatchEntered, ReignRecorded, MatchStruck, ObstacleReplaced)
