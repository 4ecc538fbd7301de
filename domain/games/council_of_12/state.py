"""State of a match: the frozen table, with one type for each phase."""

from typing import ClassVar, Final, Literal, TypeVar, get_args

from msgspec import Struct

from domain.games.council_of_12.actions import Options
from domain.games.council_of_12.edition import Dilemma, Edition, Scenario
from domain.games.council_of_12.events import Demand
from domain.games.council_of_12.pieces import CHARACTERS, Character, Ending, Face, Objective, Remark
from domain.kernel.basics import Seat

PhaseName = Literal[
    "laying",
    "bells",
    "called",
    "turns",
    "choosing",
    "revealing",
    "applying",
    "second_card",
    "checking",
    "paying",
    "joining",
    "claiming",
    "claimed",
    "crowning",
    "finished",
]
PHASES: Final[tuple[PhaseName, ...]] = get_args(PhaseName)


class Setting(Struct, frozen=True):
    """Constant data of a match. `scenario` is that of the month or of a custom setup."""

    seats: int
    options: Options
    edition: Edition
    scenario: Scenario | None


class Holding(Struct, frozen=True, gc=False):
    """Cards of a seat: its hand, discard pile (the top last) and set-aside cards.

    `joined` are the characters that joined openly through Petitioners.
    """

    hand: tuple[Character, ...] = ()
    discard: tuple[Character, ...] = ()
    aside: tuple[Character, ...] = CHARACTERS
    joined: tuple[Character, ...] = ()


class Turn(Struct, frozen=True):
    """Turn: one Dilemma with its Petitioner. Number 8 is the last round.

    `played` are the characters revealed in this part by all seats. `met` says on which objectives the first of two
    parts ended.
    """

    number: int = 0
    part: int = 1
    parts: int = 1
    petitioner: Character | None = None
    dilemma: int | None = None
    rung: bool = False
    objectives: tuple[Objective, ...] = ()
    reached: tuple[bool, ...] = ()
    met: tuple[bool, ...] = ()
    played: tuple[Character, ...] = ()
    forfeited: bool = False
    spared: bool = False
    bells_free: bool = False
    admitted: bool = False
    spoken: bool = False


class Settled(Struct, frozen=True, gc=False):
    """Settled Dilemma. `cost` is the Favor that its penalty took."""

    number: int
    rung: bool
    resolved: bool
    cost: int = 0


# Phases. No action ends in a phase without a decision.


class Laying(Struct, frozen=True, gc=False):
    """Setup, or the time between two turns. No decision."""

    PHASE: ClassVar[PhaseName] = "laying"


class Voting(Struct, frozen=True, gc=False):
    """Vote on the bells. `yes` are the seats that voted for them so far."""

    PHASE: ClassVar[PhaseName] = "bells"
    yes: tuple[Seat, ...] = ()


class Called(Struct, frozen=True, gc=False):
    """The vote on the bells is over; the choice of cards follows. No decision."""

    PHASE: ClassVar[PhaseName] = "called"


class Splitting(Struct, frozen=True, gc=False):
    """Vote on one turn or two. `two` are the seats that voted for two; `one` is set by the first vote for one."""

    PHASE: ClassVar[PhaseName] = "turns"
    two: tuple[Seat, ...] = ()
    one: bool = False


class Laid(Struct, frozen=True, gc=False):
    """Chosen cards by seat. Seats in `out` have no card to play; cards of seats in `open` are face up."""

    chosen: tuple[Character | None, ...]
    out: tuple[Seat, ...] = ()
    open: tuple[Seat, ...] = ()


class Choosing(Laid, frozen=True, gc=False):
    """Each seat chooses a card for the turn."""

    PHASE: ClassVar[PhaseName] = "choosing"


class Revealing(Struct, frozen=True, gc=False):
    """The seats reveal their cards. `hidden` are the unrevealed cards by seat."""

    PHASE: ClassVar[PhaseName] = "revealing"
    hidden: tuple[Character | None, ...]
    open: tuple[Seat, ...] = ()


class Applying(Struct, frozen=True):
    """A seat chooses how to apply its revealed character. `rest` is the reveal that continues afterwards."""

    PHASE: ClassVar[PhaseName] = "applying"
    seat: Seat
    character: Character
    rest: Revealing


