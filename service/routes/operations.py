"""What operators and auditors ask: is it alive, is it ready, with which key does it sign."""

from typing import Literal

from litestar import Router, get
from msgspec import Struct

from service.problems import ServiceProblem
from service.routes.callers import TheService


class HealthAnswer(Struct, frozen=True):
    """The service answers."""

    status: Literal["ok"]


class KeyAnswer(Struct, frozen=True):
    """A public key, 32 bytes in hexadecimal."""

    key: str
    algorithm: Literal["Ed25519"]


class KeysAnswer(Struct, frozen=True):
    """The keys that receipts are signed with."""

    keys: list[KeyAnswer]


@get("/health/live", summary="Whether the process answers")
async def live() -> HealthAnswer:
    """Answer."""
    return HealthAnswer("ok")


@get("/health/ready", summary="Whether the database answers too")
async def ready(service: TheService) -> HealthAnswer:
    """Ask the database. Raises `ServiceProblem` (`unavailable`)."""
    try:
        async with service.pool.connection(timeout=2) as connection:
            await connection.execute("SELECT 1")
    except Exception as error:
        raise ServiceProblem("unavailable", "The database does not answer.") from error
    return HealthAnswer("ok")


@get("/v1/keys", summary="The public keys that receipts are signed with")
async def keys(service: TheService) -> KeysAnswer:
    """Publish the signing key."""
    return KeysAnswer([KeyAnswer(service.signer.key, "Ed25519")])


router = Router("/", route_handlers=[live, ready, keys], tags=["operations"])
