"""States of a match: one type for each phase, with its seats, terms and undo requests."""

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
    """Occupant of a seat, a person or a bot, with the contribution to the match seed.

    `left` is the person who forfeited the seat. A bot then plays on, if the game has bots.
    """

    contribution: str
    player: PlayerId | None = None
    bot: str | None = None
    left: PlayerId | None = None


class Terms(Struct, frozen=True):
    """Terms of a match: its opening, and since its start the `supplied` options and the version of the start.

    `imported_from` is the key of the service that exported an imported match.
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
        """All options: the opener's and, after the start, the supplied ones."""
        return self.opened.options | self.supplied

    @property
    def arrangement(self) -> MatchSettings:
        """Settings of the match besides its game."""
        return self.opened.arrangement or PLAIN


class Match(Struct, frozen=True):
    """Match in any phase: terms, occupants and the end of the hash chain."""

    terms: Terms
    occupants: tuple[Occupant | None, ...]
    end: Link

    @property
    def seed(self) -> bytes | None:
        """The match seed, none before the match has started."""
        return None

    @property
    def people(self) -> frozenset[Seat]:
        """Seats of people."""
        return frozenset(Seat(number) for number, each in enumerate(self.occupants) if _is_person(each))

    def seat_of(self, player: PlayerId) -> Seat | None:
        """Seat of a person, if any."""
        for number, occupant in enumerate(self.occupants):
            if occupant is not None and occupant.player == player:
                return Seat(number)
        return None


def _is_person(occupant: Occupant | None) -> bool:
    return occupant is not None and occupant.player is not None


class Open(Match, frozen=True):
    """Open match, with free seats."""


class Started(Match, frozen=True):
    """A match with a seed and a state of its game."""

    match_seed: bytes
    state: Any

    @property
    def seed(self) -> bytes:
        """The match seed of 32 bytes."""
        return self.match_seed


class UndoPoint(Struct, frozen=True, gc=False):
    """State to which an undo can return: after event `version`, before an action of `seat`."""

    version: Version
    seat: Seat
    state: Any


class UndoRequest(Struct, frozen=True):
    """Undo request of `seat`, made by event `at`, to return to the state after event `to`."""

    seat: Seat
    to: Version
    at: Version
    agreed: frozenset[Seat] = frozenset()


class Playing(Started, frozen=True):
    """Match in play, with a pending decision.

    `trail` is the undo history, oldest state first; `asked` is the open undo request. `agreed` holds the seats that
    voted to abandon the match. `timing` is set in a match with a clock.
    """

    trail: tuple[UndoPoint, ...] = ()
    asked: UndoRequest | None = None
    agreed: frozenset[Seat] = frozenset()
    timing: Timing | None = None

    def waiting(self) -> dict[Seat, Decision]:
        """Pending decisions of people, without those of bots."""
        pending: Mapping[Seat, Decision] = self.terms.game.pending(self.state)
        return {seat: decision for seat, decision in pending.items() if _is_person(self.occupants[seat])}


class Finished(Started, frozen=True):
    """Finished match with its outcome; everything is public."""

    result: Outcome


class Abandoned(Match, frozen=True):
    """Abandoned match; everything is public. `match_seed` and `state` are none if it never started."""

    match_seed: bytes | None
    state: Any

    @property
    def seed(self) -> bytes | None:
        """The match seed, none if the match never started."""
        return self.match_seed


def is_over(match: Match) -> bool:
    """Whether the match is finished or abandoned, which makes everything public."""
    return isinstance(match, Finished | Abandoned)


def phase_of(match: Match) -> Phase:
    """Phase of a match."""
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
    """Viewer for a person: everything after the end, before it only the secrets of the own seat."""
    if is_over(match):
        return OMNISCIENT
    seat = None if player is None else match.seat_of(player)
    return Viewer() if seat is None else Viewer(frozenset((seat,)))
