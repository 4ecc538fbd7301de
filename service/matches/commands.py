"""Types around a command: its context, and what an accepted one leads to."""

from msgspec import Struct

from domain.kernel.basics import PlayerId, Seat, Version
from domain.kernel.game import AnyGame
from domain.kernel.records import Retry, Shown
from domain.matches.state import Match
from domain.matches.visibility import visible_version


class CommandContext(Struct, frozen=True):
    """Context of a command: the version that it was made for, its idempotency mark, and its sender.

    A command without a sender (`by`) is the service's own.
    """

    version: Version | None = None
    retry: Retry | None = None
    by: PlayerId | None = None

    def newest(self, match: Match) -> Version:
        """The newest version of a match that the sender may see: errors name no later one."""
        return match.end.version if self.by is None else visible_version(match, self.by)


class Accepted(Struct, frozen=True):
    """Accepted command: the match after it and its events, shown in full.

    `repeated` is true if an earlier request recorded the events. Read models that have reached `position` in the log
    include them.
    """

    match: Match
    shown: tuple[Shown, ...]
    position: int
    repeated: bool = False


class Opened(Struct, frozen=True):
    """Opened match, and the position in the log from which on read models include it."""

    match: Match
    position: int


class Seated(Struct, frozen=True):
    """Seat of a person in a match, with the game that is played there."""

    game: AnyGame
    seat: Seat
