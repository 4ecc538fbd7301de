"""Routes that open a match from another one: rematches, and practice branches."""

from functools import partial
from uuid import UUID

import msgspec
from litestar import Response, Router, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from domain.kernel.basics import MatchId
from service.access.tokens import requester_of
from service.http.authentication import AnyRequest, required_caller, service_of
from service.http.conditional_requests import Conditions, Repeatable
from service.http.rendering.matches import MatchAnswer
from service.http.routes.matches import open_within_quota, opened_reply
from service.http.security import needs
from service.matches.branches import branch_opening


class BranchBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Version at which the branch starts. A version within the events of an action means the state before it."""

    at: int


@post(
    "/{match:uuid}/rematches",
    security=needs("open"),
    summary="Open a rematch with the same seats, options and players; one for all requests",
)
async def open_again(match: FromPath[UUID], request: AnyRequest) -> Response[MatchAnswer]:
    """Open the rematch of a match that is over. Requires a seat in that match."""
    service, caller = service_of(request), await required_caller(request)
    over = await service.visibility.current(MatchId(str(match)), requester_of(caller))
    opening = partial(service.rematches.open, over.id, caller.player)
    exists = partial(service.rematches.exists, over.id)
    with_bots = await service.rematches.has_bots(over.id)
    opened = await service.open_match_quota.open(caller, opening, exists, with_bots=with_bots)
    return await opened_reply(service, caller, opened)


@post(
    "/{match:uuid}/branches",
    security=needs("open"),
    summary="Open a branch, a practice match from a version of a match that is over",
    operation_class=Repeatable,
)
async def open_branch(match: FromPath[UUID], data: JSONBody[BranchBody], request: AnyRequest) -> Response[MatchAnswer]:
    """Open a practice match from a version of another match, with new chance. It counts in no statistics."""
    service, caller = service_of(request), await required_caller(request)
    conditions = Conditions.of(request.scope)
    source = await service.visibility.current(MatchId(str(match)), requester_of(caller))
    wanted = await branch_opening(service.event_store, service.editions, source.id, data.at)
    retry = conditions.retry(caller.player, match.bytes, b"branch", msgspec.json.encode(data))
    opening = partial(service.opener.open, wanted, caller.player, conditions.key, retry)
    opened = await open_within_quota(service, caller, conditions.key, opening)
    return await opened_reply(service, caller, opened)


router = Router("/v1/matches", route_handlers=[open_again, open_branch], tags=["matches"])
