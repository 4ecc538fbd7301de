"""Editions by their owners: publishing component data."""

from typing import Any

from litestar import Response, Router, post
from litestar.params import JSONBody
from msgspec import Struct

from domain.kernel.basics import GameKey, Hash, Instant, PlayerId
from service.http.authentication import AnyRequest, required_caller, service_of
from service.http.security import needs


class EditionBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Component data of a game, as `GET /v1/games/{game}/editions/{edition}` gives it under `edition`.

    `name` is a new one: 1 to 40 lower-case letters, digits and hyphens; `sources` say of every value where it comes
    from. At most 64 KiB.
    """

    game: GameKey
    edition: dict[str, Any]


class PublishedAnswer(Struct, frozen=True):
    """An edition that an owner published; its digest names it for ever, and so does its name."""

    game: GameKey
    name: str
    digest: Hash
    publisher: PlayerId
    at: Instant


@post(
    "/",
    security=needs("organize"),
    summary="Publish component data of a game (organizers), to be played with from now on",
)
async def publish(data: JSONBody[EditionBody], request: AnyRequest) -> Response[PublishedAnswer]:
    """Publish an edition; the same data again is answered alike."""
    service, caller = service_of(request), await required_caller(request)
    line = await service.editions.publish(data.game, data.edition, caller.player)
    answer = PublishedAnswer(data.game, line.name, line.digest, line.publisher, line.at)
    return Response(answer, headers={"Location": f"/v1/games/{data.game}/editions/{line.digest}"})


router = Router("/v1/editions", route_handlers=[publish], tags=["games"])
