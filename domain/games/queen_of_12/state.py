"""A match of Queen of 12 at one moment: what all phases share, and one type for each phase."""

from typing import Literal

from msgspec import Struct

from domain.games.queen_of_12.actions import Options
from domain.games.queen_of_12.board import Board
from domain.games.queen_of_12.edition import Edition
from domain.games.queen_of_12.events import Cards, Score
from domain.games.queen_of_12.pieces import Die, DieId, Kind
from domain.kernel.basics import Seat
from domain.kernel.game import Table

Dice = tuple[Die, ...]


class Holding(Struct, frozen=True, gc=False):
    """What a seat has: cards, crossed fields (as bits), and how often it may still use each no-crosses effect."""

    hand: Cards
    copy_dice: int
    take_back: int
    fan_card: int
    pile: Cards = ()
    fan: Cards = ()
    crossed: int = 0


class Match(Struct, frozen=True, gc=False):
    """What every phase has: `dice` are all dice of the round, `bonus` the seats with the first full line."""

    table: Table[Options, Edition]
    board: Board
    seats: tuple[Seat, ...]
    holdings: tuple[Holding, ...]
    first_bag: Seat = Seat(0)
    bag: Seat = Seat(0)
    round: int = 0
    dice: Dice = ()
    bonus: tuple[Seat, ...] = ()


class Laying(Match, frozen=True, kw_only=True, gc=False):
    """Before the first dice: the fans are being laid."""


class Choosing(Match, frozen=True, kw_only=True, gc=False):
    """Seats lay cards face down; until the reveal a hand stays as it was before the choice.

    `without` are the seats that have no card to play.
    """

    laid: tuple[Cards, ...]
    without: tuple[Seat, ...] = ()


class CarryingOut(Match, frozen=True, kw_only=True, gc=False):
    """Cards are carried out by rising number.

    `played` lie face up before their seats, `begun` are those of which the first part is done,
    `carried` those that were carried out, by seat.
    """

    played: tuple[Cards, ...]
    trays: Dice
    taken: tuple[Dice, ...]
    copied: tuple[Dice, ...]
    carried: tuple[Cards, ...]
    begun: Cards = ()
    twice: DieId | None = None


class Again(Struct, frozen=True, gc=False):
    """A die that may cross once more, and in which way."""

    die: Die
    by: Kind


class Work(Struct, frozen=True, gc=False):
    """What a seat still has to cross with; `picks` if it used its no-crosses effect for a fan card."""

    dice: Dice
    twice: DieId | None
    effect: Literal["none", "must", "may"]
    again: Again | None = None
    picks: bool = False


class Crossing(Match, frozen=True, kw_only=True, gc=False):
    """Every seat crosses fields on its own sheet."""

    taken: tuple[Dice, ...]
    copied: tuple[Dice, ...]
    works: tuple[Work, ...]


class Picking(Match, frozen=True, kw_only=True, gc=False):
    """The seats of `queue` pick a fan card, one after the other."""

    taken: tuple[Dice, ...]
    copied: tuple[Dice, ...]
    queue: tuple[Seat, ...]


class Finished(Match, frozen=True, kw_only=True, gc=False):
    """The match is over."""

    scores: tuple[Score, ...]
    ranking: tuple[int, ...]
    winners: tuple[Seat, ...]


State = Laying | Choosing | CarryingOut | Crossing | Picking | Finished
"""A match in one of its phases."""
