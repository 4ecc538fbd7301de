"""Once more: rematches."""

from uuid import UUID

from litestar import Response, Router, post
from litestar.params import FromPath

from domain.kernel.basics import MatchId
from service.again import open_rematch
from service.answers import MatchAnswer, match_answer
from service.conditions import etag
from service.freshness import position_of
from service.replies import Reply
from service.routes.callers import Asked, service_of, somebody
from service.scopes import needs


@post(
    "/{match:uuid}/rematches",
    security=needs("open"),
    summary="Play again: the same seats, options and people; one rematch for all who ask",
)
async def open_again(match: FromPath[UUID], request: Asked) -> Response[MatchAnswer]:
    """Open the rematch of a match that is over, for whoever had a seat in it; asked for again, it is answered."""
    service, caller = service_of(request), await somebody(request)
    opened = await open_rematch(service.matches, MatchId(str(match)), caller.player)
    laid = opened.match
    headers = {"Location": f"/v1/matches/{laid.terms.id}", "ETag": etag(laid.end.version)}
    return Reply(match_answer(laid, caller.player), headers | position_of(opened.position))


router = Router("/v1/matches", route_handlers=[open_again], tags=["matches"])
