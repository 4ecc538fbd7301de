"""Who makes a request follows from its bearer token alone."""

from typing import Any

from litestar import Request
from litestar.di import NamedDependency

from domain.kernel.basics import PlayerId
from service.players import Caller
from service.problems import ServiceProblem
from service.wiring import Service

TheService = NamedDependency[Service]
"""Injected where a route needs nothing else: with two dependencies Litestar starts a task group for each request,
which costs more than most routes, so that the others ask the request itself."""

Asked = Request[Any, Any, Any]
"""A request, which routes ask for the service and the caller."""


def service_of(request: Asked) -> Service:
    """Give the running service to a route."""
    service: Service = request.app.state["service"]
    return service


async def anybody(request: Asked) -> Caller | None:
    """Know the caller, or nobody where no token came. Raises `ServiceProblem` (`unauthenticated`) for a wrong one."""
    header = next((value for name, value in request.scope["headers"] if name == b"authorization"), None)
    if header is None:
        return None
    scheme, _, token = header.decode("latin-1").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise ServiceProblem("unauthenticated", "Send the token as 'Authorization: Bearer <token>'.")
    return await service_of(request).players.caller(token)


async def somebody(request: Asked) -> Caller:
    """Know the caller. Raises `ServiceProblem` (`unauthenticated`) where no known token came."""
    caller = await anybody(request)
    if caller is None:
        raise ServiceProblem("unauthenticated", "This needs a token: 'Authorization: Bearer <token>'.")
    return caller


def player_of(caller: Caller | None) -> PlayerId | None:
    """Say which person sees, if any."""
    return None if caller is None else caller.player
