"""Matches: opening, looking, sitting down, acting, giving up."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any
from uuid import UUID

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, JSONBody
from msgspec import UNSET, Struct, UnsetType, field

from domain.kernel.basics import Instant, MatchId, PlayerId, Seat, Version
from domain.kernel.errors import Refused
from domain.kernel.messages import Action, Decision
from domain.matches.clocks import Clock
from domain.matches.decide import Opening, Sitting
from domain.matches.settings import MatchSettings, Visibility
from domain.matches.state import Match, Playing
from service.access.tokens import Caller, player_of
from service.clock import match_id
from service.errors import ServiceError
from service.http.authentication import AnyRequest, anybody, service_of, somebody
from service.http.conditional_requests import Conditional, Conditions, Repeatable, etag
from service.http.middleware.consistency import position_header
from service.http.middleware.rate_limiting import SPARED, spare
from service.http.rendering.deadlines import deadlines
from service.http.rendering.json_response import JsonResponse
from service.http.rendering.matches import AcceptedAnswer, MatchAnswer, accepted_answer, match_answer
from service.http.routes.match_search import find_matches
from service.http.security import may_have, needs
from service.http.services import Services
from service.matches.command_handler import Accepted, Opened


class OpenBody(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be played; `seats` is the game's smallest number and `edition` its default where not given.

    `visibility` says who may look while it lasts: anybody (`public`), anybody who has its id (`unlisted`), or only
    its opener, those `invited` (who alone may sit down, too) and organizers (`private`). `delay` says how many
    versions behind spectators are while it is played. When it is over, it is open to everybody. By `tags` (1 to 40
    small letters, digits, dots, dashes and underscores each) it is found again. `clock` is how many seconds
    decisions may take (without one, as long as anybody likes); after `expires_after` seconds a match that has not
    started is given up, where not given after the service's usual time.
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
    """Where to sit (the first free seat for none), and what to add to the match's chance.

    `contribution` is text of at most 64 bytes in UTF-8. `bot` seats a computer instead of the caller.
    """

    seat: int | None = None
    contribution: str = ""
    bot: str | None = None


class ActBody(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the legal actions, and (if the client wishes) the decision that it means to answer."""

    action: dict[str, Any]
    decision: str | None = None


class LegalActionsAnswer(Struct, frozen=True):
    """Every action that the caller may take now, each ready to be posted; `decision` is what they answer.

    In a match with a clock, `due` is when the time for it has run out, and `now` the service's own time.
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
    summary="Open a match; answers the commitment to its chance",
    operation_class=Repeatable,
)
async def open_match(data: JSONBody[OpenBody], request: AnyRequest) -> Response[MatchAnswer]:
    """Lay a table."""
    service, caller = service_of(request), await somebody(request)
    conditions = Conditions.of(request.scope)
    seats = min(service.catalogue.game(data.game).seats) if data.seats is None else data.seats
    wanted = Opening(data.game, seats, data.options, data.edition, _arranged(data))
    retry = conditions.retry(caller.player, b"open", msgspec.json.encode(data, order="sorted"))
    opening = partial(service.matches.open, wanted, caller.player, conditions.key, retry)
    opened = await open_within_bounds(service, caller, conditions.key, opening)
    seen = await service.sight.seen(opened.match, caller.player)
    headers = {"Location": f"/v1/matches/{seen.terms.id}", "ETag": etag(seen.end.version)}
    return JsonResponse(match_answer(seen, caller.player), headers | position_header(opened.position))


@get("/{match:uuid}", security=may_have("read"), summary="A match as the caller may see it")
async def show_match(match: FromPath[UUID], request: AnyRequest) -> Response[MatchAnswer]:
    """Show a match."""
    viewer = await anybody(request)
    found = await service_of(request).sight.current(MatchId(str(match)), viewer)
    return JsonResponse(match_answer(found, player_of(viewer)), {"ETag": etag(found.end.version)})


@post(
    "/{match:uuid}/seats",
    status_code=200,
    security=needs("open"),
    summary="Sit down, or seat a bot; the last seat starts the match",
    operation_class=Conditional,
)
async def take_seat(match: FromPath[UUID], data: JSONBody[SeatBody], request: AnyRequest) -> Response[AcceptedAnswer]:
    """Take a seat."""
    service, caller = service_of(request), await somebody(request)
    conditions = Conditions.of(request.scope)
    known = await service.sight.current(MatchId(str(match)), caller)
    seat = None if data.seat is None else Seat(data.seat)
    if data.bot is None:
        wanted = Sitting(seat, data.contribution, player=caller.player)
    else:
        _may_run(known, caller, "seat a bot")
        await service.openings.seat_bot(known, caller)
        wanted = Sitting(seat, data.contribution, bot=data.bot)
    wish = conditions.command_context(caller.player, match.bytes, b"sit", msgspec.json.encode(data, order="sorted"))
    return accepted_reply(service, caller, await service.matches.sit(known.terms.id, wanted, wish))


@get(
    "/{match:uuid}/legal-actions",
    security=may_have("read"),
    summary="Every action the caller may take now, ready to be posted",
)
async def legal_actions(match: FromPath[UUID], request: AnyRequest) -> Response[LegalActionsAnswer]:
    """List the caller's legal actions; none where it has no seat or nothing to choose."""
    viewer = await anybody(request)
    found = await service_of(request).sight.current(MatchId(str(match)), viewer)
    seat = None if viewer is None else found.seat_of(viewer.player)
    decision, actions = _choice(found, seat)
    answer = LegalActionsAnswer(found.end.version, seat, decision, actions, *_times(found, seat))
    return JsonResponse(answer, {"ETag": etag(found.end.version)})


