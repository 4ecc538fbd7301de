"""The states of a match, one type a stage."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct, field

from domain.kernel.basics import Instant, MatchId, PlayerId, Seat, Version
from domain.kernel.game import AnyGame, AnyTable
from domain.kernel.messages import OMNISCIENT, Decision, Outcome, Viewer
from domain.kernel.records import Link
from domain.matches.clocks import Timing
from domain.matches.events import MatchOpened
from domain.matches.settings import PLAIN, MatchSettings

Phase = Literal["open", "playing", "finished", "abandoned"]
"""Name of a match's stage in the API and in read models."""


class Occupant(Struct, frozen=True, omit_defaults=True):
    """Who sits in a seat, a person or a bot, and what was given to the match seed when it was taken.

    `left` is the person who forfeited the seat, in which a bot plays on (nobody where the game has none).
    """

    contribution: str
    player: PlayerId | None = None
    bot: str | None = None
    left: PlayerId | None = None


class Terms(Struct, frozen=True):
    """What a match was opened with; its start alone adds options (`supplied`) to the table, and its own version.

    `imported_from` is the key of the service where a match was played that came here in a bundle.
    """

    id: MatchId
    at: Instant
    opened: MatchOpened
    game: AnyGame
    table: AnyTable
    supplied: dict[str, Any] = field(default_factory=dict)
    imported_from: str | None = None
    started: Version = Version(0)

    @property
    def options(self) -> dict[str, Any]:
        """The options as they count: the opener's and, once the match has started, those that were supplied."""
        return self.opened.options | self.supplied

    @property
    def arrangement(self) -> MatchSettings:
        """What holds besides the game."""
        return self.opened.arrangement or PLAIN


class Match(Struct, frozen=True):
    """What every stage has: terms, seats and the end of the chain."""

    terms: Terms
    occupants: tuple[Occupant | None, ...]
    end: Link

    @property
    def seed(self) -> bytes | None:
        """The match seed, none before the match has started."""
        return None

    @property
    def people(self) -> frozenset[Seat]:
        """The seats in which people sit."""
        return frozenset(Seat(number) for number, each in enumerate(self.occupants) if _is_person(each))

    def seat_of(self, player: PlayerId) -> Seat | None:
        """Which seat a person has, if any."""
        for number, occupant in enumerate(self.occupants):
            if occupant is not None and occupant.player == player:
                return Seat(number)
        return None


def _is_person(occupant: Occupant | None) -> bool:
    return occupant is not None and occupant.player is not None


class Open(Match, frozen=True):
    """Waiting for seats to be taken."""


class Started(Match, frozen=True):
    """A match with a seed and a state of its game."""

    match_seed: bytes
    state: Any

    @property
    def seed(self) -> bytes:
        """The match seed of 32 bytes."""
        return self.match_seed


class UndoPoint(Struct, frozen=True, gc=False):
    """A moment that may come back: the state after event `version`, before an action of `seat`."""

    version: Version
    seat: Seat
    state: Any


class UndoRequest(Struct, frozen=True):
    """A request, made by event `at`: that the moment after event `to` comes back, before the last action of `seat`."""

    seat: Seat
    to: Version
    at: Version
    agreed: frozenset[Seat] = frozenset()


class Playing(Started, frozen=True):
    """Under way: somebody must choose.

    `trail` holds the moments that may come back, the oldest first; `asked` is an open request for one of them.
    `agreed` are the seats whose people agree that the match be abandoned. `timing` is kept in a match with a clock.
    """

    trail: tuple[UndoPoint, ...] = ()
    asked: UndoRequest | None = None
    agreed: frozenset[Seat] = frozenset()
    timing: Timing | None = None

    def waiting(self) -> dict[Seat, Decision]:
        """The decisions that people must meet; bots, which move at once, are left out."""
        pending: Mapping[Seat, Decision] = self.terms.game.pending(self.state)
        return {seat: decision for seat, decision in pending.items() if _is_person(self.occupants[seat])}


class Finished(Started, frozen=True):
    """Over, with its outcome; everything is public."""

    result: Outcome


class Abandoned(Match, frozen=True):
    """Given up without an outcome; everything is public. `match_seed` and `state` are none if it never started."""

    match_seed: bytes | None
    state: Any

    @property
    def seed(self) -> bytes | None:
        """The match seed, none if the match never started."""
        return self.match_seed


def is_over(match: Match) -> bool:
    """Whether the match is finished or abandoned, so that nothing is hidden any more."""
    return isinstance(match, Finished | Abandoned)


def phase_of(match: Match) -> Phase:
    """Name the stage of a match."""
    match match:
        case Open():
            return "open"
        case Playing():
            return "playing"
        case Finished():
            return "finished"
        case Abandoned():
            return "abandoned"
        case _:
            message = f"there is no phase for {type(match).__name__}"
            raise TypeError(message)


def viewer_of(match: Match, player: PlayerId | None) -> Viewer:
    """Whose eyes a person sees a match with: everything after the end, the own seat's secrets before."""
    if is_over(match):
        return OMNISCIENT
    seat = None if player is None else match.seat_of(player)
    return Viewer() if seat is None else Viewer(frozenset((seat,)))
