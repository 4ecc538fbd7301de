"""What all games' actions, events, decisions, options, editions and views are built on.

The tag of an action or event is its stored name: renaming one breaks every match that holds it.
"""

from collections.abc import Iterable
from typing import Any, ClassVar, Literal, Union

from msgspec import Struct

from domain.kernel.basics import Seat

Source = Literal["rulebook", "public", "reconstructed"]
"""Where a value of an edition comes from: printed in the rulebook, otherwise published, or ours."""


class Action(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True):
    """What a seat asks for. Subclasses set their tag: `class Roll(Action, frozen=True, tag="roll")`.

    `SEALED` actions tell a secret: only their own seat sees them before the match is over. The first
    event of such an action must have a sealed part of its own that is known to that seat alone.
    A field may be added later with a default only: defaults are not written, so old hashes stay.
    """

    SEALED: ClassVar[bool] = False


class Event(Struct, frozen=True, tag_field="type"):
    """What happened, in the game's own words, with everything that was computed or drawn.

    A field `seat` names the seat the event belongs to; the first event that an action brings about
    belongs to the acting seat, and events without `seat` are the service's own (dice, forced steps).
    `SECRET` names the fields that only the seats of `known_to` may read before the match is over.
    `WITHHELD` names fields that stay inside the service for ever and outside the canonical form.
    `REVISION` counts the shapes this event has had; an older one is brought up by an upcaster.
    A `RETRACTABLE` event may be taken back: no draw led to it, and it shows nobody what was hidden from them
    before, but for what the acting seat chose. An action of which one event is not may not.
    """

    SECRET: ClassVar[tuple[str, ...]] = ()
    WITHHELD: ClassVar[tuple[str, ...]] = ()
    REVISION: ClassVar[int] = 1
    RETRACTABLE: ClassVar[bool] = False

    def known_to(self) -> tuple[Seat, ...]:
        """Say which seats may read the `SECRET` fields; nobody (until the end) unless overridden."""
        return ()


def tag_of(kind: type[Struct]) -> str:
    """The name under which a tagged type is written."""
    return str(kind.__struct_config__.tag)


def either(kinds: Iterable[type[Any]]) -> Any:  # noqa: ANN401 -- a union is no type to the checker
    """The union of tagged types, for decoding."""
    return Union[tuple(kinds)]  # noqa: UP007 -- made at run time


class Decision(Struct, frozen=True, tag_field="type"):
    """What a seat must choose now. Everybody sees it, so it holds nothing secret.

    `id` differs for every decision a seat ever meets in a match (`choose_card/3/1`) and stays the
    same while others decide, so that a client can say which one it answers.
    """

    id: str


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the opener of a match may choose; every field has a default.

    `SUPPLIED` names fields that no opener chooses: the service fills them in when the match starts.
    """

    SUPPLIED: ClassVar[tuple[str, ...]] = ()


class Edition(Struct, frozen=True, forbid_unknown_fields=True):
    """The component data of a game: what its cards, dice and boards say.

    `sources` says for each top-level field (or `field/part`) where its values come from.
    """

    name: str
    sources: dict[str, Source]


class View(Struct, frozen=True):
    """What one viewer may know of a match, built up from nothing."""


class Outcome(Struct, frozen=True, kw_only=True):
    """How a finished match ended.

    `ending` is the game's word for it; `scores` has one figure a seat; `ranking` each seat's rank,
    1 the best, equal where seats share it; `winners` is empty where nobody wins.
    """

    ending: str
    scores: tuple[int, ...]
    ranking: tuple[int, ...]
    winners: tuple[Seat, ...]


class Viewer(Struct, frozen=True):
    """Whose eyes a match is seen with: the seats whose secrets are open, or everything after the end."""

    seats: frozenset[Seat] = frozenset()
    everything: bool = False

    def knows(self, seat: Seat) -> bool:
        """Whether this viewer may see what only `seat` knows."""
        return self.everything or seat in self.seats


SPECTATOR = Viewer()
OMNISCIENT = Viewer(everything=True)
