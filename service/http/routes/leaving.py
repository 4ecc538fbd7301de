"""Routes for leaving a match in progress: resign, and vote for abandoning it."""

from uuid import UUID

import msgspec
from litestar import Response, Router, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from domain.kernel.basics import MatchId
from service.http.authentication import AnyRequest, required_caller, service_of
from service.http.conditional_requests import Conditional, Conditions
from service.http.rendering.matches import AcceptedAnswer
from service.http.routes.matches import accepted_reply
from service.http.security import needs


class VoteBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A vote: `true` agrees to abandon the match, `false` withdraws an earlier agreement."""

    agrees: bool


@post(
    "/{match:uuid}/resignation",
    status_code=200,
    security=needs("play"),
    summary="Resign from a match; a bot takes over the seat",
    operation_class=Conditional,
)
async def resign(match: FromPath[UUID], request: AnyRequest) -> Response[AcceptedAnswer]:
    """Resign from a match. The seat is marked as left permanently. The match ends when no person is left in it."""
    service, caller = service_of(request), await required_caller(request)
    conditions = Conditions.of(request.scope)
    context = conditions.command_context(caller.player, match.bytes, b"resign")
    return accepted_reply(service, caller, await service.commands.resign(MatchId(str(match)), caller.player, context))


@post(
    "/{match:uuid}/abandonment-votes",
    status_code=200,
    security=needs("play"),
    summary="Vote for abandoning a match, or withdraw the vote",
    operation_class=Conditional,
)
async def vote(match: FromPath[UUID], data: JSONBody[VoteBody], request: AnyRequest) -> Response[AcceptedAnswer]:
    """Vote for abandoning a match, which requires the agreement of all people in seats. A vote can be withdrawn."""
    service, caller = service_of(request), await required_caller(request)
    conditions = Conditions.of(request.scope)
    context = conditions.command_context(caller.player, match.bytes, b"vote", msgspec.json.encode(data))
    voted = service.commands.vote(MatchId(str(match)), caller.player, data.agrees, context)
    return accepted_reply(service, caller, await voted)


router = Router("/v1/matches", route_handlers=[resign, vote], tags=["matches"])
