"""OpenAPI document, generated from the types: Litestar's document with the actions, events and views of every game."""

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
from service.http.problem_kinds import STATUS
from service.http.problems import PROBLEM_MEDIA_TYPE, Problem
from service.http.security import DESCRIPTION

Schema = dict[str, Any]
_TOKEN = SecurityScheme(type="http", scheme="bearer", description=DESCRIPTION)

_UNIONS = ("Action", "Decision", "View", "Outcome", "Edition", "Options")
_REF = "#/components/schemas/"


class _Document(OpenAPI):
    """Litestar's document, which adds the games' schemas when it is serialized."""

    catalogue: Catalogue

    def to_schema(self) -> Schema:
        document = super().to_schema()
        add_game_schemas(document["components"]["schemas"], self.catalogue)
        for path in document["paths"].values():
            for operation in path.values():
                describe_problems(operation["responses"])
        return document


class Config(OpenAPIConfig):
    """Configuration of the OpenAPI document."""

    catalogue: Catalogue

    @classmethod
    def of(cls, catalogue: Catalogue) -> "Config":
        """Create the configuration for the games of `catalogue`."""
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
        """Create a document that adds the games' schemas."""
        base = super().to_openapi_schema()
        document = _Document(**{name: getattr(base, name) for name in base.__dataclass_fields__})
        document.catalogue = self.catalogue
        return document


def add_game_schemas(schemas: dict[str, Schema], catalogue: Catalogue) -> None:
    """Replace the open types in Litestar's schemas (actions, views and so on) by unions over all games."""
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


def describe_problems(responses: Schema) -> None:
    """Describe all error responses as problems, in place of Litestar's own error response."""
    responses.pop("400", None)
    content = {PROBLEM_MEDIA_TYPE: {"schema": {"$ref": _REF + "Problem"}}}
    responses["default"] = {"description": "Problem details (RFC 9457)", "content": content}


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
    """Add the schema of an event as the API returns it: public fields in `data`, secret ones in `sealed`."""
    (name,) = _add(schemas, prefix, (kind,))
    own = schemas.pop(name)
    fields = {key: value for key, value in own["properties"].items() if key not in {"type", *kind.WITHHELD}}
    seat = fields.pop("seat", {"type": "null"})
    public = {key: value for key, value in fields.items() if key not in kind.SECRET}
    properties = _event_properties(kind, seat, own["properties"]["type"], _object(public, own))
    required = [key for key in properties if key != "action"]
    if kind.SECRET:
        secret = {key: value for key, value in fields.items() if key in kind.SECRET}
        properties["sealed"] = _sealed(_object(secret, own))
        required.append("sealed")
    schemas[name] = {
        "title": name,
        "description": own.get("description", ""),
        "type": "object",
        "properties": properties,
        "required": required,
    }
    return name


def _event_properties(kind: type[Event], seat: Schema, tag: Schema, data: Schema) -> Schema:
    return {
        "match": {"type": "string", "format": "uuid"},
        "version": {"type": "integer", "minimum": 1},
        "at": {"type": "string", "format": "date-time"},
        "seat": seat,
        "type": tag,
        "revision": {"type": "integer", "const": kind.REVISION},
        "data": data,
        "prev": {"type": "string"},
        "hash": {"type": "string"},
        "action": {"$ref": _REF + "Action"},
    }


def _object(properties: Schema, schema: Schema) -> Schema:
    required = [key for key in schema.get("required", ()) if key in properties]
    return {"type": "object", "properties": properties, "required": required}


def _sealed(hidden: Schema) -> Schema:
    secret = {
        "description": "Visible to authorized seats only: secret fields in `event`, the requested action in `action`.",
        "type": "object",
        "properties": {"event": hidden, "action": {"$ref": _REF + "Action"}},
    }
    properties = {
        "seats": {
            "type": "array",
            "items": {"type": "integer"},
            "description": "Seats that can see the secret before the end of the match.",
        },
        "commitment": {"type": "string"},
        "salt": {"type": "string"},
        "secret": secret,
    }
    return {"type": "object", "properties": properties, "required": ["seats", "commitment"]}
