"""Routes of games: everything that a client needs to render and play a game."""

from collections.abc import Iterable
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
from service.http.paging import require_game


class GameLine(Struct, frozen=True):
    """A game in the list of games."""

    game: str
    title: str
    summary: str
    seats: tuple[int, ...]
    rules_version: int


class GamesAnswer(Struct, frozen=True):
    """The games of this service."""

    games: list[GameLine]


class EditionLine(Struct, frozen=True):
    """An edition in the list of a game's editions. Published editions have a `publisher` and a time `at`."""

    name: str
    digest: Hash
    default: bool
    publisher: PlayerId | UnsetType = UNSET
    at: Instant | UnsetType = UNSET


class EventKind(Struct, frozen=True):
    """An event type: JSON Schemas of its `data` and, for events with a secret part, of `sealed.secret.event`."""

    description: str
    revision: int
    data: dict[str, Any]
    sealed: dict[str, Any] | None


class GameAnswer(Struct, frozen=True):
    """A game: its seats, bots and editions, and JSON Schemas of its options, actions, events, decisions and view.

    `rules` is Markdown. The problem of a refused action cites a rule by its number. Actions in `sealed_actions` are
    hidden from all other players until the end of the match.
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
    """The component data of a game. `sources` describes its sources, `origins` the source of every value."""

    game: str
    name: str
    digest: Hash
    sources: dict[str, Source]
    origins: list[Origin]
    edition: Edition
    publisher: PlayerId | UnsetType = UNSET
    at: Instant | UnsetType = UNSET


@get("/", summary="List games")
async def games(service: TheService) -> GamesAnswer:
    """List the games."""
    return GamesAnswer(
        [GameLine(game.key, game.title, game.summary, game.seats, game.rules_version) for game in service.catalogue]
    )


@get("/{game:str}", summary="Show a game")
async def game(game: FromPath[str], service: TheService) -> GameAnswer:
    """Return everything that a client needs to render and play a game."""
    found = require_game(service, game)
    published = (await service.editions.published(found.key)).editions
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
        editions=_edition_lines(found, published),
        actions={tag_of(kind): msgspec.json.schema(kind) for kind in found.actions},
        sealed_actions=[tag_of(kind) for kind in found.actions if kind.SEALED],
        events={tag_of(kind): _event(kind) for kind in found.events},
        decisions={tag_of(kind): msgspec.json.schema(kind) for kind in found.decisions},
        view=msgspec.json.schema(found.view_type),
        outcome=msgspec.json.schema(found.outcome_type),
    )


def _edition_lines(game: AnyGame, published: Iterable[Published]) -> list[EditionLine]:
    included = [
        EditionLine(name, edition_digest(edition), name == game.default_edition)
        for name, edition in game.editions.items()
    ]
    return included + [EditionLine(each.name, each.digest, False, each.publisher, each.at) for each in published]


@get("/{game:str}/editions/{edition:str}", summary="Show an edition")
async def edition(game: FromPath[str], edition: FromPath[str], service: TheService) -> EditionAnswer:
    """Return the component data of a game, by the edition's name or digest."""
    found = require_game(service, game)
    try:
        return _edition(found, edition_of(found, edition))
    except Refused as refused:
        published = await service.editions.find(found.key, edition)
        if published is None:
            raise ServiceError("not_found", refused.detail) from None
    return _edition(found, *published)


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
    definitions = {name: definition for name, definition in schema["$defs"].items() if name != kind.__name__}
    own = schema["$defs"][kind.__name__]
    shown = own["properties"].keys() - {"type", "seat", *kind.WITHHELD}
    sealed = _object_schema(own, shown & set(kind.SECRET), definitions) if kind.SECRET else None
    data = _object_schema(own, shown - set(kind.SECRET), definitions)
    return EventKind(own.get("description", ""), kind.REVISION, data, sealed)


def _object_schema(own: dict[str, Any], names: set[str], definitions: dict[str, Any]) -> dict[str, Any]:
    properties = {name: field for name, field in own["properties"].items() if name in names}
    required = [name for name in own["required"] if name in names]
    schema = {"type": "object", "properties": properties, "required": required}
    return {**schema, "$defs": definitions} if definitions else schema


router = Router("/v1/games", route_handlers=[games, game, edition], tags=["games"])
