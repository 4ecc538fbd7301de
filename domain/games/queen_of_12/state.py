"""State of a match: one frozen type for each phase, around the table that all phases share."""

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
    """Holding of a seat: cards, crossed fields (as bits), and remaining uses of each no-crosses effect."""

    hand: Cards
    copy_dice: int
    take_back: int
    fan_card: int
    pile: Cards = ()
    fan: Cards = ()
    crossed: int = 0


class Match(Struct, frozen=True, gc=False):
    """Shared part of every phase. `dice` are all dice of the round, `bonus` the seats with the first full line."""

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
    """Before the first round: the fans are not laid."""


class Choosing(Match, frozen=True, kw_only=True, gc=False):
    """Seats lay cards face down.

    A hand includes its laid cards until the reveal. `without` are the seats without a card to play.
    """

    laid: tuple[Cards, ...]
    without: tuple[Seat, ...] = ()


class CarryingOut(Match, frozen=True, kw_only=True, gc=False):
    """Cards are carried out in ascending order of their numbers.

    `played` are the face-up cards of each seat, `begun` the cards with a completed first part, and `carried` the cards
    of each seat that were carried out.
    """

    played: tuple[Cards, ...]
    trays: Dice
    taken: tuple[Dice, ...]
    copied: tuple[Dice, ...]
    carried: tuple[Cards, ...]
    begun: Cards = ()
    twice: DieId | None = None


class Again(Struct, frozen=True, gc=False):
    """Die that may cross a second field, and in which way."""

    die: Die
    by: Kind


class Work(Struct, frozen=True, gc=False):
    """Remaining crosses of a seat. `picks` if it used its no-crosses effect for a fan card."""

    dice: Dice
    twice: DieId | None
    effect: Literal["none", "must", "may"]
    again: Again | None = None
    picks: bool = False


class Crossing(Match, frozen=True, kw_only=True, gc=False):
    """Seats cross fields on their sheets."""

    taken: tuple[Dice, ...]
    copied: tuple[Dice, ...]
    works: tuple[Work, ...]


class Picking(Match, frozen=True, kw_only=True, gc=False):
    """The seats of `queue` pick a fan card, one after another."""

    taken: tuple[Dice, ...]
    copied: tuple[Dice, ...]
    queue: tuple[Seat, ...]


class Finished(Match, frozen=True, kw_only=True, gc=False):
    """The match is over."""

    scores: tuple[Score, ...]
    ranking: tuple[int, ...]
    winners: tuple[Seat, ...]


State = Laying | Choosing | CarryingOut | Crossing | Picking | Finished
"""State of a match in one of its phases."""
