"""Routes for operators and auditors: health checks, metrics and public keys."""

from collections.abc import Collection
from typing import Literal

from litestar import Router, get
from msgspec import Struct
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from projections.runner import UNREACHABLE
from projections.worker import ProjectionStatus
from service.errors import ServiceError
from service.http import projection_metrics
from service.http.authentication import TheService
from service.http.middleware.rate_limiting import UNCOUNTED


class HealthAnswer(Struct, frozen=True):
    """Response of the liveness check."""

    status: Literal["ok"]


class ReadyAnswer(Struct, frozen=True):
    """Response of the readiness check, with the status of each projection.

    `behind` counts positions of the log. `waiting_since` is the time of the oldest unprocessed event. `stopped_at` is
    the position of an event that this process cannot process; the projection returns outdated data then.
    `status` is the worst status of all projections. The service can receive requests with any `status`.
    """

    status: Literal["ok", "behind", "stopped"]
    projections: dict[str, ProjectionStatus]


class KeyAnswer(Struct, frozen=True):
    """A public key, 32 bytes in hexadecimal."""

    key: str
    algorithm: Literal["Ed25519"]


class KeysAnswer(Struct, frozen=True):
    """The public keys for the verification of receipts."""

    keys: list[KeyAnswer]


@get("/health/live", opt=UNCOUNTED, summary="Check liveness")
async def live() -> HealthAnswer:
    """Report that the process is running."""
    return HealthAnswer("ok")


@get("/health/ready", opt=UNCOUNTED, summary="Check readiness")
async def ready(service: TheService) -> ReadyAnswer:
    """Query the database. Raises `ServiceError` (`unavailable`)."""
    try:
        statuses = await service.projections.statuses()
    except UNREACHABLE as error:
        raise ServiceError("unavailable", "The database does not respond. Retry later.") from error
    return ReadyAnswer(_worst(statuses.values()), statuses)


def _worst(statuses: Collection[ProjectionStatus]) -> Literal["ok", "behind", "stopped"]:
    if any(status.stopped_at is not None for status in statuses):
        return "stopped"
    return "behind" if any(status.behind for status in statuses) else "ok"


@get("/v1/keys", summary="List public keys for the verification of receipts")
async def keys(service: TheService) -> KeysAnswer:
    """Return the public key of this service."""
    return KeysAnswer([KeyAnswer(service.signer.key, "Ed25519")])


@get(
    "/metrics",
    opt=UNCOUNTED,
    summary="Show Prometheus metrics",
    media_type=CONTENT_TYPE_LATEST,
    include_in_schema=False,
)
async def metrics(service: TheService) -> bytes:
    """Return the process's metrics. Those of projections require a reachable database."""
    await projection_metrics.update(service.projections)
    return generate_latest()


router = Router("/", route_handlers=[live, ready, keys, metrics], tags=["operations"])
