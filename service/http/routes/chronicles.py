"""Routes of chronicles: found one, read it as JSON, text or Markdown, replace an obstacle, list the longest reigns."""

import asyncio
from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

from litestar import Response, Router, get, post
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIResponse, OpenAPIType, Operation, Schema
from litestar.params import FromPath, JSONBody, Parameter
from msgspec import Struct

from domain.chronicles.state import Chronicle
from domain.kernel.basics import ChronicleId, GameKey, MatchId, PlayerId
from domain.kernel.campaign import AnyCampaign
from projections import chronicle_pages
from projections.chronicles import CHRONICLES, ChronicleLine
from projections.cursors import BadCursor
from service.errors import ServiceError
from service.http.authentication import AnyRequest, TheService, required_caller, service_of
from service.http.conditional_requests import Conditions, Repeatable
from service.http.middleware.consistency import ConsistentRead, consistent_read, position_header
from service.http.paging import After, Limit
from service.http.rendering.chronicle_text import as_markdown, as_text
from service.http.rendering.chronicles import (
    ChronicleAnswer,
    HallLineAnswer,
    ReignAnswer,
    chronicle_answer,
    hall_answer,
    people_of,
    reign_answer,
    sitters_of,
)
from service.http.security import needs
from service.http.services import Services

_WRITERS = {"text/plain": as_text, "text/markdown": as_markdown}
_PATIENCE_SECONDS = 2.0
_PAUSE_SECONDS = 0.02


class FoundBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A new chronicle: its name (one line of 1 to 80 characters, not a person's) and the year of its first reign."""

    name: str
    first_year: int = 1


class FoundedAnswer(Struct, frozen=True):
    """A chronicle that was founded; matches are opened with its `id` as their option `chronicle`."""

    id: ChronicleId
    name: str
    first_year: int
    founder: PlayerId


class ObstacleBody(Struct, frozen=True, forbid_unknown_fields=True):
    """What the greatest obstacle of a reign was: one line of 1 to 200 characters, which stays for ever."""

    words: str


class ObstacleAnswer(Struct, frozen=True):
    """The greatest obstacle of a reign in a member's words."""

    reign: int
    words: str
    by: PlayerId


class ReignsAnswer(Struct, frozen=True):
    """A page of a chronicle's reigns, the first one first; `next` as in other lists."""

    reigns: list[ReignAnswer]
    next: str | None


class HallAnswer(Struct, frozen=True):
    """A page of the longest reigns of all chronicles, of equal ones the earliest first; `next` as in other lists."""

    reigns: list[HallLineAnswer]
    next: str | None


@post(
    "/",
    security=needs("open"),
    summary="Found a chronicle",
    operation_class=Repeatable,
)
async def found(data: JSONBody[FoundBody], request: AnyRequest) -> Response[FoundedAnswer]:
    """Found a chronicle."""
    service, caller = service_of(request), await required_caller(request)
    conditions = Conditions.of(request.scope)
    conditions.retry(caller.player)
    founded = await service.chronicles.found(data.name, data.first_year, caller.player, conditions.key)
    answer = FoundedAnswer(founded.id, founded.founded.name, founded.founded.first_year, founded.founded.founder)
    headers = {"Location": f"/v1/chronicles/{founded.id}"} | position_header(await service.store.head_position())
    return Response(answer, headers=headers)


@dataclass
class _Printed(Operation):
    """Adds the text formats to the responses of the operation."""

    def __post_init__(self) -> None:
        told = (self.responses or {})["200"]
        assert isinstance(told, OpenAPIResponse)  # noqa: S101 -- for the type checker
        assert told.content is not None  # noqa: S101 -- the same
        for kind in _WRITERS:
            told.content[kind] = OpenAPIMediaType(schema=Schema(type=OpenAPIType.STRING))


@get(
    "/{chronicle:uuid}",
    summary="A chronicle with its totals; as text/plain or text/markdown with all its reigns",
    operation_class=_Printed,
)
async def show(chronicle: FromPath[UUID], request: AnyRequest) -> Response[ChronicleAnswer]:
    """Tell a chronicle; names are those that people have now."""
    service = service_of(request)
    line = await _newest(service, chronicle)
    answer = chronicle_answer(line, await service.players.names(people_of(line)))
    wanted = request.accept.best_match(["application/json", *_WRITERS], default="application/json")
    headers = {"Vary": "Accept"}
    if wanted not in _WRITERS:
        return Response(answer, headers=headers)
    reigns = await _all_reigns(service, line)
    text: Any = _WRITERS[wanted](answer, reigns, await _campaigns(service, line.id, len(reigns)))
    return Response(text, media_type=wanted, headers=headers)


@get("/{chronicle:uuid}/reigns", summary="The reigns of a chronicle in their order")
async def reigns(
    chronicle: FromPath[UUID], service: TheService, after: After = None, limit: Limit = 50
) -> ReignsAnswer:
    """List reigns."""
    line = await _newest(service, chronicle)
    async with service.pool.connection() as connection:
        try:
            page = await chronicle_pages.reigns(connection, line.id, limit, after)
        except BadCursor as error:
            raise ServiceError("malformed", str(error)) from None
    names = await service.players.names(sitters_of(page.reigns))
    return ReignsAnswer([reign_answer(each, names) for each in page.reigns], page.next)


@post(
    "/{chronicle:uuid}/reigns/{reign:int}/obstacle",
    status_code=200,
    security=needs("play"),
    summary="Replace the name of a reign's greatest obstacle, as a member of the reign, once",
    operation_class=Repeatable,
)
async def replace_obstacle(
    chronicle: FromPath[UUID],
    reign: Annotated[int, Parameter(description="The reign's number in its chronicle")],
    data: JSONBody[ObstacleBody],
    request: AnyRequest,
) -> Response[ObstacleAnswer]:
    """Replace a reign's greatest obstacle."""
    service, caller = service_of(request), await required_caller(request)
    repeated = Conditions.of(request.scope).retry(caller.player) is not None
    stream = (await service.chronicles.up_to_date(_id(chronicle))).id
    told = await service.chronicles.replace_obstacle(stream, reign, caller.player, data.words, repeated=repeated)
    return Response(_obstacle(told, reign), headers=position_header(await service.store.head_position()))


def _obstacle(told: Chronicle, reign: int) -> ObstacleAnswer:
    said = told.replacement(reign)
    assert said is not None  # noqa: S101 -- it was just said
    return ObstacleAnswer(said.reign, said.words, said.by)


@get(
    "/hall",
    summary="The longest reigns of all chronicles",
    middleware=[consistent_read(CHRONICLES.name)],
    operation_class=ConsistentRead,
)
async def hall(service: TheService, after: After = None, limit: Limit = 50) -> HallAnswer:
    """List the longest reigns."""
    async with service.pool.connection() as connection:
        try:
            page = await chronicle_pages.hall(connection, limit, after)
        except BadCursor as error:
            raise ServiceError("malformed", str(error)) from None
    names = await service.players.names(sitters_of(each.reign for each in page.reigns))
    return HallAnswer([hall_answer(each, names) for each in page.reigns], page.next)


def _id(chronicle: UUID) -> ChronicleId:
    return ChronicleId(str(chronicle))


async def _newest(service: Services, chronicle: UUID) -> ChronicleLine:
    """Read the current chronicle, or the state that the projection has reached after the timeout."""
    known = await service.chronicles.up_to_date(_id(chronicle))
    waited = 0.0
    while True:
        async with service.pool.connection() as connection:
            line = await chronicle_pages.chronicle(connection, known.id)
        if line is not None and (line.version >= known.version or waited >= _PATIENCE_SECONDS):
            return line
        if waited >= _PATIENCE_SECONDS:
            raise ServiceError("unavailable", "This chronicle is not ready to be read yet.")
        await asyncio.sleep(_PAUSE_SECONDS)
        waited += _PAUSE_SECONDS


async def _all_reigns(service: Services, line: ChronicleLine) -> list[ReignAnswer]:
    async with service.pool.connection() as connection:
        lines = await chronicle_pages.all_reigns(connection, line.id)
    names = await service.players.names(sitters_of(lines))
    return [reign_answer(each, names) for each in lines[: line.totals.reigns]]


async def _campaigns(service: Services, stream: ChronicleId, reigns: int) -> dict[MatchId, AnyCampaign]:
    """Find the campaign rules of all reigns, or of those that the match list contains after the timeout."""
    waited = 0.0
    while True:
        async with service.pool.connection() as connection:
            games = await chronicle_pages.games_of_reigns(connection, stream)
        if len(games) >= reigns or waited >= _PATIENCE_SECONDS:
            break
        await asyncio.sleep(_PAUSE_SECONDS)
        waited += _PAUSE_SECONDS
    campaigns = {game.key: game.campaign for game in service.catalogue if game.campaign is not None}
    return {match: campaigns[GameKey(game)] for match, game in games.items() if game in campaigns}


router = Router("/v1/chronicles", route_handlers=[found, hall, show, reigns, replace_obstacle], tags=["chronicles"])
