"""What operators and auditors ask: is it alive, is it ready, with which key does it sign."""

from typing import Literal

from litestar import Router, get
from msgspec import Struct
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from projections.following import Standing
from projections.runner import UNREACHABLE
from service.problems import ServiceProblem
from service.rate_limiting import UNCOUNTED
from service.routes.callers import TheService


class HealthAnswer(Struct, frozen=True):
    """The service answers."""

    status: Literal["ok"]


class ReadyAnswer(Struct, frozen=True):
    """The database answers too; how far each read model is: `behind` counts positions of the log."""

    status: Literal["ok"]
    projections: dict[str, Standing]


class KeyAnswer(Struct, frozen=True):
    """A public key, 32 bytes in hexadecimal."""

    key: str
    algorithm: Literal["Ed25519"]


class KeysAnswer(Struct, frozen=True):
    """The keys that receipts are signed with."""

    keys: list[KeyAnswer]


@get("/health/live", opt=UNCOUNTED, summary="Whether the process answers")
async def live() -> HealthAnswer:
    """Answer."""
    return HealthAnswer("ok")


@get("/health/ready", opt=UNCOUNTED, summary="Whether the database answers too")
async def ready(service: TheService) -> ReadyAnswer:
    """Ask the database. Raises `ServiceProblem` (`unavailable`)."""
    try:
        return ReadyAnswer("ok", await service.following.standings())
    except UNREACHABLE as error:
        raise ServiceProblem("unavailable", "The database does not answer.") from error


@get("/v1/keys", summary="The public keys that receipts are signed with")
async def keys(service: TheService) -> KeysAnswer:
    """Publish the signing key."""
    return KeysAnswer([KeyAnswer(service.signer.key, "Ed25519")])


@get(
    "/metrics", opt=UNCOUNTED, summary="Figures for Prometheus", media_type=CONTENT_TYPE_LATEST, include_in_schema=False
)
async def metrics() -> bytes:
    """Give the process's figures."""
    return generate_latest()


router = Router("/", route_handlers=[live, ready, keys, metrics], tags=["operations"])
