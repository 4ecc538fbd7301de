"""Routes of editions: publication of component data."""

from typing import Any

from litestar import Response, Router, post
from litestar.params import JSONBody
from msgspec import Struct

from domain.kernel.basics import GameKey, Hash, Instant, PlayerId
from service.http.authentication import AnyRequest, required_caller, service_of
from service.http.security import needs


class EditionBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Component data of a game, in the format of `edition` in `GET /v1/games/{game}/editions/{edition}`.

    `name` must be new and consist of 1 to 40 lower-case letters, digits and hyphens. `sources` must state the source
    of every value. The maximum size is 64 KiB.
    """

    game: GameKey
    edition: dict[str, Any]


class PublishedAnswer(Struct, frozen=True):
    """A published edition. Its name and its digest identify it permanently."""

    game: GameKey
    name: str
    digest: Hash
    publisher: PlayerId
    at: Instant


@post(
    "/",
    security=needs("organize"),
    summary="Publish an edition (organizers)",
)
async def publish(data: JSONBody[EditionBody], request: AnyRequest) -> Response[PublishedAnswer]:
    """Publish component data for new matches of a game. Publishing the same data again returns the same response."""
    service, caller = service_of(request), await required_caller(request)
    line = await service.editions.publish(data.game, data.edition, caller.player)
    answer = PublishedAnswer(data.game, line.name, line.digest, line.publisher, line.at)
    return Response(answer, headers={"Location": f"/v1/games/{data.game}/editions/{line.digest}"})


router = Router("/v1/editions", route_handlers=[publish], tags=["games"])
