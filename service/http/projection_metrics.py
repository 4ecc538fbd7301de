"""How far read models are behind the log, as figures for Prometheus."""

from prometheus_client import Gauge

from projections.runner import UNREACHABLE
from projections.worker import ProjectionStatus, ProjectionWorker
from service.clock import seconds_since

_POSITION = Gauge(
    "chronicle_projection_position", "Position in the log that a read model has reached.", ("projection",)
)
_LAG = Gauge("chronicle_projection_lag_positions", "Positions of the log that it has still to take.", ("projection",))
_AGE = Gauge("chronicle_projection_lag_seconds", "Age of the oldest event that it has still to take.", ("projection",))
_STOPPED = Gauge(
    "chronicle_projection_stopped_at", "Position of an event that it cannot take; 0 while it goes on.", ("projection",)
)


async def measure(following: ProjectionWorker) -> None:
    """Set the figures as they are now; there are none while the database does not answer."""
    for gauge in (_POSITION, _LAG, _AGE, _STOPPED):
        gauge.clear()
    try:
        standings = await following.statuses()
    except UNREACHABLE:
        return
    for name, standing in standings.items():
        _tell(name, standing)


def _tell(name: str, standing: ProjectionStatus) -> None:
    since = standing.waiting_since
    _POSITION.labels(name).set(standing.position)
    _LAG.labels(name).set(standing.behind)
    _AGE.labels(name).set(0 if since is None else seconds_since(since))
    _STOPPED.labels(name).set(standing.stopped_at or 0)
