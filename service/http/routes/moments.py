"""Where to jump to in a replay: the rounds of a match and its key moments."""

from uuid import UUID

from litestar import Router, get
from litestar.params import FromPath
from msgspec import Struct

from domain.kernel.basics import MatchId, Version
from domain.matches.milestones import KeyMoment, Round, key_moments, rounds
from service.http.authentication import AnyRequest, optional_caller, service_of
from service.matches.replays import whole


class MomentsAnswer(Struct, frozen=True):
    """The rounds and key moments of a match up to `version`; they are the same for everybody."""

    version: Version
    rounds: list[Round]
    moments: list[KeyMoment]


@get("/{match:uuid}/moments", summary="The rounds and key moments of a match, to jump to in its replay")
async def moments(match: FromPath[UUID], request: AnyRequest) -> MomentsAnswer:
    """List what is worth looking at: negations, goals, bells, the throne, as the game has them."""
    found = await whole(service_of(request), MatchId(str(match)), await optional_caller(request))
    terms = found.match.terms
    return MomentsAnswer(
        found.match.end.version,
        rounds(terms.game, found.records),
        key_moments(terms.game, terms.opened.seats, found.records),
    )


router = Router("/v1/matches", route_handlers=[moments], tags=["logs"])
