"""Once more, when a match is over: the same people at the same table, or anybody from one of its moments on."""

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
    """Play with the same seats, options, edition and arrangement, each seat kept for the person who had it.

    Whoever forfeited a seat has it again, and to a private match they are invited.
    Raises `Refused`: `match_not_over`, `not_seated` for anybody else.
    """
    _check_over(match)
    people = tuple(None if each is None else _person(each) for each in match.occupants)
    if by not in people:
        raise Refused("not_seated", "You had no seat in this match.")
    opened, before = match.terms.opened, match.terms.arrangement
    guests = {person for person in people if person is not None} if before.visibility == "private" else ()
    again = replace(before, rematch_of=match.terms.id, reserved=people, invited=tuple(sorted(guests)))
    return MatchRequest(opened.game, opened.seats, opened.options, opened.edition_digest, again)


def bots_of(match: Match) -> Sequence[SeatRequest]:
    """The bots that sit down in the rematch at once, where they sat."""
    seated = ((Seat(number), each) for number, each in enumerate(match.occupants) if each is not None)
    return [SeatRequest(seat, "", bot=each.bot) for seat, each in seated if _person(each) is None]


def branch(games: Catalogue, records: Sequence[Record], at: int) -> MatchRequest:
    """Practise from where a match stood after version `at`, or (within an action) before that action.

    Everything is as it was opened, but nothing else of its arrangement. Raises `Refused`: `match_not_over`;
    `unprocessable` where nobody had anything to choose yet, for a version that the match does not have, and for a
    match by former rules.
    """
    match = fold_on(opened(games, records[0]), records[1:])
    _check_over(match)
    if not 1 <= at <= match.end.version:
        raise Refused("unprocessable", f"This match has versions 1 to {match.end.version}.")
    terms, began = match.terms, match.terms.opened
    if began.rules_version != terms.game.rules_version:
        detail = f"This match was played by rules version {began.rules_version}, not {terms.game.rules_version}."
        raise Refused("unprocessable", detail)
    arrangement = MatchSettings(branch_of=Moment(terms.id, moment_at(games, records, at)))
    return MatchRequest(began.game, began.seats, began.options, began.edition_digest, arrangement)


def _person(occupant: Occupant) -> PlayerId | None:
    return occupant.player or occupant.left


def _check_over(match: Match) -> None:
    if not is_over(match):
        raise Refused("match_not_over", "This match is not over.")
