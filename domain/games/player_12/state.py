"""The state of a match of Player 12: one type for each phase, around the pitch that they share."""

from typing import ClassVar, Literal

from msgspec import Struct

from domain.games.player_12.edition import Edition
from domain.games.player_12.events import Ending, Occasion
from domain.games.player_12.pieces import CENTRE, Card, Half, Percent, Result, Space, Spot, Team, Teams
from domain.kernel.basics import Seat

Phase = Literal["settling", "leading", "following", "choosing", "keeping", "kicking", "finished"]


class Laid(Struct, frozen=True):
    """A card on the table and who laid it."""

    seat: Seat
    card: Card


class WonPlay(Struct, frozen=True):
    """A play that is over: its cards in the order in which they were laid."""

    cards: tuple[Laid, ...]
    winner: Seat


class Roll(Struct, frozen=True):
    """How a die fell last: `face` counts from 1."""

    occasion: Occasion
    team: Team
    die: Percent
    face: int
    result: Result


class PenaltyKick(Struct, frozen=True):
    """A penalty kick that was taken."""

    kicker: Seat
    spot: Spot
    keeper: Seat
    keeper_spot: Spot
    scored: bool


class Shootout(Struct, frozen=True):
    """The kicks that decide a level match, in turn, from the team that the coin named."""

    first: Team
    kicks: tuple[PenaltyKick, ...] = ()


class Pitch(Struct, frozen=True):
    """What outlasts a phase: cards, ball and score.

    `table` holds the play under way, `plays` those won in this half, `rest` the cards that nobody was dealt,
    `kick_offs` the team that started each half so far, `roll` and `kick` the last die and the last penalty.
    """

    seats: int
    edition: Edition
    hands: tuple[tuple[Card, ...], ...]
    table: tuple[Laid, ...] = ()
    plays: tuple[WonPlay, ...] = ()
    rest: tuple[Card, ...] = ()
    kick_offs: tuple[Team, ...] = ()
    half: Half = 1
    play: int = 1
    ball: Space = CENTRE
    goals: Teams = (0, 0)
    roll: Roll | None = None
    kick: PenaltyKick | None = None
    shootout: Shootout | None = None


class Settling(Struct, frozen=True):
    """The service acts; never the last state after an action."""

    PHASE: ClassVar[Phase] = "settling"
    pitch: Pitch


class Leading(Struct, frozen=True):
    """A play is open: the first card of any of `leaders` leads it."""

    PHASE: ClassVar[Phase] = "leading"
    pitch: Pitch
    leaders: tuple[Seat, ...]


class Following(Struct, frozen=True):
    """A play is led and the others follow."""

    PHASE: ClassVar[Phase] = "following"
    pitch: Pitch


class Choosing(Struct, frozen=True):
    """The team that has just won a play shoots from the `percent` position or plays on."""

    PHASE: ClassVar[Phase] = "choosing"
    pitch: Pitch
    team: Team
    percent: Percent


class Keeping(Struct, frozen=True):
    """`kicking` has a penalty kick and the other team places its keeper."""

    PHASE: ClassVar[Phase] = "keeping"
    pitch: Pitch
    kicking: Team


class Kicking(Struct, frozen=True):
    """The keeper stands, unseen, and the kicking team kicks."""

    PHASE: ClassVar[Phase] = "kicking"
    pitch: Pitch
    keeper: Seat
    spot: Spot


class Finished(Struct, frozen=True):
    """The match is decided."""

    PHASE: ClassVar[Phase] = "finished"
    pitch: Pitch
    ending: Ending
    winner: Team


State = Settling | Leading | Following | Choosing | Keeping | Kicking | Finished
