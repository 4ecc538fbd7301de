"""People: registering, and what everybody may know of one."""

from typing import Annotated
from uuid import UUID

from litestar import Router, get, post
from litestar.params import JSONBody, Parameter
from msgspec import Struct

from domain.kernel.basics import PlayerId
from service.players import Profile, Registered
from service.problems import ServiceProblem
from service.routes.callers import TheService


class Registration(Struct, frozen=True, forbid_unknown_fields=True):
    """Who wants to play: a name to be shown, 1 to 40 characters."""

    name: str


@post("/", summary="Register and receive a token, told once only")
async def register(data: JSONBody[Registration], service: TheService) -> Registered:
    """Register a person with the role `player`."""
    if service.settings.registration == "closed":
        raise ServiceProblem("registration_closed", "Ask an organizer of this service for a token.")
    return await service.players.register(data.name)


@get("/{player:uuid}", summary="The public profile of a person")
async def profile(player: Annotated[UUID, Parameter(description="The person's id")], service: TheService) -> Profile:
    """Show a person."""
    return await service.players.profile(PlayerId(str(player)))


router = Router("/v1/players", route_handlers=[register, profile], tags=["players"])
