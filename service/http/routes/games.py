"""The games: all that a client author needs to draw and play one without reading our code."""

from typing import Any

import msgspec
from litestar import Router, get
from litestar.params import FromPath
from msgspec import UNSET, Struct, UnsetType

from domain.catalogue import edition_digest, edition_of
from domain.editions.published import Published
from domain.editions.sources import Origin, origins
from domain.kernel.basics import Hash, Instant, PlayerId
from domain.kernel.errors import Refused
from domain.kernel.game import AnyGame
from domain.kernel.messages import Edition, Event, Source, tag_of
from service.errors import ServiceError
from service.http.authentication import TheService
from service.http.services import Services


class GameLine(Struct, frozen=True):
    """A game in the list of games."""

    game: str
    title: str
    summary: str
    seats: tuple[int, ...]
    rules_version: int


class GamesAnswer(Struct, frozen=True):
    """The games that can be played here."""

    games: list[GameLine]


class EditionLine(Struct, frozen=True):
    """An edition in the list of a game's editions; an owner's says who published it, and when."""

    name: str
    digest: Hash
    default: bool
    publisher: PlayerId | UnsetType = UNSET
    at: Instant | UnsetType = UNSET


class EventKind(Struct, frozen=True):
    """How a kind of event is shown: JSON Schemas of its `data`, and of `sealed.secret.event` where a part is hidden."""

    description: str
    revision: int
    data: dict[str, Any]
    sealed: dict[str, Any] | None


class GameAnswer(Struct, frozen=True):
    """A game: seats, options, bots, and the words it is played in, as JSON Schemas with defaults and allowed values.

    `rules` is Markdown; refused actions cite its numbers. `sealed_actions` are shown to nobody else before the end.
    """

    game: str
    title: str
    summary: str
    seats: tuple[int, ...]
    rules_version: int
    rules: str
    phases: tuple[str, ...]
    options: dict[str, Any]
    bots: list[str]
    editions: list[EditionLine]
    actions: dict[str, Any]
    sealed_actions: list[str]
    events: dict[str, EventKind]
    decisions: dict[str, Any]
    view: dict[str, Any]
    outcome: dict[str, Any]


class EditionAnswer(Struct, frozen=True):
    """The component data of a game; `sources` says where it comes from, and `origins` of every value, as a table."""

    game: str
    name: str
    digest: Hash
    sources: dict[str, Source]
    origins: list[Origin]
    edition: Edition
    publisher: PlayerId | UnsetType = UNSET
    at: Instant | UnsetType = UNSET


@get("/", summary="The games that can be played here")
async def games(service: TheService) -> GamesAnswer:
    """List the games."""
    return GamesAnswer(
        [GameLine(game.key, game.title, game.summary, game.seats, game.rules_version) for game in service.catalogue]
    )


@get("/{game:str}", summary="Everything a client must know to play a game")
async def game(game: FromPath[str], service: TheService) -> GameAnswer:
    """Describe a game."""
    found = _game(service, game)
    shelf = await service.editions.shelf(found.key)
    return GameAnswer(
        game=found.key,
        title=found.title,
        summary=found.summary,
        seats=found.seats,
        rules_version=found.rules_version,
        rules=found.rules,
        phases=found.phases,
        options=msgspec.json.schema(found.options),
        bots=list(found.bots),
        editions=[
            EditionLine(name, edition_digest(one), name == found.default_edition)
            for name, one in found.editions.items()
        ]
        + [EditionLine(one.name, one.digest, False, one.publisher, one.at) for one in shelf.editions],
        actions={tag_of(kind): msgspec.json.schema(kind) for kind in found.actions},
        sealed_actions=[tag_of(kind) for kind in found.actions if kind.SEALED],
        events={tag_of(kind): _event(kind) for kind in found.events},
        decisions={tag_of(kind): msgspec.json.schema(kind) for kind in found.decisions},
        view=msgspec.json.schema(found.view_type),
        outcome=msgspec.json.schema(found.outcome_type),
    )


@get("/{game:str}/editions/{edition:str}", summary="The component data of a game, and where it comes from")
async def edition(game: FromPath[str], edition: FromPath[str], service: TheService) -> EditionAnswer:
    """Show an edition, by its name or its digest."""
    found = _game(service, game)
    try:
        return _edition(found, edition_of(found, edition))
    except Refused as refused:
        owned = await service.editions.found(found.key, edition)
        if owned is None:
            raise ServiceError("not_found", refused.detail) from None
    return _edition(found, *owned)


def _edition(game: AnyGame, data: Edition, line: Published | None = None) -> EditionAnswer:
    return EditionAnswer(
        game=game.key,
        name=data.name,
        digest=edition_digest(data),
        sources=data.sources,
        origins=origins(data),
        edition=data,
        publisher=UNSET if line is None else line.publisher,
        at=UNSET if line is None else line.at,
    )


def _event(kind: type[Event]) -> EventKind:
    schema = msgspec.json.schema(kind)
    defined = {name: inner for name, inner in schema["$defs"].items() if name != kind.__name__}
    plain = schema["$defs"][kind.__name__]
    shown = plain["properties"].keys() - {"type", "seat", *kind.WITHHELD}
    hidden = _part(plain, shown & set(kind.SECRET), defined) if kind.SECRET else None
    open_ = _part(plain, shown - set(kind.SECRET), defined)
    return EventKind(plain.get("description", ""), kind.REVISION, open_, hidden)


def _part(plain: dict[str, Any], names: set[str], defined: dict[str, Any]) -> dict[str, Any]:
    properties = {name: field for name, field in plain["properties"].items() if name in names}
    required = [name for name in plain["required"] if name in names]
    part = {"type": "object", "properties": properties, "required": required}
    return {**part, "$defs": defined} if defined else part


def _game(service: Services, key: str) -> AnyGame:
    try:
        return service.catalogue.game(key)
    except Refused as refused:
        raise ServiceError("not_found", refused.detail) from None


router = Router("/v1/games", route_handlers=[games, game, edition], tags=["games"])
