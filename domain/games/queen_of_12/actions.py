"""Actions of a seat, the decisions they answer, and the options of a match.

THE TAGS AND FIELDS ARE THE STORAGE FORMAT: never rename one.
"""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from domain.games.queen_of_12.pieces import Character, DieId, FieldId, Kind, Side
from domain.kernel import messages
from domain.kernel.basics import Seat


class Options(messages.Options, frozen=True):
    """Options of a match: the side of the sheet, the fans, and the first holder of the bag (null: random)."""

    sheet: Side = "A"
    fan: Literal["first_game", "random"] = "first_game"
    first_bag: Annotated[Seat, Meta(ge=0, le=3)] | None = None


class ChooseCard(messages.Action, frozen=True, gc=False, tag="choose_card"):
    """Lay a card face down."""

    SEALED: ClassVar[bool] = True

    card: Character


class TakeDice(messages.Action, frozen=True, gc=False, tag="take_dice"):
    """Take dice from the trays for the card of the decision; ids in ascending order."""

    dice: tuple[DieId, ...]


class ReturnCard(messages.Action, frozen=True, gc=False, tag="return_card"):
    """Return a card to the fan: from the hand, from the discard pile, or the Parasite itself."""

    card: Character


class CopyDice(messages.Action, frozen=True, gc=False, tag="copy_dice"):
    """Copy the dice of another seat, for the Mirror Image or as a no-crosses effect."""

    source: Seat


class CrossField(messages.Action, frozen=True, gc=False, tag="cross_field"):
    """Cross a field with one of your dice."""

    die: DieId
    field: FieldId


class CrossAnyField(messages.Action, frozen=True, gc=False, tag="cross_any_field"):
    """Cross a free field without a die, for the Alchemist (number fields only) or as a no-crosses effect."""

    field: FieldId


class TakeCardsBack(messages.Action, frozen=True, gc=False, tag="take_cards_back"):
    """Take all played cards back into the hand, as a no-crosses effect."""


class AskForFanCard(messages.Action, frozen=True, gc=False, tag="ask_for_fan_card"):
    """Choose a fan card as a no-crosses effect. The card is picked after all seats have finished their crosses."""


class TakeFanCard(messages.Action, frozen=True, gc=False, tag="take_fan_card"):
    """Take a card from your fan into the hand."""

    card: Character


class Decline(messages.Action, frozen=True, gc=False, tag="decline"):
    """Decline the second cross of the Princess, or the no-crosses effect of the Patient One."""


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
    """Lay a card face down. `laying` counts the cards of the seat in this round from 1."""

    laying: int


class TakesDice(messages.Decision, frozen=True, gc=False, tag="take_dice"):
    """Take `count` dice from the trays for `card`."""

    card: Character
    count: int


class ReturnsCard(messages.Decision, frozen=True, gc=False, tag="return_card"):
    """Return a card to the fan for `card`."""

    card: Character


class ChoosesSource(messages.Decision, frozen=True, gc=False, tag="choose_source"):
    """Choose the seat from which `card` copies dice."""

    card: Character


class CrossesNumberField(messages.Decision, frozen=True, gc=False, tag="cross_number_field"):
    """Cross a free number field for `card`."""

    card: Character


class PicksFanCard(messages.Decision, frozen=True, gc=False, tag="take_fan_card"):
    """Take a card from the fan, for `card` or, if null, for the no-crosses effect."""

    card: Character | None


class CrossesWithDie(messages.Decision, frozen=True, gc=False, tag="cross_field"):
    """Cross a field with one of the remaining dice."""

    dice_left: int


class CrossesAgain(messages.Decision, frozen=True, gc=False, tag="cross_again"):
    """Cross a second field with the same die, by its number or its colour as `by` says, or decline."""

    die: DieId
    by: Kind


class UsesEffect(messages.Decision, frozen=True, gc=False, tag="use_effect"):
    """Use a no-crosses effect, or decline if it is `optional`."""

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
