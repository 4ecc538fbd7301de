"""Once more: rematches, and practice from a moment of a match that is over."""

from functools import partial
from uuid import UUID

import msgspec
from litestar import Response, Router, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from domain.kernel.basics import MatchId
from domain.matches.rematches import bots_of
from service.access.tokens import Caller
from service.http.authentication import AnyRequest, service_of, somebody
from service.http.conditional_requests import Conditions, Repeatable, etag
from service.http.middleware.consistency import position_header
from service.http.rendering.json_response import JsonResponse
from service.http.rendering.matches import MatchAnswer, match_answer
from service.http.routes.matches import open_within_bounds
from service.http.security import needs
from service.matches.command_handler import Opened
from service.matches.rematches import has_rematch, open_rematch, wanted_branch


class BranchBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The version to go on from; within the events of one action that is the moment before it."""

    at: int


@post(
    "/{match:uuid}/rematches",
    security=needs("open"),
    summary="Play again: the same seats, options and people; one rematch for all who ask",
)
async def open_again(match: FromPath[UUID], request: AnyRequest) -> Response[MatchAnswer]:
    """Open the rematch of a match that is over, for whoever had a seat in it; asked for again, it is answered."""
    service, caller = service_of(request), await somebody(request)
    over = await service.sight.current(MatchId(str(match)), caller)
    opening = partial(open_rematch, service.matches, over, caller.player)
    is_there = partial(has_rematch, service.matches, over)
    opened = await service.openings.open(caller, opening, is_there, with_bots=bool(bots_of(over)))
    return _answer(opened, caller)


@post(
    "/{match:uuid}/branches",
    security=needs("open"),
    summary="Practise: go on from a version of a match that is over, with fresh chance",
    operation_class=Repeatable,
)
async def open_branch(match: FromPath[UUID], data: JSONBody[BranchBody], request: AnyRequest) -> Response[MatchAnswer]:
    """Open a match that counts for nobody and begins where another one stood; its seats are anybody's."""
    service, caller = service_of(request), await somebody(request)
    conditions = Conditions.of(request.scope)
    await service.sight.current(MatchId(str(match)), caller)
    wanted = await wanted_branch(service.histories, service.editions, MatchId(str(match)), data.at)
    retry = conditions.retry(caller.player, match.bytes, b"branch", msgspec.json.encode(data))
    opening = partial(service.matches.open, wanted, caller.player, conditions.key, retry)
    return _answer(await open_within_bounds(service, caller, conditions.key, opening), caller)


def _answer(opened: Opened, caller: Caller) -> Response[MatchAnswer]:
    match = opened.match
    headers = {"Location": f"/v1/matches/{match.terms.id}", "ETag": etag(match.end.version)}
    return JsonResponse(match_answer(match, caller.player), headers | position_header(opened.position))


router = Router("/v1/matches", route_handlers=[open_again, open_branch], tags=["matches"])
