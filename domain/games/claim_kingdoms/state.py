"""State of a match: a frozen table that all phases share, and one frozen type for each phase."""

from typing import ClassVar, Literal

from msgspec import Struct

from domain.games.claim_kingdoms.actions import Options
from domain.games.claim_kingdoms.edition import Edition
from domain.games.claim_kingdoms.kingdom import Kingdom
from domain.games.claim_kingdoms.pieces import SEATS, Ending, Faction, Space
from domain.kernel.basics import Seat

DecidedBy = Literal["points", "supply", "shared"]

PhaseName = Literal["setup", "laying", "using", "keeping", "drawing", "scoring", "finished"]

Hand = tuple[Faction, ...]


class Setup(Struct, frozen=True):
    """Before setup: the options are known, nothing is drawn."""

    NAME: ClassVar[PhaseName] = "setup"

    options: Options


class Laying(Struct, frozen=True):
    """The mover must lay a card."""

    NAME: ClassVar[PhaseName] = "laying"


class Using(Struct, frozen=True):
    """The mover must use or decline the ability of the card just laid on `space`."""

    NAME: ClassVar[PhaseName] = "using"

    space: Space


class Keeping(Struct, frozen=True):
    """The mover must choose which cards to keep after the Seers."""

    NAME: ClassVar[PhaseName] = "keeping"


class Drawing(Struct, frozen=True):
    """The mover must take or draw a card."""

    NAME: ClassVar[PhaseName] = "drawing"


class FactionResult(Struct, frozen=True):
    """Final scoring of a faction: pieces by seat, the controlling seat (null if tied) and its points."""

    faction: Faction
    pieces: tuple[int, int]
    controller: Seat | None
    points: int


class Scoring(Struct, frozen=True):
    """The last turn is over; `results` are the factions scored so far."""

    NAME: ClassVar[PhaseName] = "scoring"

    ending: Ending
    results: tuple[FactionResult, ...] = ()


class Finished(Struct, frozen=True):
    """The match is over."""

    NAME: ClassVar[PhaseName] = "finished"

    ending: Ending
    results: tuple[FactionResult, ...]
    ranking: tuple[int, int]
    winners: tuple[Seat, ...]
    decided_by: DecidedBy


Phase = Setup | Laying | Using | Keeping | Drawing | Scoring | Finished


class State(Struct, frozen=True):
    """Complete state of a match, including hidden cards.

    `pile` is in order from the top. `known` are the cards of each hand that were taken openly.
    `turn` counts the turns of both seats from 1; `mover` has the current turn, `first` had the first.
    Pairs have one entry for each seat.
    """

    edition: Edition
    phase: Phase
    supplies: tuple[int, int]
    factions: tuple[Faction, ...] = ()
    first: Seat = SEATS[0]
    mover: Seat = SEATS[0]
    turn: int = 0
    kingdom: Kingdom = Kingdom({}, {})
    pile: tuple[Faction, ...] = ()
    display: tuple[Faction, ...] = ()
    hands: tuple[Hand, Hand] = ((), ())
    known: tuple[Hand, Hand] = ((), ())
    scores: tuple[int, int] = (0, 0)
