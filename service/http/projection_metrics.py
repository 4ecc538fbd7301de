"""Prometheus metrics of the projections."""

from prometheus_client import Gauge

from projections.runner import UNREACHABLE
from projections.worker import ProjectionStatus, ProjectionWorker
from service.clock import seconds_since

_POSITION = Gauge("chronicle_projection_position", "Position of a projection in the log.", ("projection",))
_LAG = Gauge(
    "chronicle_projection_lag_positions", "Positions between a projection and the log's head.", ("projection",)
)
_AGE = Gauge("chronicle_projection_lag_seconds", "Age of a projection's oldest unprocessed event.", ("projection",))
_STOPPED = Gauge(
    "chronicle_projection_stopped_at", "Position of an event that stopped a projection, otherwise 0.", ("projection",)
)


async def update(worker: ProjectionWorker) -> None:
    """Set the metrics to the current status. Removes them while the database is unreachable."""
    for gauge in (_POSITION, _LAG, _AGE, _STOPPED):
        gauge.clear()
    try:
        statuses = await worker.statuses()
    except UNREACHABLE:
        return
    for name, status in statuses.items():
        _set(name, status)


def _set(name: str, status: ProjectionStatus) -> None:
    since = status.waiting_since
    _POSITION.labels(name).set(status.position)
    _LAG.labels(name).set(status.behind)
    _AGE.labels(name).set(0 if since is None else seconds_since(since))
    _STOPPED.labels(name).set(status.stopped_at or 0)
