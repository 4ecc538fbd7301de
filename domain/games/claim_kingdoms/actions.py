"""Actions of a seat, the decisions they answer, and the options of a match.

A `use_...` action is named after the faction of the ability: the faction of the card just laid, or the one that a
Doppelganger copies.
"""

from typing import Annotated, ClassVar, Final, Literal

from msgspec import UNSET, Meta, UnsetType

from domain.games.claim_kingdoms.pieces import FACTIONS_IN_PLAY, Faction, Line, Space
from domain.kernel import messages


class Options(messages.Options, frozen=True):
    """Options of a match; an option that is null is drawn at random.

    `factions` are seven different factions in any order. `first_seat` has the first turn.
    """

    factions: Annotated[tuple[Faction, ...], Meta(min_length=FACTIONS_IN_PLAY, max_length=FACTIONS_IN_PLAY)] | None = (
        None
    )
    first_seat: Literal[0, 1] | None = None


class LayCard(messages.Action, frozen=True, tag="lay_card"):
    """Lay a card from the hand on a free space and place a piece on it."""

    faction: Faction
    space: Space


class DeclineAbility(messages.Action, frozen=True, tag="decline_ability"):
    """Decline the ability of the card just laid."""


class UseGoblins(messages.Action, frozen=True, tag="use_goblins"):
    """Score one point for each open Goblin with a piece of your own."""


class UseDwarves(messages.Action, frozen=True, tag="use_dwarves"):
    """Score one point for each Dwarf in the row and the column of the card."""


class UseGnomes(messages.Action, frozen=True, tag="use_gnomes"):
    """Score one point and place another piece on `space`. Omit `space` if no piece can be placed."""

    space: Space | UnsetType = UNSET


class UseTrolls(messages.Action, frozen=True, tag="use_trolls"):
    """Score one point for each different faction in one line through the card."""

    line: Line


class UseUndead(messages.Action, frozen=True, tag="use_undead"):
    """Swap the piece just placed with the opponent's piece on `space`."""

    space: Space


class UseDragons(messages.Action, frozen=True, tag="use_dragons"):
    """Score one point for each open card around the card."""


class UseSeers(messages.Action, frozen=True, tag="use_seers"):
    """Draw cards from the pile and choose which to keep, instead of the usual draw."""


class UseGiants(messages.Action, frozen=True, tag="use_giants"):
    """Turn over the neighbouring card on `space`."""

    space: Space


class UseKnights(messages.Action, frozen=True, tag="use_knights"):
    """Return the opponent's pieces on one or two neighbouring `spaces`, in ascending order, to its supply."""

    spaces: tuple[Space, ...]


class KeepCards(messages.Action, frozen=True, tag="keep_cards"):
    """Keep two cards of the hand, listed in the order of the overview; the others return to the pile."""

    SEALED: ClassVar[bool] = True

    factions: tuple[Faction, ...]


class TakeCard(messages.Action, frozen=True, tag="take_card"):
    """Take a card of this faction from the display."""

    faction: Faction


class DrawCard(messages.Action, frozen=True, tag="draw_card"):
    """Draw the top card of the pile."""


Use = UseGoblins | UseDwarves | UseGnomes | UseTrolls | UseUndead | UseDragons | UseSeers | UseGiants | UseKnights

Action = LayCard | DeclineAbility | Use | KeepCards | TakeCard | DrawCard

ABILITIES: Final[dict[Faction, type[Use]]] = {
    "goblins": UseGoblins,
    "dwarves": UseDwarves,
    "gnomes": UseGnomes,
    "trolls": UseTrolls,
    "undead": UseUndead,
    "dragons": UseDragons,
    "seers": UseSeers,
    "giants": UseGiants,
    "knights": UseKnights,
}
"""Action of each faction's ability. A Doppelganger uses the abilities of its neighbours."""


class ChooseCardAndSpace(messages.Decision, frozen=True, tag="lay_card"):
    """Choose a card of the hand and the space to lay it on."""


class ChooseAbility(messages.Decision, frozen=True, tag="use_ability"):
    """Use or decline the ability of the card just laid on `space`."""

    space: Space


class ChooseCardsToKeep(messages.Decision, frozen=True, tag="keep_cards"):
    """Choose which two cards of the hand to keep after the Seers."""


class ChooseDraw(messages.Decision, frozen=True, tag="draw_card"):
    """Take a card of the display or the top card of the pile."""


Decision = ChooseCardAndSpace | ChooseAbility | ChooseCardsToKeep | ChooseDraw
