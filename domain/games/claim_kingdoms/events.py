"""What happens in a match. THE TAGS AND FIELD NAMES BELOW ARE THE STORAGE FORMAT.

Renaming or removing one breaks every match that holds it: a new shape is a new REVISION with an upcaster.
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
    """Who has the first turn."""

    first: Seat


class PileShuffled(messages.Event, frozen=True, tag="pile_shuffled"):
    """The draw pile has this order from the top, which nobody may know."""

    SECRET: ClassVar[tuple[str, ...]] = ("order",)

    order: tuple[Faction, ...]


class DisplayFilled(messages.Event, frozen=True, tag="display_filled"):
    """These cards were revealed from the top of the pile and joined the display at its end."""

    cards: tuple[Faction, ...]


class AlikeReturned(messages.Event, frozen=True, tag="alike_returned"):
    """Three cards of the display were alike: two of them went under the pile."""

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
        """Only whose hand it is."""
        return (self.seat,)


class TurnBegun(messages.Event, frozen=True, tag="turn_begun"):
    """Turn number `turn`, counted from 1 over both seats, is the mover's."""

    RETRACTABLE: ClassVar[bool] = True

    turn: int
    mover: Seat


class CardLaid(messages.Event, frozen=True, tag="card_laid"):
    """A seat laid a card from its hand and set a piece from its supply on it."""

    seat: Seat
    faction: Faction
    space: Space


class AbilityLapsed(messages.Event, frozen=True, tag="ability_lapsed"):
    """The ability of the card just laid had nothing to offer."""

    faction: Faction


class AbilityDeclined(messages.Event, frozen=True, tag="ability_declined"):
    """The seat left the ability of the card just laid unused."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat


class PointsScored(messages.Event, frozen=True, tag="points_scored"):
    """The ability of this faction, used or copied, brought points; `line` is the one that the Trolls counted."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    ability: Faction
    points: int
    line: Line | UnsetType = UNSET


class PiecePosted(messages.Event, frozen=True, tag="piece_posted"):
    """The Gnomes set one more piece from the seat's supply."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    space: Space


class PiecesRemoved(messages.Event, frozen=True, tag="pieces_removed"):
    """The Knights sent the owner's pieces on these spaces back to its supply."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    owner: Seat
    spaces: tuple[Space, ...]


class PiecesSwapped(messages.Event, frozen=True, tag="pieces_swapped"):
    """The Undead made the seat's piece on `own` and the owner's piece on `theirs` change places."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    own: Space
    owner: Seat
    theirs: Space


class CardTurnedOver(messages.Event, frozen=True, tag="card_turned_over"):
    """The Giants turned a card over; the pieces of the seats `returned` went back to their supplies."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    space: Space
    returned: tuple[Seat, ...]


class SeersConsulted(messages.Event, frozen=True, tag="seers_consulted"):
    """A seat drew `count` cards from the top of the pile to choose from."""

    SECRET: ClassVar[tuple[str, ...]] = ("cards",)

    seat: Seat
    count: int
    cards: tuple[Faction, ...]

    def known_to(self) -> tuple[Seat, ...]:
        """Only who drew them."""
        return (self.seat,)


class CardsKept(messages.Event, frozen=True, tag="cards_kept"):
    """A seat kept these cards after the Seers and returned the others to the pile."""

    SECRET: ClassVar[tuple[str, ...]] = ("kept", "returned")

    seat: Seat
    kept: tuple[Faction, ...]
    returned: tuple[Faction, ...]

    def known_to(self) -> tuple[Seat, ...]:
        """Only who chose."""
        return (self.seat,)


class CardTaken(messages.Event, frozen=True, tag="card_taken"):
    """A seat took a card of the display."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    faction: Faction


class CardDrawn(messages.Event, frozen=True, tag="card_drawn"):
    """A seat drew the top card of the pile."""

    SECRET: ClassVar[tuple[str, ...]] = ("faction",)

    seat: Seat
    faction: Faction

    def known_to(self) -> tuple[Seat, ...]:
        """Only who drew it."""
        return (self.seat,)


class PlayEnded(messages.Event, frozen=True, tag="play_ended"):
    """No more turns; the factions are scored."""

    ending: Ending


class FactionScored(messages.Event, frozen=True, tag="faction_scored"):
    """Each seat's pieces on a faction's open cards, who controls it (nobody if tied), for how many points."""

    faction: Faction
    pieces: tuple[int, int]
    controller: Seat | None
    points: int


class ThroneClaimed(messages.Event, frozen=True, tag="throne_claimed"):
    """The match is over: final points and supplies, the ranking, and what the victory was decided by."""

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
