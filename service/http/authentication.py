"""Who makes a request follows from its bearer token alone."""

from functools import cache
from typing import Any

from litestar import Request
from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler

from domain.kernel.basics import PlayerId
from service.access.scopes import SCOPES_OF, Scope
from service.access.token_rows import SeatScope
from service.access.tokens import Caller
from service.errors import ServiceError
from service.http.middleware.bearer_tokens import bearer, brings_token
from service.http.middleware.client_address import address_of
from service.http.security import required_scope
from service.http.services import Services

TheService = NamedDependency[Services]
"""Injected where a route needs nothing else: with two dependencies Litestar starts a task group for each request,
which costs more than most routes, so that the others ask the request itself."""

AnyRequest = Request[Any, Any, Any]
"""A request, which routes ask for the service and the caller."""


def service_of(request: AnyRequest) -> Services:
    """Give the running service to a route."""
    service: Services = request.app.state["service"]
    return service


async def anybody(request: AnyRequest) -> Caller | None:
    """Know the caller, or nobody where no token came, or one that is for a seat in another match.

    Raises `ServiceError`: `unauthenticated` for a wrong token, `scope_missing` for one that is not for this route,
    `not_allowed` where nobody of the caller's role has such a token.
    """
    caller = await bearer(request.scope, service_of(request).tokens)
    if caller is None:
        return None
    scope = _needed(request.route_handler)
    if scope not in SCOPES_OF[caller.role]:
        raise ServiceError("not_allowed", "Only an organizer of this service may do this.")
    if scope not in caller.scopes:
        raise ServiceError("scope_missing", f"This needs a token with the scope '{scope}'.", scope=scope)
    if caller.chair is not None and not await _is_seated(request, caller.player, caller.chair):
        return None
    return caller


async def somebody(request: AnyRequest) -> Caller:
    """Know the caller.

    Raises `ServiceError` as `anybody` does, `unauthenticated` where no token came, and `token_elsewhere` for one
    that is for another seat.
    """
    caller = await anybody(request)
    if caller is not None:
        return caller
    if brings_token(request.scope):
        raise ServiceError("token_elsewhere", "This token is for one seat of one match, and not for this.")
    raise ServiceError("unauthenticated", "This needs a token: 'Authorization: Bearer <token>'.")


@cache
def _needed(route: BaseRouteHandler) -> Scope:
    assert isinstance(route, HTTPRouteHandler)  # noqa: S101 -- for the type checker: there are no others
    return required_scope(route.resolve_security(), *route.http_methods)


async def _is_seated(request: AnyRequest, player: PlayerId, chair: SeatScope) -> bool:
    if str(request.path_params.get("match")) != chair.match:
        return False
    try:
        _, seat = await service_of(request).matches.seated(chair.match, player)
    except ServiceError as error:
        if error.code != "not_seated":  # the seat may have another occupant by now
            raise
        return False
    return seat == chair.seat


def asker(request: AnyRequest, caller: Caller | None) -> str:
    """Say whose request this is, for what each may have only so much of: a person's, or an address's."""
    return f"address {address_of(request.scope)}" if caller is None else f"player {caller.player}"
