"""Events of a match.

THE TAGS AND FIELDS ARE THE STORAGE FORMAT: never rename or reshape one; a new shape is a new REVISION with an
upcaster. Events carry what was computed or drawn; `evolve` only copies it.
"""

from typing import ClassVar, Literal

from msgspec import UNSET, UnsetType

from domain.games.claim_kingdoms.pieces import Ending, Faction, Line, Space
from domain.kernel import messages
from domain.kernel.basics import Seat


class FactionsChosen(messages.Event, frozen=True, tag="factions_chosen"):
    """The seven factions of this match, in the order of the overview."""

    factions: tuple[Faction, ...]


class FirstSeatChosen(messages.Event, frozen=True, tag="first_seat_chosen"):
    """The seat with the first turn."""

    first: Seat


class PileShuffled(messages.Event, frozen=True, tag="pile_shuffled"):
    """The draw pile was shuffled; `order` runs from the top and is known to no seat."""

    SECRET: ClassVar[tuple[str, ...]] = ("order",)

    order: tuple[Faction, ...]


class DisplayFilled(messages.Event, frozen=True, tag="display_filled"):
    """Cards from the top of the pile were added to the end of the display."""

    cards: tuple[Faction, ...]


class AlikeReturned(messages.Event, frozen=True, tag="alike_returned"):
    """All three cards of the display were alike; two of them went under the pile."""

    faction: Faction


class StartCardLaid(messages.Event, frozen=True, tag="start_card_laid"):
    """The top card of the pile became the start card."""

    faction: Faction
    space: Space


class HandDealt(messages.Event, frozen=True, tag="hand_dealt"):
    """A seat was dealt these cards from the top of the pile."""

    SECRET: ClassVar[tuple[str, ...]] = ("cards",)

    seat: Seat
    cards: tuple[Faction, ...]

    def known_to(self) -> tuple[Seat, ...]:
        """Return the seat that owns the hand."""
        return (self.seat,)


class TurnBegun(messages.Event, frozen=True, tag="turn_begun"):
    """A turn began. `turn` counts the turns of both seats from 1."""

    RETRACTABLE: ClassVar[bool] = True

    turn: int
    mover: Seat


class CardLaid(messages.Event, frozen=True, tag="card_laid"):
    """A seat laid a card from its hand and placed a piece from its supply on it."""

    seat: Seat
    faction: Faction
    space: Space


class AbilityLapsed(messages.Event, frozen=True, tag="ability_lapsed"):
    """The card just laid had no ability to use."""

    faction: Faction


class AbilityDeclined(messages.Event, frozen=True, tag="ability_declined"):
    """A seat declined the ability of the card just laid."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat


class PointsScored(messages.Event, frozen=True, tag="points_scored"):
    """An ability scored points. `ability` is its faction, used or copied; `line` is the line that Trolls counted."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    ability: Faction
    points: int
    line: Line | UnsetType = UNSET


class PiecePosted(messages.Event, frozen=True, tag="piece_posted"):
    """The Gnomes placed another piece from the seat's supply."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    space: Space


class PiecesRemoved(messages.Event, frozen=True, tag="pieces_removed"):
    """The Knights returned the pieces of `owner` on these spaces to its supply."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    owner: Seat
    spaces: tuple[Space, ...]


class PiecesSwapped(messages.Event, frozen=True, tag="pieces_swapped"):
    """The Undead swapped the piece of `seat` on `own` with the piece of `owner` on `theirs`."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    own: Space
    owner: Seat
    theirs: Space


class CardTurnedOver(messages.Event, frozen=True, tag="card_turned_over"):
    """The Giants turned a card over. One piece of each seat in `returned` went back to its supply."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    space: Space
    returned: tuple[Seat, ...]


class SeersConsulted(messages.Event, frozen=True, tag="seers_consulted"):
    """A seat used the Seers and drew `count` cards from the top of the pile."""

    SECRET: ClassVar[tuple[str, ...]] = ("cards",)

    seat: Seat
    count: int
    cards: tuple[Faction, ...]

    def known_to(self) -> tuple[Seat, ...]:
        """Return the seat that drew the cards."""
        return (self.seat,)


class CardsKept(messages.Event, frozen=True, tag="cards_kept"):
    """A seat kept two cards after the Seers and returned the others to the pile."""

    SECRET: ClassVar[tuple[str, ...]] = ("kept", "returned")

    seat: Seat
    kept: tuple[Faction, ...]
    returned: tuple[Faction, ...]

    def known_to(self) -> tuple[Seat, ...]:
        """Return the seat that chose."""
        return (self.seat,)


class CardTaken(messages.Event, frozen=True, tag="card_taken"):
    """A seat took a card from the display."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    faction: Faction


class CardDrawn(messages.Event, frozen=True, tag="card_drawn"):
    """A seat drew the top card of the pile."""

    SECRET: ClassVar[tuple[str, ...]] = ("faction",)

    seat: Seat
    faction: Faction

    def known_to(self) -> tuple[Seat, ...]:
        """Return the seat that drew the card."""
        return (self.seat,)


class PlayEnded(messages.Event, frozen=True, tag="play_ended"):
    """The last turn is over; the scoring of the factions follows."""

    ending: Ending


class FactionScored(messages.Event, frozen=True, tag="faction_scored"):
    """A faction was scored. `controller` is the seat with more pieces on its open cards, null if tied."""

    faction: Faction
    pieces: tuple[int, int]
    controller: Seat | None
    points: int


class ThroneClaimed(messages.Event, frozen=True, tag="throne_claimed"):
    """The match ended: final scores and supplies, ranking, winners, and the deciding criterion."""

    scores: tuple[int, int]
    supplies: tuple[int, int]
    ranking: tuple[int, int]
    winners: tuple[Seat, ...]
    decided_by: Literal["points", "supply", "shared"]


Event = (
    FactionsChosen
    | FirstSeatChosen
    | PileShuffled
    | DisplayFilled
    | AlikeReturned
    | StartCardLaid
    | HandDealt
    | TurnBegun
    | CardLaid
    | AbilityLapsed
    | AbilityDeclined
    | PointsScored
    | PiecePosted
    | PiecesRemoved
    | PiecesSwapped
    | CardTurnedOver
    | SeersConsulted
    | CardsKept
    | CardTaken
    | CardDrawn
    | PlayEnded
    | FactionScored
    | ThroneClaimed
)
