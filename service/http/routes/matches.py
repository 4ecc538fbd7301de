"""Routes of matches: open, show, take a seat, list legal actions, take an action, abandon."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any
from uuid import UUID

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, JSONBody
from msgspec import UNSET, Struct, UnsetType, field

from domain.kernel.basics import Instant, MatchId, PlayerId, Seat, Version
from domain.kernel.messages import Action, Decision
from domain.matches.clocks import Clock
from domain.matches.decide import MatchRequest, SeatRequest
from domain.matches.settings import MatchSettings, Visibility
from domain.matches.visible import VisibleMatch
from service.access.tokens import Caller, requester_of
from service.clock import now
from service.http.authentication import AnyRequest, optional_caller, required_caller, service_of
from service.http.conditional_requests import Conditional, Conditions, Repeatable, etag
from service.http.middleware.consistency import position_header
from service.http.middleware.rate_limiting import WAIVABLE, waive
from service.http.rendering.json_response import JsonResponse
from service.http.rendering.matches import AcceptedAnswer, MatchAnswer, accepted_answer, match_answer
from service.http.routes.match_search import find_matches
from service.http.security import may_have, needs
from service.http.services import Services
from service.matches.commands import Accepted, Opened
from service.matches.permissions import check_manages
from service.matches.visibility import events_of


class OpenBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Match to open. `seats` defaults to the game's smallest number, `edition` to the game's default edition.

    `visibility` limits access until the match is over: `public` for everybody, `unlisted` for everybody with the id,
    `private` for the opener, organizers and the people in `invited`, who alone may take seats. Every match is public
    once it is over. `delay` is the number of versions by which spectators see the match late. `tags` (each 1 to 40
    lower-case letters, digits, dots, hyphens and underscores) help to find the match. `clock` limits the time for
    decisions, in seconds. A match that has not started after `expires_after` seconds is abandoned; the service has a
    default for it.
    """

    game: str
    seats: int | None = None
    options: dict[str, Any] = field(default_factory=dict)
    edition: str | None = None
    visibility: Visibility = "public"
    delay: int = 0
    tags: list[str] = field(default_factory=list)
    invited: list[UUID] = field(default_factory=list)
    clock: Clock | None = None
    expires_after: int | None = None


class SeatBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Seat to take, by default the first free one.

    `contribution` adds to the chance of the match: text of at most 64 bytes in UTF-8. `bot` names a bot to seat
    instead of the caller.
    """

    seat: int | None = None
    contribution: str = ""
    bot: str | None = None


class ActBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Legal action to take, and optionally the id of the decision that it answers."""

    action: dict[str, Any]
    decision: str | None = None


class LegalActionsAnswer(Struct, frozen=True):
    """Actions that the caller may take now, each ready to be posted; `decision` is the decision that they answer.

    In a match with a clock, `due` is the deadline of that decision and `now` the service's time.
    """

    version: Version
    seat: Seat | None
    decision: Decision | None
    actions: list[Action]
    due: Instant | UnsetType = UNSET
    now: Instant | UnsetType = UNSET


@post(
    "/",
    security=needs("open"),
    summary="Open a match",
    operation_class=Repeatable,
)
async def open_match(data: JSONBody[OpenBody], request: AnyRequest) -> Response[MatchAnswer]:
    """Open a match; the response holds the commitment to its chance."""
    service, caller = service_of(request), await required_caller(request)
    conditions = Conditions.of(request.scope)
    seats = min(service.catalogue.game(data.game).seats) if data.seats is None else data.seats
    wanted = MatchRequest(data.game, seats, data.options, data.edition, _settings(data))
    retry = conditions.retry(caller.player, b"open", msgspec.json.encode(data, order="sorted"))
    opening = partial(service.opener.open, wanted, caller.player, conditions.key, retry)
    opened = await open_within_quota(service, caller, conditions.key, opening)
    return await opened_reply(service, caller, opened)


@get("/{match:uuid}", security=may_have("read"), summary="Show a match from the caller's point of view")
async def show_match(match: FromPath[UUID], request: AnyRequest) -> Response[MatchAnswer]:
    """Show a match from the caller's point of view."""
    requester = requester_of(await optional_caller(request))
    found = await service_of(request).visibility.current(MatchId(str(match)), requester)
    return JsonResponse(match_answer(found), {"ETag": etag(found.version)})


