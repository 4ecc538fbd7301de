"""Routes of undo: request to undo the caller's last action, and answer a request."""

from uuid import UUID

import msgspec
from litestar import Response, Router, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from domain.kernel.basics import MatchId, Version
from service.access.tokens import requester_of
from service.http.authentication import AnyRequest, required_caller, service_of
from service.http.conditional_requests import Conditional, Conditions
from service.http.rendering.matches import AcceptedAnswer
from service.http.routes.matches import accepted_reply
from service.http.security import needs


class TakeBackBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Version to return to, which must be `may_take_back_to`, the version before the caller's last action (default)."""

    to: int | None = None


class AgreementBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Answer to a request. The requester can withdraw it with `false`. `asked` names the request to answer."""

    agrees: bool
    asked: int | None = None


@post(
    "/{match:uuid}/take-backs",
    security=needs("play"),
    status_code=200,
    summary="Request to undo the caller's last action; all other people in seats must agree",
    operation_class=Conditional,
)
async def ask_back(
    match: FromPath[UUID], data: JSONBody[TakeBackBody], request: AnyRequest
) -> Response[AcceptedAnswer]:
    """Request to undo the caller's last action. Impossible if anything was rolled or revealed since."""
    service, caller = service_of(request), await required_caller(request)
    conditions = Conditions.of(request.scope)
    match_id = MatchId(str(match))
    seated = await service.commands.seated(match_id, requester_of(caller))
    context = conditions.command_context(caller.player, match.bytes, b"ask back", msgspec.json.encode(data))
    to = None if data.to is None else Version(data.to)
    accepted = await service.commands.request_undo(match_id, seated.seat, to, context)
    return accepted_reply(service, caller, accepted)


@post(
    "/{match:uuid}/take-backs/answers",
    security=needs("play"),
    status_code=200,
    summary="Accept or refuse another seat's request to undo",
    operation_class=Conditional,
)
async def answer_back(
    match: FromPath[UUID], data: JSONBody[AgreementBody], request: AnyRequest
) -> Response[AcceptedAnswer]:
    """Answer the open request to undo. The last agreement undoes the action, a refusal ends the request."""
    service, caller = service_of(request), await required_caller(request)
    conditions = Conditions.of(request.scope)
    match_id = MatchId(str(match))
    seated = await service.commands.seated(match_id, requester_of(caller))
    context = conditions.command_context(caller.player, match.bytes, b"answer back", msgspec.json.encode(data))
    asked = None if data.asked is None else Version(data.asked)
    accepted = await service.commands.answer_undo(match_id, seated.seat, asked, context, agrees=data.agrees)
    return accepted_reply(service, caller, accepted)


router = Router("/v1/matches", route_handlers=[ask_back, answer_back], tags=["matches"])
