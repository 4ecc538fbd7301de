"""Rematches and branches: requests for a new match that are derived from a match that is over."""

from collections.abc import Sequence

from msgspec.structs import replace

from domain.catalogue import Catalogue
from domain.kernel.basics import PlayerId, Seat
from domain.kernel.errors import Refused
from domain.kernel.records import Record
from domain.matches.branch import moment_at
from domain.matches.decide import MatchRequest, SeatRequest
from domain.matches.evolve import fold_on, opened
from domain.matches.settings import MatchSettings, Moment
from domain.matches.state import Match, Occupant, is_over


def rematch(match: Match, by: PlayerId) -> MatchRequest:
    """Request for the rematch of a match: same seats, options, edition and settings.

    Each seat is reserved for the person who held it at first, even if that person forfeited it. The people of a
    private match are invited to its rematch. Raises `Refused`: `match_not_over`; `not_seated` if `by` had no seat.
    """
    _check_over(match)
    people = tuple(None if each is None else _person(each) for each in match.occupants)
    if by not in people:
        raise Refused("not_seated", "You had no seat in this match.")
    opened, settings = match.terms.opened, match.terms.arrangement
    guests = {person for person in people if person is not None} if settings.visibility == "private" else ()
    again = replace(settings, rematch_of=match.terms.id, reserved=people, invited=tuple(sorted(guests)))
    return MatchRequest(opened.game, opened.seats, opened.options, opened.edition_digest, again)


def bots_of(match: Match) -> Sequence[SeatRequest]:
    """Seat requests of the bots in a rematch: each bot takes the seat that it had."""
    seated = ((Seat(number), each) for number, each in enumerate(match.occupants) if each is not None)
    return [SeatRequest(seat, "", bot=each.bot) for seat, each in seated if _person(each) is None]


def branch(games: Catalogue, records: Sequence[Record], at: int) -> MatchRequest:
    """Request for a branch: a practice match that continues a match from version `at`.

    A version within the events of an action means the state before that action. The branch has the game, seats,
    options and edition of its source, but default settings.
    Raises `Refused`: `match_not_over`; `unprocessable` if the match has no version `at`, if no decision was pending up
    to it, or if the match was played under another rules version.
    """
    match = fold_on(opened(games, records[0]), records[1:])
    _check_over(match)
    if not 1 <= at <= match.end.version:
        raise Refused("unprocessable", f"`at` must be a version of this match, 1 to {match.end.version}.")
    terms, began = match.terms, match.terms.opened
    if began.rules_version != terms.game.rules_version:
        detail = (
            f"This match used rules version {began.rules_version}; branches need version {terms.game.rules_version}."
        )
        raise Refused("unprocessable", detail)
    settings = MatchSettings(branch_of=Moment(terms.id, moment_at(games, records, at)))
    return MatchRequest(began.game, began.seats, began.options, began.edition_digest, settings)


def _person(occupant: Occupant) -> PlayerId | None:
    return occupant.player or occupant.left


def _check_over(match: Match) -> None:
    if not is_over(match):
        raise Refused(
            "match_not_over", "This match is not over; rematches and branches need a finished or abandoned match."
        )
