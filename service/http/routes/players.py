"""Routes of players: registration, public profile, erasure."""

from typing import Annotated
from uuid import UUID

from litestar import Router, delete, get, post
from litestar.params import JSONBody, Parameter
from msgspec import Struct

from domain.kernel.basics import PlayerId
from service.access.players import Profile, Registered
from service.errors import ServiceError
from service.http.authentication import AnyRequest, TheService, optional_caller, required_caller, service_of
from service.http.security import may_have, needs


class Registration(Struct, frozen=True, forbid_unknown_fields=True):
    """A registration. `name` is the display name, 1 to 40 characters."""

    name: str


@post(
    "/", security=may_have("organize"), summary="Register a player and return the first token, which is shown only once"
)
async def register(data: JSONBody[Registration], request: AnyRequest) -> Registered:
    """Register a player and return the first token, which is shown only once.

    If registration is closed, this requires the token of an organizer.
    """
    service = service_of(request)
    if service.settings.registration == "closed" and await optional_caller(request) is None:
        raise ServiceError("registration_closed", "Registration is closed. Ask an organizer to register you.")
    return await service.players.register(data.name)


@get("/{player:uuid}", summary="Show the public profile of a player")
async def profile(player: Annotated[UUID, Parameter(description="Id of the player")], service: TheService) -> Profile:
    """Return the public profile of a player."""
    return await service.players.profile(PlayerId(str(player)))


@delete(
    "/{player:uuid}", security=needs("profile"), summary="Erase a player's name and revoke all tokens; keep matches"
)
async def erase(player: Annotated[UUID, Parameter(description="Id of the player")], request: AnyRequest) -> None:
    """Erase the name of a player and revoke all tokens. Matches and their events are kept.

    Players erase themselves; an admin may erase any player.
    """
    service, caller = service_of(request), await required_caller(request)
    erased = PlayerId(str(player))
    if erased != caller.player and not caller.administers:
        raise ServiceError("not_allowed", "Only an admin may erase another player.")
    await service.players.erase(erased)


router = Router("/v1/players", route_handlers=[register, profile, erase], tags=["players"])
