"""Taking back: asking for the own last action, and answering one who asks."""

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
    """What to go back to: the version before the caller's last action (`may_take_back_to`), which none stands for."""

    to: int | None = None


class AgreementBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the caller agrees; who asked may answer `false` as well. `asked` names the request that is meant."""

    agrees: bool
    asked: int | None = None


@post(
    "/{match:uuid}/take-backs",
    security=needs("play"),
    status_code=200,
    summary="Ask to take the own last action back; it comes back when all other people in seats have agreed",
    operation_class=Conditional,
)
async def ask_back(
    match: FromPath[UUID], data: JSONBody[TakeBackBody], request: AnyRequest
) -> Response[AcceptedAnswer]:
    """Ask for the last action; refused once anything was rolled or revealed since."""
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
    summary="Agree that another seat takes back, or do not",
    operation_class=Conditional,
)
async def answer_back(
    match: FromPath[UUID], data: JSONBody[AgreementBody], request: AnyRequest
) -> Response[AcceptedAnswer]:
    """Answer the open request; the last one to agree brings the moment back, one who does not ends the request."""
    service, caller = service_of(request), await required_caller(request)
    conditions = Conditions.of(request.scope)
    match_id = MatchId(str(match))
    seated = await service.commands.seated(match_id, requester_of(caller))
    context = conditions.command_context(caller.player, match.bytes, b"answer back", msgspec.json.encode(data))
    asked = None if data.asked is None else Version(data.asked)
    accepted = await service.commands.answer_undo(match_id, seated.seat, asked, context, agrees=data.agrees)
    return accepted_reply(service, caller, accepted)


router = Router("/v1/matches", route_handlers=[ask_back, answer_back], tags=["matches"])
