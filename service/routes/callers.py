"""Who makes a request follows from its bearer token alone."""

from typing import Any

from litestar import Request
from litestar.di import NamedDependency

from domain.kernel.basics import PlayerId
from service.conditions import Conditions
from service.players import Caller
from service.problems import ServiceProblem
from service.wiring import Service

TheService = NamedDependency[Service]
TheViewer = NamedDependency[Caller | None]
TheCaller = NamedDependency[Caller]
TheConditions = NamedDependency[Conditions]


def service_of(request: Request[Any, Any, Any]) -> Service:
    """Give the running service to a route."""
    service: Service = request.app.state["service"]
    return service


async def anybody(request: Request[Any, Any, Any]) -> Caller | None:
    """Know the caller, or nobody where no token came. Raises `ServiceProblem` (`unauthenticated`) for a wrong one."""
    header = request.headers.get("authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise ServiceProblem("unauthenticated", "Send the token as 'Authorization: Bearer <token>'.")
    return await service_of(request).players.caller(token)


async def somebody(request: Request[Any, Any, Any]) -> Caller:
    """Know the caller. Raises `ServiceProblem` (`unauthenticated`) where no known token came."""
    caller = await anybody(request)
    if caller is None:
        raise ServiceProblem("unauthenticated", "This needs a token: 'Authorization: Bearer <token>'.")
    return caller


def player_of(caller: Caller | None) -> PlayerId | None:
    """Say which person sees, if any."""
    return None if caller is None else caller.player
