"""Route of the rounds and key moments of a match, which replays jump to."""

from uuid import UUID

from litestar import Router, get
from litestar.params import FromPath
from msgspec import Struct

from domain.kernel.basics import MatchId, Version
from domain.matches.milestones import KeyMoment, Round
from service.access.tokens import requester_of
from service.http.authentication import AnyRequest, optional_caller, service_of


class MomentsAnswer(Struct, frozen=True):
    """The rounds and key moments of a match up to `version`, the same for every caller."""

    version: Version
    rounds: list[Round]
    moments: list[KeyMoment]


@get("/{match:uuid}/moments", summary="List the rounds and key moments of a match")
async def moments(match: FromPath[UUID], request: AnyRequest) -> MomentsAnswer:
    """List the rounds and key moments of a match. Each game defines its key moments, such as goals or bells."""
    requester = requester_of(await optional_caller(request))
    history = await service_of(request).visibility.history(MatchId(str(match)), requester)
    return MomentsAnswer(history.version, history.rounds, history.key_moments)


router = Router("/v1/matches", route_handlers=[moments], tags=["logs"])
