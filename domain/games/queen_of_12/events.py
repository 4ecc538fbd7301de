"""Events of a match.

THE TAGS AND FIELDS ARE THE STORAGE FORMAT: never rename or reshape one; a new shape is a new REVISION with an
upcaster. Events carry what was computed or drawn; `evolve` only copies it.
"""

from typing import ClassVar, Literal

from msgspec import Struct

from domain.games.queen_of_12.pieces import Character, Die, DieId, FieldId, Kind
from domain.kernel import messages
from domain.kernel.basics import Seat

Cards = tuple[Character, ...]


class BagGiven(messages.Event, frozen=True, gc=False, tag="bag_given"):
    """The first holder of the bag."""

    holder: Seat


class FanLaid(messages.Event, frozen=True, gc=False, tag="fan_laid"):
    """The fan of every seat, and the characters that are not used in this match."""

    cards: Cards
    set_aside: Cards


class CardDrawn(messages.Event, frozen=True, gc=False, tag="card_drawn"):
    """With two seats: a seat drew a random card of its fan in addition to the START cards."""

    seat: Seat
    card: Character


class DiceRolled(messages.Event, frozen=True, gc=False, tag="dice_rolled"):
    """A round began: its number, the holder of the bag, and the dice, those of the Mountains first."""

    round: int
    holder: Seat
    dice: tuple[Die, ...]


class HandExchanged(messages.Event, frozen=True, gc=False, tag="hand_exchanged"):
    """A seat discarded its last card and took up its discard pile, before its first or second card (`laying`)."""

    seat: Seat
    laying: int
    down: Character
    up: Cards


class PileTakenUp(messages.Event, frozen=True, gc=False, tag="pile_taken_up"):
    """A seat without a hand took up its discard pile."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    cards: Cards


class NoCardPlayed(messages.Event, frozen=True, gc=False, tag="no_card_played"):
    """A seat had no card to play as its first or second card (`laying`) of the round."""

    seat: Seat
    laying: int


class CardChosen(messages.Event, frozen=True, gc=False, tag="card_chosen"):
    """A seat laid a card face down, as its first or second card (`laying`) of the round."""

    RETRACTABLE: ClassVar[bool] = True

    SECRET: ClassVar[tuple[str, ...]] = ("card",)

    seat: Seat
    laying: int
    card: Character

    def known_to(self) -> tuple[Seat, ...]:
        """Return the seat that laid the card."""
        return (self.seat,)


class CardsRevealed(messages.Event, frozen=True, gc=False, tag="cards_revealed"):
    """All laid cards were revealed: the cards of each seat in the order it laid them."""

    cards: tuple[Cards, ...]


class CardsNegated(messages.Event, frozen=True, gc=False, tag="cards_negated"):
    """Equal cards negated each other: the cards of each seat that go to its discard pile."""

    cards: tuple[Cards, ...]


class DiceTaken(messages.Event, frozen=True, gc=False, tag="dice_taken"):
    """A seat took dice, possibly none, for a card. `crosses_twice` if the die may cross twice."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    card: Character
    dice: tuple[DieId, ...]
    crosses_twice: bool = False


class CardReturned(messages.Event, frozen=True, gc=False, tag="card_returned"):
    """A seat returned a card from its hand, its discard pile or the table to its fan."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    card: Character
    origin: Literal["hand", "pile", "table"]


class DiceCopied(messages.Event, frozen=True, gc=False, tag="dice_copied"):
    """A seat copied the dice of another seat; that seat keeps them."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    source: Seat
    dice: tuple[DieId, ...]


class AnyFieldCrossed(messages.Event, frozen=True, gc=False, tag="any_field_crossed"):
    """A seat crossed a field without a die, for `card` or, if null, for a no-crosses effect."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    field: FieldId
    card: Character | None = None


class FanCardTaken(messages.Event, frozen=True, gc=False, tag="fan_card_taken"):
    """A seat took a card from its fan into its hand."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    card: Character


class CardsTakenBack(messages.Event, frozen=True, gc=False, tag="cards_taken_back"):
    """A seat took all its played cards back into its hand, including the card just carried out."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    cards: Cards


class CardDiscarded(messages.Event, frozen=True, gc=False, tag="card_discarded"):
    """A card was carried out and went to the discard pile of its seat."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    card: Character


class Share(Struct, frozen=True, gc=False):
    """Share of a seat in a round: its dice, the die that may cross twice, and its no-crosses effect."""

    dice: tuple[DieId, ...]
    twice: DieId | None = None
    effect: Literal["none", "must", "may"] = "none"


class CrossingBegun(messages.Event, frozen=True, gc=False, tag="crossing_begun"):
    """All cards are carried out and the crosses begin: the share of each seat."""

    RETRACTABLE: ClassVar[bool] = True

    shares: tuple[Share, ...]


class FieldCrossed(messages.Event, frozen=True, gc=False, tag="field_crossed"):
    """A seat crossed a field with a die. `again` is the way in which the same die may cross a second field."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    field: FieldId
    die: DieId
    again: Kind | None = None


class SecondCrossDeclined(messages.Event, frozen=True, gc=False, tag="second_cross_declined"):
    """A seat declined the second cross of its die."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    die: DieId


class DiceLetGo(messages.Event, frozen=True, gc=False, tag="dice_let_go"):
    """A seat lost dice that fit no free field."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    dice: tuple[DieId, ...]


class EffectUsed(messages.Event, frozen=True, gc=False, tag="effect_used"):
    """A seat used a no-crosses effect."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    effect: Literal["any_field", "copy_dice", "take_back", "fan_card"]


class EffectDeclined(messages.Event, frozen=True, gc=False, tag="effect_declined"):
    """A seat declined its optional no-crosses effect."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat


class FanCardsDue(messages.Event, frozen=True, gc=False, tag="fan_cards_due"):
    """All crosses are done; these seats pick a fan card each, in this order."""

    RETRACTABLE: ClassVar[bool] = True

    seats: tuple[Seat, ...]


class BonusAwarded(messages.Event, frozen=True, gc=False, tag="bonus_awarded"):
    """The bonus for the first full line was awarded to all seats that completed one in this round."""

    seats: tuple[Seat, ...]


class RoundEnded(messages.Event, frozen=True, gc=False, tag="round_ended"):
    """A round ended; the dice are back in the bag."""

    round: int


class Score(Struct, frozen=True, gc=False):
    """Score of a seat: lines of each area, bonus for the first full line, cards. `crosses` break ties."""

    left: int
    right: int
    bonus: int
    cards: int
    total: int
    crosses: int


class MatchScored(messages.Event, frozen=True, gc=False, tag="match_scored"):
    """The match ended: scores and ranking of the seats, and the winners, if any."""

    scores: tuple[Score, ...]
    ranking: tuple[int, ...]
    winners: tuple[Seat, ...]


Event = (
    BagGiven
    | FanLaid
    | CardDrawn
    | DiceRolled
    | HandExchanged
    | PileTakenUp
    | NoCardPlayed
    | CardChosen
    | CardsRevealed
    | CardsNegated
    | DiceTaken
    | CardReturned
    | DiceCopied
    | AnyFieldCrossed
    | FanCardTaken
    | CardsTakenBack
    | CardDiscarded
    | CrossingBegun
    | FieldCrossed
    | SecondCrossDeclined
    | DiceLetGo
    | EffectUsed
    | EffectDeclined
    | FanCardsDue
    | BonusAwarded
    | RoundEnded
    | MatchScored
)
