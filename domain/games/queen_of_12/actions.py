"""What a seat may ask for, what it is asked to choose, and what the opener of a match may choose.

The tags are stored with every match: never rename one.
"""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from domain.games.queen_of_12.pieces import Character, DieId, FieldId, Kind, Side
from domain.kernel import messages
from domain.kernel.basics import Seat


class Options(messages.Options, frozen=True):
    """Which side of the sheet is played, how the fans are formed, and who has the bag first (none: drawn)."""

    sheet: Side = "A"
    fan: Literal["first_game", "random"] = "first_game"
    first_bag: Annotated[Seat, Meta(ge=0, le=3)] | None = None


class ChooseCard(messages.Action, frozen=True, gc=False, tag="choose_card"):
    """Lay a card face down."""

    SEALED: ClassVar[bool] = True

    card: Character


class TakeDice(messages.Action, frozen=True, gc=False, tag="take_dice"):
    """Take these dice from the trays, for the card that the decision names; ids in ascending order."""

    dice: tuple[DieId, ...]


class ReturnCard(messages.Action, frozen=True, gc=False, tag="return_card"):
    """Put a card of the hand, of the discard pile, or the Parasite itself into the own fan."""

    card: Character


class CopyDice(messages.Action, frozen=True, gc=False, tag="copy_dice"):
    """Copy the dice of that seat: the Mirror Image, or a no-crosses effect."""

    source: Seat


class CrossField(messages.Action, frozen=True, gc=False, tag="cross_field"):
    """Cross a field with one of the own dice."""

    die: DieId
    field: FieldId


class CrossAnyField(messages.Action, frozen=True, gc=False, tag="cross_any_field"):
    """Cross a free field without a die: the Alchemist (a number field), or a no-crosses effect."""

    field: FieldId


class TakeCardsBack(messages.Action, frozen=True, gc=False, tag="take_cards_back"):
    """Use the no-crosses effect that takes all played cards into the hand."""


class AskForFanCard(messages.Action, frozen=True, gc=False, tag="ask_for_fan_card"):
    """Use a no-crosses effect for a fan card, which is picked when all seats are through with their crosses."""


class TakeFanCard(messages.Action, frozen=True, gc=False, tag="take_fan_card"):
    """Take this card from the own fan into the hand."""

    card: Character


class Decline(messages.Action, frozen=True, gc=False, tag="decline"):
    """Do without the Princess's second cross, or without the Patient One's no-crosses effect."""


Action = (
    ChooseCard
    | TakeDice
    | ReturnCard
    | CopyDice
    | CrossField
    | CrossAnyField
    | TakeCardsBack
    | AskForFanCard
    | TakeFanCard
    | Decline
)


class ChoosesCard(messages.Decision, frozen=True, gc=False, tag="choose_card"):
    """Lay a card; `laying` counts the cards of this round from 1."""

    laying: int


class TakesDice(messages.Decision, frozen=True, gc=False, tag="take_dice"):
    """Take `count` dice for `card`."""

    card: Character
    count: int


class ReturnsCard(messages.Decision, frozen=True, gc=False, tag="return_card"):
    """Put a card into the fan for `card`."""

    card: Character


class ChoosesSource(messages.Decision, frozen=True, gc=False, tag="choose_source"):
    """Say whose dice `card` copies."""

    card: Character


class CrossesNumberField(messages.Decision, frozen=True, gc=False, tag="cross_number_field"):
    """Cross a free number field for `card`."""

    card: Character


class PicksFanCard(messages.Decision, frozen=True, gc=False, tag="take_fan_card"):
    """Take a card from the fan, for `card` or (none) for the no-crosses effect."""

    card: Character | None


class CrossesWithDie(messages.Decision, frozen=True, gc=False, tag="cross_field"):
    """Cross a field with one of the dice that are left."""

    dice_left: int


class CrossesAgain(messages.Decision, frozen=True, gc=False, tag="cross_again"):
    """Cross once more with this die, by the other of its number and its colour, or decline."""

    die: DieId
    by: Kind


class UsesEffect(messages.Decision, frozen=True, gc=False, tag="use_effect"):
    """Use a no-crosses effect, or decline where it is `optional`."""

    optional: bool


Decision = (
    ChoosesCard
    | TakesDice
    | ReturnsCard
    | ChoosesSource
    | CrossesNumberField
    | PicksFanCard
    | CrossesWithDie
    | CrossesAgain
    | UsesEffect
)
