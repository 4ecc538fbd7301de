"""The frozen state of a match: what lies on the table, and a phase that says who must choose what."""

from typing import TypeVar

from msgspec import Struct

from domain.games.council_of_12.actions import Options
from domain.games.council_of_12.edition import Dilemma, Edition, Scenario
from domain.games.council_of_12.events import Demand
from domain.games.council_of_12.pieces import CHARACTERS, Character, Ending, Face, Objective, Remark
from domain.kernel.basics import Seat


class Setting(Struct, frozen=True):
    """What never changes in a match; `scenario` is the month's."""

    seats: int
    options: Options
    edition: Edition
    scenario: Scenario | None


class Holding(Struct, frozen=True, gc=False):
    """A seat's twelve cards: in hand, played (the top last), aside; `joined` came by Petitioners, openly."""

    hand: tuple[Character, ...] = ()
    discard: tuple[Character, ...] = ()
    aside: tuple[Character, ...] = CHARACTERS
    joined: tuple[Character, ...] = ()


class Turn(Struct, frozen=True):
    """One Dilemma with its Petitioner; number 8 is the last round.

    `played` are the characters revealed in this part, by anybody; `met` the objectives on which the
    first of two parts ended.
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
    """A Dilemma that was turned over: to the right if rung; `cost` is the Favor its penalty took."""

    number: int
    rung: bool
    resolved: bool
    cost: int = 0


# Phases. Those without a decision are passed through inside decide.


class Laying(Struct, frozen=True, gc=False):
    """Before and during setup, and between turns."""


class Voting(Struct, frozen=True, gc=False):
    """The bells: seats that said yes so far."""

    yes: tuple[Seat, ...] = ()


class Called(Struct, frozen=True, gc=False):
    """The bells are settled, the choice of cards comes next."""


class Splitting(Struct, frozen=True, gc=False):
    """One turn or two: seats that said two so far; `one` once somebody said one."""

    two: tuple[Seat, ...] = ()
    one: bool = False


class Laid(Struct, frozen=True, gc=False):
    """Cards by seat, as far as chosen; seats `out` have none to play, cards of seats `open` lie face up."""

    chosen: tuple[Character | None, ...]
    out: tuple[Seat, ...] = ()
    open: tuple[Seat, ...] = ()


class Choosing(Laid, frozen=True, gc=False):
    """Cards are chosen for a turn."""


class Revealing(Struct, frozen=True, gc=False):
    """Cards that are still to be revealed, by seat."""

    hidden: tuple[Character | None, ...]
    open: tuple[Seat, ...] = ()


class Applying(Struct, frozen=True):
    """A seat chooses how its revealed character works; then the others go on."""

    seat: Seat
    character: Character
    rest: Revealing


class Seconding(Struct, frozen=True):
    """The Oracle's seat plays a second card; then the others go on."""

    seat: Seat
    rest: Revealing


class Checking(Struct, frozen=True, gc=False):
    """Rewards may be used before the objective is checked; seats that want no more."""

    kept: tuple[Seat, ...] = ()


class Paying(Struct, frozen=True, gc=False):
    """The Dilemma's back is carried out, up to index `at`; `waiting` seats pick a card."""

    resolved: bool
    at: int = -1
    demand: Demand = "discard"
    waiting: tuple[Seat, ...] = ()


class Joining(Struct, frozen=True, gc=False):
    """Seats that may take the Petitioner's character."""

    character: Character
    waiting: tuple[Seat, ...]


class Claiming(Laid, frozen=True, gc=False):
    """Cards are chosen that claim the throne."""


class Claimed(Struct, frozen=True, gc=False):
    """The last round's cards lie open."""

    cards: tuple[Character | None, ...]


class Crowning(Struct, frozen=True):
    """A tie for the throne and the votes so far."""

    characters: tuple[Character, ...]
    votes: tuple[tuple[Seat, Character], ...] = ()


class Finished(Struct, frozen=True, gc=False):
    """The match is over; `laid` are cards by seat that were chosen and never revealed."""

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
    """A match.

    `petitioners` and `dilemmas` are the face-down piles, the next first, without what is turned up
    (`next_dilemma`, `next_petitioner`); `company` is all seven Petitioners, `seen` those revealed;
    `said` the remarks of the current step.
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
        """Whether the match has ended."""
        return isinstance(self.phase, Finished)

    def phase_as(self, kind: type[PhaseT]) -> PhaseT:
        """The phase as the kind that an event or step needs; TypeError where it is another, which is a fault."""
        if isinstance(self.phase, kind):
            return self.phase
        raise TypeError(f"this happens in {kind.__name__}, not in {type(self.phase).__name__}")

    @property
    def dilemma(self) -> Dilemma:
        """The Dilemma of the current turn; asked for only while there is one."""
        return self.setting.edition.dilemma(self.turn.dilemma or 0)

    @property
    def silent_month(self) -> bool:
        """Whether a remark loses the match (rule 11.5)."""
        return self.setting.scenario is not None and self.setting.scenario.silent
