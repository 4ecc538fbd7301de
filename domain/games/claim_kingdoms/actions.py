"""What a seat may ask for, what it must decide, and what the opener of a match may choose.

A `use_...` action is named after the faction whose ability happens: that of the card just laid,
or the one that a Doppelganger copies.
"""

from typing import Annotated, ClassVar, Final, Literal

from msgspec import UNSET, Meta, UnsetType

from domain.games.claim_kingdoms.pieces import FACTIONS_IN_PLAY, Faction, Line, Space
from domain.kernel import messages


class Options(messages.Options, frozen=True):
    """What the opener may choose; None leaves it to chance.

    `factions` are seven different ones in any order; `first_seat` has the first turn.
    """

    factions: Annotated[tuple[Faction, ...], Meta(min_length=FACTIONS_IN_PLAY, max_length=FACTIONS_IN_PLAY)] | None = (
        None
    )
    first_seat: Literal[0, 1] | None = None


class LayCard(messages.Action, frozen=True, tag="lay_card"):
    """Lay a card from the hand on a free space and set a piece on it."""

    faction: Faction
    space: Space


class DeclineAbility(messages.Action, frozen=True, tag="decline_ability"):
    """Leave the ability of the card just laid unused."""


class UseGoblins(messages.Action, frozen=True, tag="use_goblins"):
    """Score the Goblins that bear a piece of one's own."""


class UseDwarves(messages.Action, frozen=True, tag="use_dwarves"):
    """Score the Dwarves of the row and the column."""


class UseGnomes(messages.Action, frozen=True, tag="use_gnomes"):
    """Score a point and post one more piece on `space`, which is absent where none can be posted."""

    space: Space | UnsetType = UNSET


class UseTrolls(messages.Action, frozen=True, tag="use_trolls"):
    """Score the different factions of one line."""

    line: Line


class UseUndead(messages.Action, frozen=True, tag="use_undead"):
    """Change the piece just set with the other seat's piece on `space`."""

    space: Space


class UseDragons(messages.Action, frozen=True, tag="use_dragons"):
    """Score the cards all around."""


class UseSeers(messages.Action, frozen=True, tag="use_seers"):
    """Draw cards from the pile to choose from, instead of the usual draw."""


class UseGiants(messages.Action, frozen=True, tag="use_giants"):
    """Turn over the card on `space`."""

    space: Space


class UseKnights(messages.Action, frozen=True, tag="use_knights"):
    """Send the other seat's pieces on one or two `spaces`, in ascending order, back to its supply."""

    spaces: tuple[Space, ...]


class KeepCards(messages.Action, frozen=True, tag="keep_cards"):
    """Keep two of the cards in hand, named in the order of the overview; the others go back to the pile."""

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
"""The action that each faction's ability is used by; a Doppelganger uses those of its neighbours."""


class ChooseCardAndSpace(messages.Decision, frozen=True, tag="lay_card"):
    """Which card to lay where."""


class ChooseAbility(messages.Decision, frozen=True, tag="use_ability"):
    """Whether and how to use the ability of the card just laid on `space`."""

    space: Space


class ChooseCardsToKeep(messages.Decision, frozen=True, tag="keep_cards"):
    """Which two of the cards in hand to keep after the Seers."""


class ChooseDraw(messages.Decision, frozen=True, tag="draw_card"):
    """Which card to take: one of the display or the top of the pile."""


Decision = ChooseCardAndSpace | ChooseAbility | ChooseCardsToKeep | ChooseDraw
