"""Routes of chronicles: found, show as JSON, text or Markdown, replace an obstacle, list the longest reigns."""

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
_PROJECTION_TIMEOUT_SECONDS = 2.0
_POLL_SECONDS = 0.02


class FoundBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A new chronicle. `name` is one line of 1 to 80 characters, and not the name of a person."""

    name: str
    first_year: int = 1


class FoundedAnswer(Struct, frozen=True):
    """A new chronicle. To play a match for it, pass its `id` as the option `chronicle` of the match."""

    id: ChronicleId
    name: str
    first_year: int
    founder: PlayerId


class ObstacleBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Description of the greatest obstacle of a reign: one line of 1 to 200 characters. It is permanent."""

    words: str


class ObstacleAnswer(Struct, frozen=True):
    """The greatest obstacle of a reign, as a member described it."""

    reign: int
    words: str
    by: PlayerId


class ReignsAnswer(Struct, frozen=True):
    """A page of a chronicle's reigns, the earliest first. `next` is the cursor of the next page."""

    reigns: list[ReignAnswer]
    next: str | None


class HallAnswer(Struct, frozen=True):
    """A page of the longest reigns of all chronicles. Equal reigns are ordered by time, the earliest first."""

    reigns: list[HallLineAnswer]
    next: str | None


@post(
    "/",
    security=needs("open"),
    summary="Found a chronicle",
    operation_class=Repeatable,
)
async def found(data: JSONBody[FoundBody], request: AnyRequest) -> Response[FoundedAnswer]:
    """Found a chronicle. A repeated request with the same `Idempotency-Key` returns the same chronicle."""
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
        success = (self.responses or {})["200"]
        assert isinstance(success, OpenAPIResponse)  # noqa: S101 -- for the type checker
        assert success.content is not None  # noqa: S101 -- the same
        for kind in _WRITERS:
            success.content[kind] = OpenAPIMediaType(schema=Schema(type=OpenAPIType.STRING))


@get(
    "/{chronicle:uuid}",
    summary="Show a chronicle with its totals; as text/plain or text/markdown with all its reigns",
    operation_class=_Printed,
)
async def show(chronicle: FromPath[UUID], request: AnyRequest) -> Response[ChronicleAnswer]:
    """Show a chronicle with its totals, and with the current names of players."""
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


@get("/{chronicle:uuid}/reigns", summary="List the reigns of a chronicle, the earliest first")
async def reigns(
    chronicle: FromPath[UUID], service: TheService, after: After = None, limit: Limit = 50
) -> ReignsAnswer:
    """List the reigns of a chronicle, the earliest first."""
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
    summary="Replace the greatest obstacle of a reign (members of the reign, once)",
    operation_class=Repeatable,
)
async def replace_obstacle(
    chronicle: FromPath[UUID],
    reign: Annotated[int, Parameter(description="Number of the reign in its chronicle")],
    data: JSONBody[ObstacleBody],
    request: AnyRequest,
) -> Response[ObstacleAnswer]:
    """Replace the name of a reign's greatest obstacle by a description. The first member to do so decides."""
    service, caller = service_of(request), await required_caller(request)
    repeated = Conditions.of(request.scope).retry(caller.player) is not None
    stream = (await service.chronicles.up_to_date(_id(chronicle))).id
    changed = await service.chronicles.replace_obstacle(stream, reign, caller.player, data.words, repeated=repeated)
    return Response(_obstacle(changed, reign), headers=position_header(await service.store.head_position()))


def _obstacle(chronicle: Chronicle, reign: int) -> ObstacleAnswer:
    replacement = chronicle.replacement(reign)
    assert replacement is not None  # noqa: S101 -- the command has just recorded it
    return ObstacleAnswer(replacement.reign, replacement.words, replacement.by)


@get(
    "/hall",
    summary="List the longest reigns of all chronicles",
    middleware=[consistent_read(CHRONICLES.name)],
    operation_class=ConsistentRead,
)
async def hall(service: TheService, after: After = None, limit: Limit = 50) -> HallAnswer:
    """List the longest reigns of all chronicles."""
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
        if line is not None and (line.version >= known.version or waited >= _PROJECTION_TIMEOUT_SECONDS):
            return line
        if waited >= _PROJECTION_TIMEOUT_SECONDS:
            raise ServiceError("unavailable", "This chronicle is not available yet. Retry later.")
        await asyncio.sleep(_POLL_SECONDS)
        waited += _POLL_SECONDS


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
        if len(games) >= reigns or waited >= _PROJECTION_TIMEOUT_SECONDS:
            break
        await asyncio.sleep(_POLL_SECONDS)
        waited += _POLL_SECONDS
    campaigns = {game.key: game.campaign for game in service.catalogue if game.campaign is not None}
    return {match: campaigns[GameKey(game)] for match, game in games.items() if game in campaigns}


router = Router("/v1/chronicles", route_handlers=[found, hall, show, reigns, replace_obstacle], tags=["chronicles"])
