"""Where to jump to in a replay: the rounds of a match and its key moments."""

from uuid import UUID

from litestar import Router, get
from litestar.params import FromPath
from msgspec import Struct

from domain.kernel.basics import MatchId, Version
from domain.matches.milestones import KeyMoment, Round
from service.access.tokens import requester_of
from service.http.authentication import AnyRequest, optional_caller, service_of


class MomentsAnswer(Struct, frozen=True):
    """The rounds and key moments of a match up to `version`; they are the same for everybody."""

    version: Version
    rounds: list[Round]
    moments: list[KeyMoment]


@get("/{match:uuid}/moments", summary="The rounds and key moments of a match, to jump to in its replay")
async def moments(match: FromPath[UUID], request: AnyRequest) -> MomentsAnswer:
    """List what is worth looking at: negations, goals, bells, the throne, as the game has them."""
    requester = requester_of(await optional_caller(request))
    history = await service_of(request).visibility.history(MatchId(str(match)), requester)
    return MomentsAnswer(history.version, history.rounds, history.key_moments)


router = Router("/v1/matches", route_handlers=[moments], tags=["logs"])
