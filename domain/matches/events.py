"""Lifecycle events of a match, common to all games.

Tags and field names are the storage format: a stored name never changes, and a new shape is a new revision.
"""

from typing import Any, ClassVar, Literal, get_args

from msgspec import Struct, field

from domain.kernel.basics import Hash, PlayerId, Seat, Version
from domain.kernel.messages import Event
from domain.matches.settings import MatchSettings

Abandonment = Literal["withdrawn", "agreed", "expired", "deserted"]
"""Reason why a match ended without an outcome."""


class MatchOpened(Event, frozen=True, tag="match_opened", omit_defaults=True):
    """The match was opened; the event fixes its game, rules version, seats, options and edition.

    `secret` (32 bytes, hexadecimal) stays hidden until the match is over; `commitment` is its SHA-256. A missing
    `arrangement` means the default settings.
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
    """A person (`player`) or a bot (`bot`) took a seat.

    `contribution` is text of at most 64 bytes in UTF-8; these bytes become part of the match seed.
    """

    seat: Seat
    contribution: str
    player: PlayerId | None = None
    bot: str | None = None


class MatchStarted(Event, frozen=True, tag="match_started", omit_defaults=True):
    """All seats are taken and the match seed is fixed; the events of setup follow.

    `supplied` holds the options that the service filled in at the start.
    """

    supplied: dict[str, Any] = field(default_factory=dict)


class Move(Struct, frozen=True):
    """Action of a seat, as JSON."""

    seat: Seat
    action: dict[str, Any]


class ReplaySegment(Struct, frozen=True):
    """Actions that were taken under one match seed (32 bytes, hexadecimal)."""

    seed: str
    moves: tuple[Move, ...]


class BranchBegun(Event, frozen=True, tag="branch_begun"):
    """The branch continues another match from a version that its settings name; the derived events follow.

    `hash` is the hash of the source match at that version. The seed of the first segment determines the setup.
    """

    hash: Hash
    played: tuple[ReplaySegment, ...]


class TakeBackAsked(Event, frozen=True, tag="take_back_asked"):
    """A seat requested to undo its last action, which returns the game to its state after event `to`."""

    seat: Seat
    to: Version


class TakeBackAnswered(Event, frozen=True, tag="take_back_answered"):
    """A seat answered the undo request. A refusal closes the request; the requester may withdraw it the same way."""

    seat: Seat
    agrees: bool


class ActionTakenBack(Event, frozen=True, tag="action_taken_back"):
    """All seats agreed to an undo: the game returned to its state after event `to`."""

    to: Version


class TimeRanOut(Event, frozen=True, tag="time_ran_out"):
    """A seat missed the deadline of a decision. The clock of the match determines the events that follow.

    Either the seat is forfeited, or the service takes an action for it, whose events carry no `action`. The draw
    `overdue/<seat>/<decision>` shuffles the legal actions; the first that answers the decision is taken.
    """

    seat: Seat
    decision: str


class SeatForfeited(Event, frozen=True, tag="seat_forfeited"):
    """A person lost a seat for good. `bot` plays on in the seat; null if the game has no bots."""

    seat: Seat
    reason: Literal["resigned", "overdue"]
    bot: str | None


class AbandonmentVoted(Event, frozen=True, tag="abandonment_voted"):
    """A seat voted to abandon the match, or withdrew its vote."""

    seat: Seat
    agrees: bool


class MatchFinished(Event, frozen=True, tag="match_finished"):
    """The game ended; `outcome` is its `Outcome` as JSON."""

    outcome: dict[str, Any]


class MatchAbandoned(Event, frozen=True, tag="match_abandoned", omit_defaults=True):
    """The match ended without an outcome.

    Reasons: `withdrawn` by the person `by` (set for this reason only), `agreed` by all people in seats, `expired`
    before the start, `deserted` if no player is left to continue.
    """

    by: PlayerId | None = None
    reason: Abandonment = "withdrawn"


class SecretRevealed(Event, frozen=True, tag="secret_revealed"):
    """The secret of the match (32 bytes, hexadecimal) was revealed; its commitment is in `match_opened`."""

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
