"""People: registering, and what everybody may know of one."""

from typing import Annotated
from uuid import UUID

from litestar import Router, delete, get, post
from litestar.params import JSONBody, Parameter
from msgspec import Struct

from domain.kernel.basics import PlayerId
from service.access.players import Profile, Registered
from service.errors import ServiceError
from service.http.authentication import AnyRequest, TheService, anybody, service_of, somebody
from service.http.security import may_have, needs


class Registration(Struct, frozen=True, forbid_unknown_fields=True):
    """Who wants to play: a name to be shown, 1 to 40 characters."""

    name: str


@post("/", security=may_have("organize"), summary="Register and receive a token, told once only")
async def register(data: JSONBody[Registration], request: AnyRequest) -> Registered:
    """Register a person with the role `player`; where registration is closed, an organizer does."""
    service = service_of(request)
    if service.settings.registration == "closed" and await anybody(request) is None:
        raise ServiceError("registration_closed", "Ask an organizer of this service for a token.")
    return await service.players.register(data.name)


@get("/{player:uuid}", summary="The public profile of a person")
async def profile(player: Annotated[UUID, Parameter(description="The person's id")], service: TheService) -> Profile:
    """Show a person."""
    return await service.players.profile(PlayerId(str(player)))


@delete(
    "/{player:uuid}", security=needs("profile"), summary="Erase a name and revoke its tokens; what was played stays"
)
async def erase(player: Annotated[UUID, Parameter(description="The person's id")], request: AnyRequest) -> None:
    """Erase the caller's own profile, or as an admin anybody's."""
    service, caller = service_of(request), await somebody(request)
    erased = PlayerId(str(player))
    if erased != caller.player and not caller.administers:
        raise ServiceError("not_allowed", "Only an admin may erase somebody else.")
    await service.players.erase(erased)


router = Router("/v1/players", route_handlers=[register, profile, erase], tags=["players"])
