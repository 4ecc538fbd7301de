"""State of a match: one frozen type for each phase, around the pitch that all phases share."""

from typing import ClassVar, Final, Literal, get_args

from msgspec import Struct

from domain.games.player_12.edition import Edition
from domain.games.player_12.events import Ending, Occasion
from domain.games.player_12.pieces import CENTRE, Card, Half, Percent, Result, Space, Spot, Team, Teams
from domain.kernel.basics import Seat

PhaseName = Literal["settling", "leading", "following", "choosing", "keeping", "kicking", "finished"]
PHASES: Final[tuple[PhaseName, ...]] = get_args(PhaseName)


class Laid(Struct, frozen=True):
    """Card on the table, with the seat that laid it."""

    seat: Seat
    card: Card


class WonPlay(Struct, frozen=True):
    """Finished play: its cards in the order in which they were laid, and the winner."""

    cards: tuple[Laid, ...]
    winner: Seat


class Roll(Struct, frozen=True):
    """Latest roll of a die. `face` is 1 to 12."""

    occasion: Occasion
    team: Team
    die: Percent
    face: int
    result: Result


class PenaltyKick(Struct, frozen=True):
    """Penalty kick that was taken."""

    kicker: Seat
    spot: Spot
    keeper: Seat
    keeper_spot: Spot
    scored: bool


class Shootout(Struct, frozen=True):
    """Shoot-out: the team that kicks first, and the kicks so far in order."""

    first: Team
    kicks: tuple[PenaltyKick, ...] = ()


class Pitch(Struct, frozen=True):
    """Cards, ball and score, which all phases share.

    `table` holds the cards of the current play, `plays` the finished plays of this half, `rest` the undealt cards,
    `kick_offs` the team that started each half so far, `roll` and `kick` the latest roll and penalty kick.
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
    """No seat has a choice: the continuation applies the next event. No action ends in this phase."""

    PHASE: ClassVar[PhaseName] = "settling"
    pitch: Pitch


class Leading(Struct, frozen=True):
    """A play is open: the first of `leaders` to lay a card leads it."""

    PHASE: ClassVar[PhaseName] = "leading"
    pitch: Pitch
    leaders: tuple[Seat, ...]


class Following(Struct, frozen=True):
    """The play has been led; the other seats follow in order."""

    PHASE: ClassVar[PhaseName] = "following"
    pitch: Pitch


class Choosing(Struct, frozen=True):
    """The team that won the play chooses to shoot from the `percent` position or to play on."""

    PHASE: ClassVar[PhaseName] = "choosing"
    pitch: Pitch
    team: Team
    percent: Percent


class Keeping(Struct, frozen=True):
    """The team `kicking` has a penalty kick; the other team places its keeper."""

    PHASE: ClassVar[PhaseName] = "keeping"
    pitch: Pitch
    kicking: Team


class Kicking(Struct, frozen=True):
    """The keeper is placed on a hidden spot; the other team kicks."""

    PHASE: ClassVar[PhaseName] = "kicking"
    pitch: Pitch
    keeper: Seat
    spot: Spot


class Finished(Struct, frozen=True):
    """The match is over."""

    PHASE: ClassVar[PhaseName] = "finished"
    pitch: Pitch
    ending: Ending
    winner: Team


State = Settling | Leading | Following | Choosing | Keeping | Kicking | Finished
