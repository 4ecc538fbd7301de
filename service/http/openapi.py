"""The OpenAPI document, made from the types: Litestar's own, with every game's actions, events and views in it."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import ScalarRenderPlugin
from litestar.openapi.spec import Components, OpenAPI, SecurityScheme

from domain.catalogue import Catalogue
from domain.kernel.game import AnyGame
from domain.kernel.messages import Event
from domain.matches.events import LIFECYCLE
from service.http.problems import PROBLEM_MEDIA_TYPE, STATUS, Problem
from service.http.security import DESCRIPTION

Schema = dict[str, Any]
_TOKEN = SecurityScheme(type="http", scheme="bearer", description=DESCRIPTION)

_UNIONS = ("Action", "Decision", "View", "Outcome", "Edition", "Options")
_REF = "#/components/schemas/"


class _Document(OpenAPI):
    """Litestar's document, completed with the games when it is written out."""

    catalogue: Catalogue

    def to_schema(self) -> Schema:
        document = super().to_schema()
        complete(document["components"]["schemas"], self.catalogue)
        for path in document["paths"].values():
            for operation in path.values():
                tell_problems(operation["responses"])
        return document


class Config(OpenAPIConfig):
    """How the API describes itself."""

    catalogue: Catalogue

    @classmethod
    def of(cls, catalogue: Catalogue) -> "Config":
        """Describe an API that serves these games."""
        config = cls(
            title="Chronicle of 12",
            version="1",
            description="Play, replay and audit matches of the games of the twelve kingdoms.",
            path="/schema",
            render_plugins=[ScalarRenderPlugin()],
            components=Components(security_schemes={"token": _TOKEN}),
            security=[{"token": []}, {}],
        )
        config.catalogue = catalogue
        return config

    def to_openapi_schema(self) -> OpenAPI:
        """Begin a document that will hold the games' types."""
        plain = super().to_openapi_schema()
        document = _Document(**{name: getattr(plain, name) for name in plain.__dataclass_fields__})
        document.catalogue = self.catalogue
        return document


def complete(schemas: dict[str, Schema], catalogue: Catalogue) -> None:
    """Replace what is open in Litestar's schemas (any action, any view ...) by the unions over all games."""
    unions: dict[str, list[str]] = {name: [] for name in _UNIONS}
    events = [_add_event(schemas, "", kind) for kind in LIFECYCLE]
    for game in catalogue:
        for union, names in _add_game(schemas, game).items():
            unions[union].extend(names)
        events.extend(_add_event(schemas, _prefix(game), kind) for kind in game.events)
    for union, names in unions.items():
        schemas[union] = {"title": union, "anyOf": [{"$ref": _REF + name} for name in names]}
    schemas["Tally"] = {"title": "Tally", "anyOf": _add_tallies(schemas, catalogue)}
    schemas["GameRecord"]["properties"]["favourites_of"] = _favourites(catalogue)
    schemas["Shown"] = {"title": "Event", "anyOf": [{"$ref": _REF + name} for name in events]}
    schemas["ActBody"]["properties"]["action"] = {"$ref": _REF + "Action"}
    schemas["EditionBody"]["properties"]["edition"] = {"$ref": _REF + "Edition"}
    _add_problem(schemas)


def tell_problems(responses: Schema) -> None:
    """Say that whatever else is answered is a problem, in place of what Litestar would answer by itself."""
    responses.pop("400", None)
    content = {PROBLEM_MEDIA_TYPE: {"schema": {"$ref": _REF + "Problem"}}}
    responses["default"] = {"description": "What went wrong, as RFC 9457 has it", "content": content}


def _add_problem(schemas: dict[str, Schema]) -> None:
    _add(schemas, "", (Problem,))
    schemas["Problem"]["properties"]["code"] = {"type": "string", "enum": sorted(STATUS)}


def _prefix(game: AnyGame) -> str:
    return "".join(word.capitalize() for word in game.key.split("_"))


def _add_game(schemas: dict[str, Schema], game: AnyGame) -> dict[str, list[str]]:
    groups: Mapping[str, Iterable[type[Any]]] = {
        "Action": game.actions,
        "Decision": game.decisions,
        "View": (game.view_type,),
        "Outcome": (game.outcome_type,),
        "Edition": (game.edition,),
        "Options": (game.options,),
    }
    return {union: _add(schemas, _prefix(game), kinds) for union, kinds in groups.items()}


def _add_tallies(schemas: dict[str, Schema], catalogue: Catalogue) -> list[Schema]:
    kinds = dict.fromkeys(game.board.tally for game in catalogue)
    return [{"$ref": _REF + name} for name in _add(schemas, "", kinds)]


def _favourites(catalogue: Catalogue) -> Schema:
    nouns = sorted({game.board.favourites for game in catalogue if game.board.favourites is not None})
    return {"type": ["null", "string"], "enum": [*nouns, None]}


def _add(schemas: dict[str, Schema], prefix: str, kinds: Iterable[type[Any]]) -> list[str]:
    roots, components = msgspec.json.schema_components(kinds, ref_template=f"{_REF}{prefix}{{name}}")
    schemas.update({f"{prefix}{name}": schema for name, schema in components.items()})
    return [root["$ref"].removeprefix(_REF) for root in roots]


def _add_event(schemas: dict[str, Schema], prefix: str, kind: type[Event]) -> str:
    """Write one event as the API shows it: its fields under `data`, what may be hidden under `sealed`."""
    (name,) = _add(schemas, prefix, (kind,))
    plain = schemas.pop(name)
    fields = {key: value for key, value in plain["properties"].items() if key not in {"type", *kind.WITHHELD}}
    seat = fields.pop("seat", {"type": "null"})
    open_ = {key: value for key, value in fields.items() if key not in kind.SECRET}
    properties: Schema = {
        "match": {"type": "string", "format": "uuid"},
        "version": {"type": "integer", "minimum": 1},
        "at": {"type": "string", "format": "date-time"},
        "seat": seat,
        "type": plain["properties"]["type"],
        "revision": {"type": "integer", "const": kind.REVISION},
        "data": _object(open_, plain),
        "prev": {"type": "string"},
        "hash": {"type": "string"},
        "action": {"$ref": _REF + "Action"},
    }
    required = [key for key in properties if key != "action"]
    if kind.SECRET:
        hidden = {key: value for key, value in fields.items() if key in kind.SECRET}
        properties["sealed"] = _sealed(_object(hidden, plain))
        required.append("sealed")
    schemas[name] = {
        "title": name,
        "description": plain.get("description", ""),
        "type": "object",
        "properties": properties,
        "required": required,
    }
    return name


def _object(properties: Schema, plain: Schema) -> Schema:
    required = [key for key in plain.get("required", ()) if key in properties]
    return {"type": "object", "properties": properties, "required": required}


def _sealed(hidden: Schema) -> Schema:
    secret = {
        "description": "Only for those who may know it; `event` is hidden data, `action` what was asked for.",
        "type": "object",
        "properties": {"event": hidden, "action": {"$ref": _REF + "Action"}},
    }
    properties = {
        "seats": {"type": "array", "items": {"type": "integer"}, "description": "Who knows it before the end."},
        "commitment": {"type": "string"},
        "salt": {"type": "string"},
        "secret": secret,
    }
    return {"type": "object", "properties": properties, "required": ["seats", "commitment"]}