class Seconding(Struct, frozen=True):
    """A seat plays the Oracle's second card. `rest` is the reveal that continues afterwards."""

    PHASE: ClassVar[PhaseName] = "second_card"
    seat: Seat
    rest: Revealing


class Checking(Struct, frozen=True, gc=False):
    """Rewards may be used before the objective is checked. Seats in `kept` declined further rewards."""

    PHASE: ClassVar[PhaseName] = "checking"
    kept: tuple[Seat, ...] = ()


class Paying(Struct, frozen=True, gc=False):
    """The consequences of the Dilemma are applied, up to index `at`. Seats in `waiting` must choose a card."""

    PHASE: ClassVar[PhaseName] = "paying"
    resolved: bool
    at: int = -1
    demand: Demand = "discard"
    waiting: tuple[Seat, ...] = ()


class Joining(Struct, frozen=True, gc=False):
    """Seats in `waiting` may take the Petitioner's character."""

    PHASE: ClassVar[PhaseName] = "joining"
    character: Character
    waiting: tuple[Seat, ...]


class Claiming(Laid, frozen=True, gc=False):
    """Each seat chooses a card that claims the throne."""

    PHASE: ClassVar[PhaseName] = "claiming"


class Claimed(Struct, frozen=True, gc=False):
    """The cards of the last round are revealed. No decision."""

    PHASE: ClassVar[PhaseName] = "claimed"
    cards: tuple[Character | None, ...]


class Crowning(Struct, frozen=True):
    """Vote on a tie for the throne, with the votes so far."""

    PHASE: ClassVar[PhaseName] = "crowning"
    characters: tuple[Character, ...]
    votes: tuple[tuple[Seat, Character], ...] = ()


class Finished(Struct, frozen=True, gc=False):
    """The match is over. `laid` are the chosen cards by seat that were never revealed."""

    PHASE: ClassVar[PhaseName] = "finished"
    ending: Ending
    laid: tuple[Character | None, ...] = ()


Phase = (
    Laying
    | Voting
    | Called
    | Splitting
    | Choosing
    | Revealing
    | Applying
    | Seconding
    | Checking
    | Paying
    | Joining
    | Claiming
    | Claimed
    | Crowning
    | Finished
)


PhaseT = TypeVar("PhaseT")


class State(Struct, frozen=True):
    """State of a match.

    `petitioners` and `dilemmas` are the face-down piles, the next card first; `next_dilemma` is no longer in its pile.
    `shown` are the five face-up Petitioners, `company` all seven, `seen` those revealed in turns. `deck` are all seven
    Dilemmas. `said` are the remarks of the current step.
    """

    setting: Setting
    holdings: tuple[Holding, ...]
    phase: Phase = Laying()
    favor: int = 0
    die: Face = 1
    turn: Turn = Turn()
    petitioners: tuple[Character, ...] = ()
    dilemmas: tuple[int, ...] = ()
    next_dilemma: int | None = None
    next_petitioner: Character | None = None
    shown: tuple[Character, ...] = ()
    company: tuple[Character, ...] = ()
    seen: tuple[Character, ...] = ()
    deck: tuple[int, ...] = ()
    settled: tuple[Settled, ...] = ()
    boxes: tuple[bool, ...] = ()
    bells: int = 0
    bells_barred: bool = False
    rewards: tuple[int, ...] = ()
    said: tuple[tuple[Seat, Remark], ...] = ()
    throne: Character | None = None

    @property
    def over(self) -> bool:
        """Return whether the match is over."""
        return isinstance(self.phase, Finished)

    def phase_as(self, kind: type[PhaseT]) -> PhaseT:
        """Return the phase as the expected type; raises `TypeError` for another phase, which is a bug."""
        if isinstance(self.phase, kind):
            return self.phase
        raise TypeError(f"expected phase {kind.__name__}, not {type(self.phase).__name__}")

    @property
    def dilemma(self) -> Dilemma:
        """Return the Dilemma of the current turn, which must have one."""
        return self.setting.edition.dilemma(self.turn.dilemma or 0)

    @property
    def silent_month(self) -> bool:
        """Return whether a remark loses the match (rule 11.5)."""
        return self.setting.scenario is not None and self.setting.scenario.silent
