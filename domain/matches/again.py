"""Once more: the same people at the same table, when a match is over."""

from collections.abc import Sequence

from msgspec.structs import replace

from domain.kernel.basics import PlayerId, Seat
from domain.kernel.errors import Refused
from domain.matches.decide import Opening, Sitting
from domain.matches.state import Match, Occupant, is_over


def rematch(match: Match, by: PlayerId) -> Opening:
    """Play with the same seats, options, edition and arrangement, each seat kept for the person who had it.

    Whoever forfeited a seat has it again. Raises `Refused`: `match_not_over`, `not_seated` for anybody else.
    """
    _check_over(match)
    people = tuple(None if each is None else _person(each) for each in match.occupants)
    if by not in people:
        raise Refused("not_seated", "You had no seat in this match.")
    opened = match.terms.opened
    arrangement = replace(match.terms.arrangement, rematch_of=match.terms.id, reserved=people)
    return Opening(opened.game, opened.seats, opened.options, opened.edition_digest, arrangement)


def bots_of(match: Match) -> Sequence[Sitting]:
    """The bots that sit down in the rematch at once, where they sat."""
    seated = ((Seat(number), each) for number, each in enumerate(match.occupants) if each is not None)
    return [Sitting(seat, "", bot=each.bot) for seat, each in seated if _person(each) is None]


def _person(occupant: Occupant) -> PlayerId | None:
    return occupant.player or occupant.left


def _check_over(match: Match) -> None:
    if not is_over(match):
        raise Refused("match_not_over", "This match is not over.")
