"""Settings of a match besides its game: access, tags, time limits, origin; and the checks of their values."""

import re
from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from domain.kernel.basics import MatchId, PlayerId, Seat, Version
from domain.kernel.errors import Refused
from domain.matches.clocks import Clock, check_clock

Visibility = Literal["public", "unlisted", "private"]
"""Access to a match that is not over: everybody, everybody with its id, or only the opener and invited people."""

LONGEST_DELAY: Final = 1_000
MOST_INVITED: Final = 24
MOST_TAGS: Final = 8
LONGEST_EXPIRY: Final = 365 * 24 * 3600
_TAG: Final = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}", re.ASCII)


class Moment(Struct, frozen=True):
    """A match and one of its versions."""

    match: MatchId
    version: Version


class MatchSettings(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings of a match besides its game.

    `delay` is the number of versions by which spectators see a match in play late. `tags`, in alphabetical order,
    filter lists and scoreboards. `rematch_of` names the previous match of a rematch, and `reserved` the person for
    whom each seat is reserved. `branch_of` names the version from which a practice branch continues. `clock` limits
    the time for decisions; without it they have no limit. A match that has not started after `expires_after` seconds
    is abandoned; without it the match stays open. `invited` lists the people, in the order of their ids, who may see a
    private match and take seats in it, besides its opener.
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
        """Whether the match is practice and counts in no statistics."""
        return self.branch_of is not None

    def kept_for(self, seat: Seat) -> PlayerId | None:
        """Person for whom a seat is reserved, if any."""
        return self.reserved[seat] if self.reserved else None


PLAIN: Final = MatchSettings()
"""Default settings. Events omit them."""


def check_settings(arrangement: MatchSettings, seats: int) -> None:
    """Check the settings of a match with `seats` seats. Raises `Refused` (`unprocessable`) for an invalid value."""
    _check_times(arrangement)
    _check_invited(arrangement)
    if not 0 <= arrangement.delay <= LONGEST_DELAY:
        raise Refused("unprocessable", f"`delay` must be from 0 to {LONGEST_DELAY} versions.")
    check_tags(arrangement.tags)
    if arrangement.reserved and len(arrangement.reserved) != seats:
        raise Refused("unprocessable", f"`reserved` must be empty or have {seats} entries, one for each seat.")


def check_tags(tags: Sequence[str]) -> None:
    """Check the tags of a match. Raises `Refused` (`unprocessable`) for invalid tags."""
    if len(tags) > MOST_TAGS or list(tags) != sorted(set(tags)):
        raise Refused("unprocessable", f"`tags` must hold at most {MOST_TAGS} different tags in alphabetical order.")
    for tag in tags:
        if not _TAG.fullmatch(tag):
            detail = f"Invalid tag {tag!r}: use 1 to 40 lower-case letters, digits, dots, hyphens and underscores."
            raise Refused("unprocessable", detail)


def _check_times(arrangement: MatchSettings) -> None:
    if arrangement.clock is not None:
        check_clock(arrangement.clock)
    if arrangement.expires_after is not None and not 1 <= arrangement.expires_after <= LONGEST_EXPIRY:
        raise Refused("unprocessable", f"`expires_after` must be from 1 to {LONGEST_EXPIRY} seconds.")


def _check_invited(arrangement: MatchSettings) -> None:
    invited = arrangement.invited
    if invited and arrangement.visibility != "private":
        raise Refused("unprocessable", "`invited` requires the visibility `private`.")
    if len(invited) > MOST_INVITED or list(invited) != sorted(set(invited)):
        detail = f"`invited` must hold at most {MOST_INVITED} different people in the order of their ids."
        raise Refused("unprocessable", detail)
