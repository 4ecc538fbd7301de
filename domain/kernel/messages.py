"""Base types of all games: actions, events, decisions, options, editions, views and outcomes.

The tag of an action or event is its stored name. Renaming it breaks every match that contains it.
"""

from collections.abc import Iterable
from typing import Any, ClassVar, Literal, Union

from msgspec import Struct

from domain.kernel.basics import Seat

Source = Literal["rulebook", "public", "reconstructed"]
"""Source of a value of an edition: printed in the rulebook, published elsewhere, or reconstructed by us."""


class Action(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True):
    """Action of a seat. Subclasses set their tag: `class Roll(Action, frozen=True, tag="roll")`.

    Only the acting seat sees a `SEALED` action before the match is over. The first event of such an action must have
    a sealed part known to that seat only.
    New fields need a default. Defaults are not serialized, so existing hashes stay valid.
    """

    SEALED: ClassVar[bool] = False


class Event(Struct, frozen=True, tag_field="type"):
    """Event of a match, with all computed and drawn values.

    The field `seat` is the seat of the event. The first event of an action belongs to the acting seat; events
    without `seat` belong to the service (dice, forced steps).
    `SECRET` names the fields that only the seats of `known_to` may read before the match is over.
    `WITHHELD` names fields that never leave the service and are not part of the canonical form.
    `REVISION` is the number of the current shape of the event, from 1; upcasters convert older shapes.
    A `RETRACTABLE` event can be undone: it depends on no draw and reveals no hidden information except the choice of
    the acting seat. An action can be undone only if all its events are retractable.
    """

    SECRET: ClassVar[tuple[str, ...]] = ()
    WITHHELD: ClassVar[tuple[str, ...]] = ()
    REVISION: ClassVar[int] = 1
    RETRACTABLE: ClassVar[bool] = False

    def known_to(self) -> tuple[Seat, ...]:
        """Seats that may read the `SECRET` fields before the end; none unless overridden."""
        return ()


def tag_of(kind: type[Struct]) -> str:
    """Stored name of a tagged type."""
    return str(kind.__struct_config__.tag)


def either(kinds: Iterable[type[Any]]) -> Any:  # noqa: ANN401 -- a union is no type to the checker
    """Union of tagged types, for decoding."""
    return Union[tuple(kinds)]  # noqa: UP007 -- built at run time


class Decision(Struct, frozen=True, tag_field="type"):
    """Pending decision of a seat. It is public and contains no secrets.

    `id` identifies the decision (`choose_card/3/1`). It is unique within the match for its seat and does not change
    while other seats decide, so a client can state the decision that it answers.
    """

    id: str


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a match, chosen by its creator; every field has a default.

    `SUPPLIED` names fields that the service sets when the match starts; the creator cannot choose them.
    """

    SUPPLIED: ClassVar[tuple[str, ...]] = ()


class Edition(Struct, frozen=True, forbid_unknown_fields=True):
    """Component data of a game: its cards, dice and boards.

    `sources` maps each top-level field (or `field/part`) to the source of its values.
    """

    name: str
    sources: dict[str, Source]


class View(Struct, frozen=True):
    """View of a match: only the information that one viewer may know."""


class Outcome(Struct, frozen=True, kw_only=True):
    """Outcome of a finished match.

    `ending` is the game's key for the kind of ending. `scores` and `ranking` have one value for each seat. Rank 1 is
    the best, and tied seats share a rank. `winners` is empty if no seat wins.
    """

    ending: str
    scores: tuple[int, ...]
    ranking: tuple[int, ...]
    winners: tuple[Seat, ...]


class Viewer(Struct, frozen=True):
    """Viewer of a match: the seats whose secrets are visible, or `everything` after the end."""

    seats: frozenset[Seat] = frozenset()
    everything: bool = False

    def knows(self, seat: Seat) -> bool:
        """Return whether the viewer may see the secrets of a seat."""
        return self.everything or seat in self.seats


SPECTATOR = Viewer()
OMNISCIENT = Viewer(everything=True)
