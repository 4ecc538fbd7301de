"""People as an operator makes them, and the tokens that people make."""

import asyncio

from service.access.players import register_offline
from service.access.scopes import Role
from tests.kit.api import Api
from tests.kit.clients import Json, Person


def appointed(api: Api, database_url: str, role: Role, name: str = "Olga") -> Person:
    """Register somebody with a role, as `chronicle token` does."""
    registered = asyncio.run(register_offline(database_url, name, role))
    return Person(api.http, {"id": registered.id, "token": registered.token})


def makes(person: Person, name: str = "an app", **wishes: Json) -> Json:
    """Let somebody make a token; gives what is answered."""
    return person.does("/v1/tokens", {"name": name, **wishes})


def with_token(person: Person, made: Json) -> Person:
    """The same person with another token."""
    return Person(person.http, {"id": person.id, "token": made["token"]})


def with_scopes(person: Person, *scopes: str) -> Person:
    """The same person with a token that may do no more than this."""
    return with_token(person, makes(person, scopes=list(scopes)))
