"""What operators and auditors ask: is it alive, is it ready, with which key does it sign."""

from collections.abc import Collection
from typing import Literal

from litestar import Router, get
from msgspec import Struct
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from projections.runner import UNREACHABLE
from projections.worker import ProjectionStatus
from service.errors import ServiceError
from service.http import projection_metrics as lag
from service.http.authentication import TheService
from service.http.middleware.rate_limiting import UNCOUNTED


class HealthAnswer(Struct, frozen=True):
    """The service answers."""

    status: Literal["ok"]


class ReadyAnswer(Struct, frozen=True):
    """The database answers too, so that matches can be played; how far each read model is.

    `behind` counts positions of the log, `waiting_since` is the time of the oldest event that is still to be taken,
    and `stopped_at` the position of an event that this process cannot take, so that what is read there grows old.
    `status` says the worst of it: a read model that is behind, or stopped, is no reason to send nobody here.
    """

    status: Literal["ok", "behind", "stopped"]
    projections: dict[str, ProjectionStatus]


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
    """Ask the database. Raises `ServiceError` (`unavailable`)."""
    try:
        standings = await service.following.statuses()
    except UNREACHABLE as error:
        raise ServiceError("unavailable", "The database does not answer.") from error
    return ReadyAnswer(_worst(standings.values()), standings)


def _worst(standings: Collection[ProjectionStatus]) -> Literal["ok", "behind", "stopped"]:
    if any(each.stopped_at is not None for each in standings):
        return "stopped"
    return "behind" if any(each.behind for each in standings) else "ok"


@get("/v1/keys", summary="The public keys that receipts are signed with")
async def keys(service: TheService) -> KeysAnswer:
    """Publish the signing key."""
    return KeysAnswer([KeyAnswer(service.signer.key, "Ed25519")])


@get(
    "/metrics", opt=UNCOUNTED, summary="Figures for Prometheus", media_type=CONTENT_TYPE_LATEST, include_in_schema=False
)
async def metrics(service: TheService) -> bytes:
    """Give the process's figures; those of read models only while the database answers."""
    await lag.measure(service.following)
    return generate_latest()


router = Router("/", route_handlers=[live, ready, keys, metrics], tags=["operations"])
