"""Leaving a match that is under way: resigning, and agreeing that it be abandoned."""

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
    """Whether the caller agrees that the match be abandoned; false takes back what was agreed to."""

    agrees: bool


@post(
    "/{match:uuid}/resignation",
    status_code=200,
    security=needs("play"),
    summary="Leave a match for good; a bot plays on, for the others",
    operation_class=Conditional,
)
async def resign(match: FromPath[UUID], request: AnyRequest) -> Response[AcceptedAnswer]:
    """Resign: the seat is marked for ever. Where nobody is left to play with, the match ends."""
    service, caller = service_of(request), await required_caller(request)
    conditions = Conditions.of(request.scope)
    context = conditions.command_context(caller.player, match.bytes, b"resign")
    return accepted_reply(service, caller, await service.commands.resign(MatchId(str(match)), caller.player, context))


@post(
    "/{match:uuid}/abandonment-votes",
    status_code=200,
    security=needs("play"),
    summary="Agree that a match be abandoned, or take it back",
    operation_class=Conditional,
)
async def vote(match: FromPath[UUID], data: JSONBody[VoteBody], request: AnyRequest) -> Response[AcceptedAnswer]:
    """Vote: when all people who sit in it agree, a match is abandoned. A vote stands until it is taken back."""
    service, caller = service_of(request), await required_caller(request)
    conditions = Conditions.of(request.scope)
    context = conditions.command_context(caller.player, match.bytes, b"vote", msgspec.json.encode(data))
    voted = service.commands.vote(MatchId(str(match)), caller.player, data.agrees, context)
    return accepted_reply(service, caller, await voted)


router = Router("/v1/matches", route_handlers=[resign, vote], tags=["matches"])
