"""The frozen state of a match and what its phases hold."""

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
    """The table is being laid as its options say."""

    NAME: ClassVar[PhaseName] = "setup"

    options: Options


class Laying(Struct, frozen=True):
    """The mover lays a card."""

    NAME: ClassVar[PhaseName] = "laying"


class Using(Struct, frozen=True):
    """The mover uses or declines the ability of the card just laid on `space`."""

    NAME: ClassVar[PhaseName] = "using"

    space: Space


class Keeping(Struct, frozen=True):
    """The mover chooses what to keep of its hand and the cards drawn by the Seers."""

    NAME: ClassVar[PhaseName] = "keeping"


class Drawing(Struct, frozen=True):
    """The mover takes a card, if there is one."""

    NAME: ClassVar[PhaseName] = "drawing"


class FactionResult(Struct, frozen=True):
    """What the final scoring of one faction gave: pieces by seat, who controls it, for how many points."""

    faction: Faction
    pieces: tuple[int, int]
    controller: Seat | None
    points: int


class Scoring(Struct, frozen=True):
    """Play has ended; these factions have been scored."""

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
    """Everything about a match, hidden things included.

    `pile` is in order from the top. `known` are the cards of each hand that everybody saw it take.
    `turn` counts the turns of both seats from 1; `mover` has the present one.
    Pairs hold one entry for each seat.
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
