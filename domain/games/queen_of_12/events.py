"""What can happen in a match.

THE TAGS AND FIELDS ARE THE STORAGE FORMAT: never rename or reshape one; a new shape is a new
REVISION with an upcaster. Events carry what was computed or drawn; `evolve` only copies it.
"""

from typing import ClassVar, Literal

from msgspec import Struct

from domain.games.queen_of_12.pieces import Character, Die, DieId, FieldId, Kind
from domain.kernel import messages
from domain.kernel.basics import Seat

Cards = tuple[Character, ...]


class BagGiven(messages.Event, frozen=True, gc=False, tag="bag_given"):
    """Who holds the bag first."""

    holder: Seat


class FanLaid(messages.Event, frozen=True, gc=False, tag="fan_laid"):
    """The characters of every seat's fan, and those that nobody uses in this match."""

    cards: Cards
    set_aside: Cards


class CardDrawn(messages.Event, frozen=True, gc=False, tag="card_drawn"):
    """With two seats: the random card of its fan that a seat begins with besides the START cards."""

    seat: Seat
    card: Character


class DiceRolled(messages.Event, frozen=True, gc=False, tag="dice_rolled"):
    """A round begins: its number, who holds the bag, and the dice, those of the Mountains first."""

    round: int
    holder: Seat
    dice: tuple[Die, ...]


class HandExchanged(messages.Event, frozen=True, gc=False, tag="hand_exchanged"):
    """Before its first or second card (`laying`) a seat put down its last one and took up its discard pile."""

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
    """A seat has no card to play as its first or second (`laying`) of the round."""

    seat: Seat
    laying: int


class CardChosen(messages.Event, frozen=True, gc=False, tag="card_chosen"):
    """A seat laid a card face down, its first or second of the round."""

    RETRACTABLE: ClassVar[bool] = True

    SECRET: ClassVar[tuple[str, ...]] = ("card",)

    seat: Seat
    laying: int
    card: Character

    def known_to(self) -> tuple[Seat, ...]:
        """Only the seat itself knows its card before the reveal."""
        return (self.seat,)


class CardsRevealed(messages.Event, frozen=True, gc=False, tag="cards_revealed"):
    """All chosen cards, for each seat those it laid, in that order."""

    cards: tuple[Cards, ...]


class CardsNegated(messages.Event, frozen=True, gc=False, tag="cards_negated"):
    """The cards that negate each other, for each seat those that go to its discard pile."""

    cards: tuple[Cards, ...]


class DiceTaken(messages.Event, frozen=True, gc=False, tag="dice_taken"):
    """The dice, perhaps none, that a card brought its seat; `crosses_twice` where such a die may cross twice."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    card: Character
    dice: tuple[DieId, ...]
    crosses_twice: bool = False


class CardReturned(messages.Event, frozen=True, gc=False, tag="card_returned"):
    """A card went from the hand, the discard pile or the table into its seat's fan."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    card: Character
    origin: Literal["hand", "pile", "table"]


class DiceCopied(messages.Event, frozen=True, gc=False, tag="dice_copied"):
    """A seat has these dice of another as if it had taken them; they stay where they are."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    source: Seat
    dice: tuple[DieId, ...]


class AnyFieldCrossed(messages.Event, frozen=True, gc=False, tag="any_field_crossed"):
    """A field was crossed without a die, for `card` or (none) for a no-crosses effect."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    field: FieldId
    card: Character | None = None


class FanCardTaken(messages.Event, frozen=True, gc=False, tag="fan_card_taken"):
    """A card went from its seat's fan into its hand."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    card: Character


class CardsTakenBack(messages.Event, frozen=True, gc=False, tag="cards_taken_back"):
    """All played cards of a seat, the one just carried out among them, went back into its hand."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    cards: Cards


class CardDiscarded(messages.Event, frozen=True, gc=False, tag="card_discarded"):
    """A card that was carried out went to its seat's discard pile."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    card: Character


class Share(Struct, frozen=True, gc=False):
    """What a seat has to cross with: its dice, the one that may cross twice, whether it has a no-crosses effect."""

    dice: tuple[DieId, ...]
    twice: DieId | None = None
    effect: Literal["none", "must", "may"] = "none"


class CrossingBegun(messages.Event, frozen=True, gc=False, tag="crossing_begun"):
    """The cards are carried out; each seat's share of the round."""

    RETRACTABLE: ClassVar[bool] = True

    shares: tuple[Share, ...]


class FieldCrossed(messages.Event, frozen=True, gc=False, tag="field_crossed"):
    """A field was crossed with a die; `again` is the way in which the same die may cross once more."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    field: FieldId
    die: DieId
    again: Kind | None = None


class SecondCrossDeclined(messages.Event, frozen=True, gc=False, tag="second_cross_declined"):
    """A seat did without the second cross of its die."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    die: DieId


class DiceLetGo(messages.Event, frozen=True, gc=False, tag="dice_let_go"):
    """No field is left for these dice of a seat."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    dice: tuple[DieId, ...]


class EffectUsed(messages.Event, frozen=True, gc=False, tag="effect_used"):
    """A seat used a no-crosses effect."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    effect: Literal["any_field", "copy_dice", "take_back", "fan_card"]


class EffectDeclined(messages.Event, frozen=True, gc=False, tag="effect_declined"):
    """A seat did without the no-crosses effect that its card allowed."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat


class FanCardsDue(messages.Event, frozen=True, gc=False, tag="fan_cards_due"):
    """All are through with their crosses; these seats now pick a fan card each, in this order."""

    RETRACTABLE: ClassVar[bool] = True

    seats: tuple[Seat, ...]


class BonusAwarded(messages.Event, frozen=True, gc=False, tag="bonus_awarded"):
    """The seats whose first full line came in the earliest round that brought any."""

    seats: tuple[Seat, ...]


class RoundEnded(messages.Event, frozen=True, gc=False, tag="round_ended"):
    """The dice are back in the bag."""

    round: int


class Score(Struct, frozen=True, gc=False):
    """A seat's points: the lines of each area, the bonus for the first full line, the cards; crosses break ties."""

    left: int
    right: int
    bonus: int
    cards: int
    total: int
    crosses: int


class MatchScored(messages.Event, frozen=True, gc=False, tag="match_scored"):
    """The end: each seat's points and rank, and who wins, if anybody."""

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