@post(
    "/{match:uuid}/actions",
    status_code=200,
    security=needs("play"),
    opt=SPARED,
    summary="Take an action; answers its events and a signed receipt",
    operation_class=Conditional,
)
async def act(match: FromPath[UUID], data: JSONBody[ActBody], request: AnyRequest) -> Response[AcceptedAnswer]:
    """Take an action."""
    service, caller = service_of(request), await somebody(request)
    conditions = Conditions.of(request.scope)
    known, seat = await service.matches.seated(MatchId(str(match)), caller.player, organizes=caller.organizes)
    action = service.actions.read(known.terms.game, data.action)
    wish = conditions.command_context(caller.player, match.bytes, b"act", msgspec.json.encode(data, order="sorted"))
    accepted = await service.matches.act(known.terms.id, seat, action, data.decision, wish)
    if not accepted.repeated:
        spare(request.scope)
    return accepted_reply(service, caller, accepted)


@post(
    "/{match:uuid}/abandonment",
    status_code=200,
    security=needs("open"),
    summary="Give a match up",
    operation_class=Conditional,
)
async def abandon(match: FromPath[UUID], request: AnyRequest) -> Response[AcceptedAnswer]:
    """Abandon a match (its opener before the start, or an organizer); its chance is revealed for everybody to see."""
    service, caller = service_of(request), await somebody(request)
    conditions = Conditions.of(request.scope)

    def allow(known: Match) -> None:
        _may_run(known, caller, "abandon it")
        if isinstance(known, Playing) and not caller.organizes:
            raise Refused("not_allowed", "Only an organizer may abandon a match that has started.")

    known = await service.sight.current(MatchId(str(match)), caller)
    wish = conditions.command_context(caller.player, match.bytes, b"abandon")
    abandoned = service.matches.abandon(known.terms.id, caller.player, wish, allow)
    return accepted_reply(service, caller, await abandoned)


def _arranged(data: OpenBody) -> MatchSettings:
    return MatchSettings(
        data.visibility,
        data.delay,
        tuple(sorted(data.tags)),
        clock=data.clock,
        expires_after=data.expires_after,
        invited=tuple(sorted(PlayerId(str(person)) for person in data.invited)),
    )


async def open_within_bounds(
    service: Services, caller: Caller, key: str | None, opening: Callable[[], Awaitable[Opened]]
) -> Opened:
    """Let a caller open a match. Raises `ServiceError` (`too_many_matches`), and what `opening` raises."""

    async def is_there() -> bool:
        return key is not None and await service.matches.exists(match_id(caller.player, key))

    return await service.openings.open(caller, opening, is_there)


def _may_run(match: Match, caller: Caller, what: str) -> None:
    if caller.player != match.terms.opened.opener and not caller.organizes:
        detail = f"Only who opened this match, or an organizer, may {what}."
        raise ServiceError("not_allowed", detail, match=match.terms.id)


def _choice(match: Match, seat: Seat | None) -> tuple[Decision | None, list[Action]]:
    if seat is None or not isinstance(match, Playing):
        return None, []
    game = match.terms.game
    return game.pending(match.state).get(seat), list(game.legal_actions(match.state, seat))


def _times(match: Match, seat: Seat | None) -> tuple[Instant | UnsetType, Instant | UnsetType]:
    times = deadlines(match)
    due = UNSET if seat is None else times.due.get(seat, UNSET)
    return due, UNSET if due is UNSET else times.now


def accepted_reply(service: Services, caller: Caller, accepted: Accepted) -> Response[AcceptedAnswer]:
    """Answer what was accepted."""
    answer = accepted_answer(accepted.match, accepted.shown, caller.player, service.signer)
    return JsonResponse(answer, {"ETag": etag(answer.version)} | position_header(accepted.position))


router = Router(
    "/v1/matches",
    route_handlers=[find_matches, open_match, show_match, take_seat, legal_actions, act, abandon],
    tags=["matches"],
)
