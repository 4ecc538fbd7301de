"""What happens to a match whatever its game is.

The tags are the storage format: a stored name is never changed, a new shape is a new revision.
"""

from typing import Any, ClassVar, Literal, get_args

from msgspec import Struct, field

from domain.kernel.basics import Hash, PlayerId, Seat, Version
from domain.kernel.messages import Event
from domain.matches.settings import MatchSettings

Abandonment = Literal["withdrawn", "agreed", "expired", "deserted"]
"""Why a match ended without an outcome."""


class MatchOpened(Event, frozen=True, tag="match_opened", omit_defaults=True):
    """A table was laid: everything the match is played by is pinned here.

    `secret` (32 bytes, hexadecimal) never leaves the service before it is revealed;
    `commitment` is its SHA-256. Without an `arrangement` everything in it is as by default.
    """

    WITHHELD: ClassVar[tuple[str, ...]] = ("secret",)

    game: str
    rules_version: int
    seats: int
    options: dict[str, Any]
    edition: str
    edition_digest: Hash
    opener: PlayerId
    commitment: Hash
    secret: str
    arrangement: MatchSettings | None = None


class SeatTaken(Event, frozen=True, tag="seat_taken", omit_defaults=True):
    """A person (`player`) or a computer (`bot`) sat down and gave its bytes to the match seed.

    `contribution` is text; its UTF-8 bytes, at most 64, are what counts.
    """

    seat: Seat
    contribution: str
    player: PlayerId | None = None
    bot: str | None = None


class MatchStarted(Event, frozen=True, tag="match_started", omit_defaults=True):
    """All seats are taken: the match seed is settled, setup follows.

    `supplied` are options that nobody at the table chose, as they stood outside the match at this moment.
    """

    supplied: dict[str, Any] = field(default_factory=dict)


class Move(Struct, frozen=True):
    """An action that a seat took, as JSON."""

    seat: Seat
    action: dict[str, Any]


class ReplaySegment(Struct, frozen=True):
    """Actions that were taken with the chance of one match seed (32 bytes, hexadecimal)."""

    seed: str
    moves: tuple[Move, ...]


class BranchBegun(Event, frozen=True, tag="branch_begun"):
    """A match goes on from a moment of another, which its arrangement names: what led there follows as events.

    `hash` is the other match's at that moment. Its table is laid with the first stretch's seed.
    """

    hash: Hash
    played: tuple[ReplaySegment, ...]


class TakeBackAsked(Event, frozen=True, tag="take_back_asked"):
    """A seat asks for its last action, so that the match stands again as after event `to`."""

    seat: Seat
    to: Version


class TakeBackAnswered(Event, frozen=True, tag="take_back_answered"):
    """A seat agrees, or does not, which ends the request; who asked may end it, too."""

    seat: Seat
    agrees: bool


class ActionTakenBack(Event, frozen=True, tag="action_taken_back"):
    """All have agreed: the game stands as after event `to`, and what it decided since then is undone."""

    to: Version


class TimeRanOut(Event, frozen=True, tag="time_ran_out"):
    """A seat has not met a decision in time. What follows at once is the service's doing, by the match's clock.

    Either the seat is forfeited, or the service plays one of its actions, whose events then belong to no action: the
    first that answers the decision, of the seat's legal actions as the draw `overdue/<seat>/<decision>` shuffles them.
    """

    seat: Seat
    decision: str


class SeatForfeited(Event, frozen=True, tag="seat_forfeited"):
    """A person left for good: `bot` plays on in the seat, which stays marked; null where the game has none."""

    seat: Seat
    reason: Literal["resigned", "overdue"]
    bot: str | None


class AbandonmentVoted(Event, frozen=True, tag="abandonment_voted"):
    """Somebody agrees that the match be abandoned, or does not any more."""

    seat: Seat
    agrees: bool


class MatchFinished(Event, frozen=True, tag="match_finished"):
    """The game is over; `outcome` is its `Outcome` as JSON."""

    outcome: dict[str, Any]


class MatchAbandoned(Event, frozen=True, tag="match_abandoned", omit_defaults=True):
    """The match ended without an outcome.

    It was `withdrawn` by the will of the person `by` (nobody else is named there), all people in it `agreed` to that,
    it `expired` before it started, or it was `deserted`: nobody is left who could play on.
    """

    by: PlayerId | None = None
    reason: Abandonment = "withdrawn"


class SecretRevealed(Event, frozen=True, tag="secret_revealed"):
    """The secret (32 bytes, hexadecimal) that was committed to when the match was opened."""

    secret: str


LifecycleEvent = (
    MatchOpened
    | SeatTaken
    | MatchStarted
    | BranchBegun
    | TakeBackAsked
    | TakeBackAnswered
    | ActionTakenBack
    | TimeRanOut
    | SeatForfeited
    | AbandonmentVoted
    | MatchFinished
    | MatchAbandoned
    | SecretRevealed
)
LIFECYCLE: tuple[type[Event], ...] = get_args(LifecycleEvent)
