"""People with roles, and tokens, for tests."""

import asyncio

from service.access.players import register_offline
from service.access.scopes import Role
from tests.kit.api import Api
from tests.kit.clients import Json, Person


def appointed(api: Api, database_url: str, role: Role, name: str = "Olga") -> Person:
    """Register a person with a role, like `chronicle token`."""
    registered = asyncio.run(register_offline(database_url, name, role))
    return Person(api.http, {"id": registered.id, "token": registered.token})


def makes(person: Person, name: str = "an app", **wishes: Json) -> Json:
    """Create a token of a person; return the answer."""
    return person.does("/v1/tokens", {"name": name, **wishes})


def with_token(person: Person, made: Json) -> Person:
    """Same person with another token."""
    return Person(person.http, {"id": person.id, "token": made["token"]})


def with_scopes(person: Person, *scopes: str) -> Person:
    """Same person with a token restricted to scopes."""
    return with_token(person, makes(person, scopes=list(scopes)))
