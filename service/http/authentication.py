"""Authentication: the caller of a request, and whether the token allows the route."""

from functools import cache
from typing import Any

from litestar import Request
from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler

from domain.kernel.basics import PlayerId
from domain.matches.visibility import Requester
from service.access.scopes import SCOPES_OF, Scope
from service.access.token_rows import SeatScope
from service.access.tokens import Caller
from service.errors import ServiceError
from service.http.middleware.bearer_tokens import authenticate, has_token
from service.http.middleware.client_address import address_of
from service.http.security import required_scope
from service.http.services import Services

TheService = NamedDependency[Services]
"""Dependency of a route that needs nothing but the service. The other routes use `service_of`: with two dependencies
Litestar starts a task group for each request, which costs more than most routes."""

AnyRequest = Request[Any, Any, Any]
"""A request of any route."""


def service_of(request: AnyRequest) -> Services:
    """Return the running service."""
    service: Services = request.app.state["service"]
    return service


async def optional_caller(request: AnyRequest) -> Caller | None:
    """Return the caller, or None for a request without a token or with a token for a seat of another match.

    Raises `ServiceError`: `unauthenticated` for an invalid token, `scope_missing` for a token without the scope of the
    route, `not_allowed` if the caller's role cannot have that scope.
    """
    caller = await authenticate(request.scope, service_of(request).tokens)
    if caller is None:
        return None
    scope = _scope_of(request.route_handler)
    if scope not in SCOPES_OF[caller.role]:
        raise ServiceError("not_allowed", "This operation requires the role of an organizer.")
    if scope not in caller.scopes:
        raise ServiceError("scope_missing", f"This operation requires a token with the scope '{scope}'.", scope=scope)
    if caller.seat_scope is not None and not await _is_seated(request, caller.player, caller.seat_scope):
        return None
    return caller


async def required_caller(request: AnyRequest) -> Caller:
    """Return the caller.

    Raises `ServiceError` as `optional_caller` does, also `unauthenticated` for a request without a token and
    `token_elsewhere` for a token for another seat.
    """
    caller = await optional_caller(request)
    if caller is not None:
        return caller
    if has_token(request.scope):
        raise ServiceError(
            "token_elsewhere", "The token is limited to one seat of one match, which does not allow this operation."
        )
    raise ServiceError(
        "unauthenticated", "This operation requires a token. Send it as 'Authorization: Bearer <token>'."
    )


@cache
def _scope_of(route: BaseRouteHandler) -> Scope:
    assert isinstance(route, HTTPRouteHandler)  # noqa: S101 -- for the type checker: all routes are HTTP routes
    return required_scope(route.resolve_security(), *route.http_methods)


async def _is_seated(request: AnyRequest, player: PlayerId, seat_scope: SeatScope) -> bool:
    if str(request.path_params.get("match")) != seat_scope.match:
        return False
    try:
        seated = await service_of(request).commands.seated(seat_scope.match, Requester(player))
    except ServiceError as error:
        if error.code != "not_seated":  # another player may have taken over the seat
            raise
        return False
    return seated.seat == seat_scope.seat


def quota_key(request: AnyRequest, caller: Caller | None) -> str:
    """Return the key under which requests are counted: the player of the caller, or the address."""
    return f"address {address_of(request.scope)}" if caller is None else f"player {caller.player}"