@post(
    "/{match:uuid}/seats",
    status_code=200,
    security=needs("open"),
    summary="Take a seat or seat a bot; the last seat starts the match",
    operation_class=Conditional,
)
async def take_seat(match: FromPath[UUID], data: JSONBody[SeatBody], request: AnyRequest) -> Response[AcceptedAnswer]:
    """Take a seat, or seat a bot. The last seat starts the match."""
    service, caller = service_of(request), await required_caller(request)
    conditions = Conditions.of(request.scope)
    known = await service.visibility.current(MatchId(str(match)), requester_of(caller))
    seat = None if data.seat is None else Seat(data.seat)
    if data.bot is None:
        wanted = SeatRequest(seat, data.contribution, player=caller.player)
    else:
        check_manages(known.id, known.terms.opener, known.requester, "seat a bot")
        await service.open_match_quota.seat_bot(known, caller)
        wanted = SeatRequest(seat, data.contribution, bot=data.bot)
    context = conditions.command_context(caller.player, match.bytes, b"sit", msgspec.json.encode(data, order="sorted"))
    return accepted_reply(service, caller, await service.commands.sit(known.id, wanted, context))


@get(
    "/{match:uuid}/legal-actions",
    security=may_have("read"),
    summary="List the actions that the caller may take now",
)
async def legal_actions(match: FromPath[UUID], request: AnyRequest) -> Response[LegalActionsAnswer]:
    """List the caller's legal actions, each ready to be posted; empty without a seat or a pending decision."""
    requester = requester_of(await optional_caller(request))
    found = await service_of(request).visibility.current(MatchId(str(match)), requester)
    seat = found.seat
    decision = None if seat is None else found.pending.get(seat)
    answer = LegalActionsAnswer(found.version, seat, decision, found.legal_actions, *_times(found))
    return JsonResponse(answer, {"ETag": etag(found.version)})


@post(
    "/{match:uuid}/actions",
    status_code=200,
    security=needs("play"),
    opt=WAIVABLE,
    summary="Take an action",
    operation_class=Conditional,
)
async def act(match: FromPath[UUID], data: JSONBody[ActBody], request: AnyRequest) -> Response[AcceptedAnswer]:
    """Take an action; the response holds its events and a signed receipt."""
    service, caller = service_of(request), await required_caller(request)
    conditions = Conditions.of(request.scope)
    match_id = MatchId(str(match))
    seated = await service.commands.seated(match_id, requester_of(caller))
    action = service.actions.decode(seated.game, data.action)
    context = conditions.command_context(caller.player, match.bytes, b"act", msgspec.json.encode(data, order="sorted"))
    accepted = await service.commands.act(match_id, seated.seat, action, data.decision, context)
    if not accepted.repeated:
        waive(request.scope)
    return accepted_reply(service, caller, accepted)


@post(
    "/{match:uuid}/abandonment",
    status_code=200,
    security=needs("open"),
    summary="Abandon a match",
    operation_class=Conditional,
)
async def abandon(match: FromPath[UUID], request: AnyRequest) -> Response[AcceptedAnswer]:
    """Abandon a match and reveal its secret. Requires its opener before the start, or an organizer."""
    service, caller = service_of(request), await required_caller(request)
    conditions = Conditions.of(request.scope)
    known = await service.visibility.current(MatchId(str(match)), requester_of(caller))
    context = conditions.command_context(caller.player, match.bytes, b"abandon")
    return accepted_reply(service, caller, await service.commands.abandon(known.id, known.requester, context))


def _settings(data: OpenBody) -> MatchSettings:
    return MatchSettings(
        data.visibility,
        data.delay,
        tuple(sorted(data.tags)),
        clock=data.clock,
        expires_after=data.expires_after,
        invited=tuple(sorted(PlayerId(str(person)) for person in data.invited)),
    )


async def open_within_quota(
    service: Services, caller: Caller, key: str | None, opening: Callable[[], Awaitable[Opened]]
) -> Opened:
    """Open a match within the caller's quota. Raises `ServiceError` (`too_many_matches`), and what `opening` raises."""
    return await service.open_match_quota.open(caller, opening, partial(service.opener.exists, caller.player, key))


def _times(match: VisibleMatch) -> tuple[Instant | UnsetType, Instant | UnsetType]:
    times = match.deadlines(now())
    due = UNSET if match.seat is None else times.due.get(match.seat, UNSET)
    return due, UNSET if due is UNSET else times.now


async def opened_reply(service: Services, caller: Caller, opened: Opened) -> Response[MatchAnswer]:
    """Respond with a match that was opened."""
    match = await service.visibility.of(opened.match, requester_of(caller))
    headers = {"Location": f"/v1/matches/{match.id}", "ETag": etag(match.version)}
    return JsonResponse(match_answer(match), headers | position_header(opened.position))


def accepted_reply(service: Services, caller: Caller, accepted: Accepted) -> Response[AcceptedAnswer]:
    """Respond with the events of an accepted command."""
    answer = accepted_answer(events_of(accepted, requester_of(caller)), service.signer)
    return JsonResponse(answer, {"ETag": etag(answer.version)} | position_header(accepted.position))


router = Router(
    "/v1/matches",
    route_handlers=[find_matches, open_match, show_match, take_seat, legal_actions, act, abandon],
    tags=["matches"],
)
