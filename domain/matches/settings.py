"""What the opener of a match settles besides the game: who may watch, by what tags it is found, where it comes from."""

import re
from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from domain.kernel.basics import MatchId, PlayerId, Seat, Version
from domain.kernel.errors import Refused
from domain.matches.clocks import Clock, check_clock

Visibility = Literal["public", "unlisted", "private"]
"""Who may look at a match that is not over: anybody, anybody who knows its id, or only those it concerns."""

LONGEST_DELAY: Final = 1_000
MOST_INVITED: Final = 24
MOST_TAGS: Final = 8
LONGEST_EXPIRY: Final = 365 * 24 * 3600
_TAG: Final = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}", re.ASCII)


class Moment(Struct, frozen=True):
    """A match as it stood after one of its events."""

    match: MatchId
    version: Version


class MatchSettings(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The terms of a match that are not its game's.

    `delay` is how many versions behind spectators see it while it lasts. `tags` (a league, a round) are what
    lists and scoreboards are filtered by, in alphabetical order. `rematch_of` names the match whose people play
    again, and `reserved` for each seat the person for whom it is kept; `branch_of` names the moment of a match
    that is over from which this one goes on, for practice only. `clock` is how long decisions may take, as long as
    anybody likes without one. `expires_after` is how many seconds after its opening a match is given up that has not
    started; without it, it waits for ever. `invited` are the people who may look at a private match and sit down in
    it, besides its opener, in the order of their ids.
    """

    visibility: Visibility = "public"
    delay: int = 0
    tags: tuple[str, ...] = ()
    rematch_of: MatchId | None = None
    branch_of: Moment | None = None
    reserved: tuple[PlayerId | None, ...] = ()
    clock: Clock | None = None
    expires_after: int | None = None
    invited: tuple[PlayerId, ...] = ()

    @property
    def is_practice(self) -> bool:
        """Whether the match counts for nobody's record."""
        return self.branch_of is not None

    def kept_for(self, seat: Seat) -> PlayerId | None:
        """For whom a seat of the table is kept, if for anybody."""
        return self.reserved[seat] if self.reserved else None


PLAIN: Final = MatchSettings()
"""What holds where nothing was arranged; events do not write it."""


def check_settings(arrangement: MatchSettings, seats: int) -> None:
    """Raise `Refused` (`unprocessable`) for a delay, tags, times, guests or reserved seats that no match may have.

    `seats` is how many the match has.
    """
    _check_times(arrangement)
    _check_invited(arrangement)
    if not 0 <= arrangement.delay <= LONGEST_DELAY:
        raise Refused("unprocessable", f"A delay is from 0 to {LONGEST_DELAY} versions.")
    check_tags(arrangement.tags)
    if arrangement.reserved and len(arrangement.reserved) != seats:
        raise Refused("unprocessable", f"Of all {seats} seats it is said for whom they are kept, or of none.")


def check_tags(tags: Sequence[str]) -> None:
    """Raise `Refused` (`unprocessable`) for tags that no match may have."""
    if len(tags) > MOST_TAGS or list(tags) != sorted(set(tags)):
        raise Refused("unprocessable", f"A match has at most {MOST_TAGS} tags, in alphabetical order, each once.")
    for tag in tags:
        if not _TAG.fullmatch(tag):
            detail = f"{tag!r} is no tag: 1 to 40 small letters, digits, dots, dashes and underscores are."
            raise Refused("unprocessable", detail)


def _check_times(arrangement: MatchSettings) -> None:
    if arrangement.clock is not None:
        check_clock(arrangement.clock)
    if arrangement.expires_after is not None and not 1 <= arrangement.expires_after <= LONGEST_EXPIRY:
        raise Refused("unprocessable", f"A match waits from 1 to {LONGEST_EXPIRY} seconds for its seats to be taken.")


def _check_invited(arrangement: MatchSettings) -> None:
    invited = arrangement.invited
    if invited and arrangement.visibility != "private":
        raise Refused("unprocessable", "People are invited to private matches only.")
    if len(invited) > MOST_INVITED or list(invited) != sorted(set(invited)):
        detail = f"At most {MOST_INVITED} people are invited to a match, in the order of their ids, each once."
        raise Refused("unprocessable", detail)
