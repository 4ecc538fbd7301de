"""Rebuild of a projection from the whole log. Queries read the former tables until the new ones replace them."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg

from projections.projection import Projection
from projections.projection_tables import ProjectionTables, rebuild_tables, served_tables
from projections.runner import UNREACHABLE, Runner

Progress = Callable[[int, int], None]
"""Receives the position of the rebuild and the current head of the log."""

_BATCH = 5_000
_RETRY_SECONDS = 0.1


class RebuildInProgress(Exception):  # noqa: N818 -- a state of a projection
    """Another process is rebuilding this projection."""


def rebuild(runner: Runner, projection: Projection, progress: Progress) -> None:
    """Rebuild a projection, whichever form of it is currently served.

    Raises `RebuildInProgress`, or as `Runner.step` does; the former tables stay in place then. Raises `ValueError` for
    a projection that is not rebuildable.
    """
    if not projection.rebuildable:
        message = f"the log cannot restore the rows of {projection.name}"
        raise ValueError(message)
    rebuilt = rebuild_tables(projection)
    with _exclusive(runner, rebuilt.name):
        runner.drop(rebuilt)
        runner.prepare(rebuilt)
        _fill(runner, rebuilt, progress)
        _swap(runner, rebuilt, served_tables(projection))


@contextmanager
def _exclusive(runner: Runner, name: str) -> Iterator[None]:
    with psycopg.connect(autocommit=True, **runner.connection_parameters) as connection:
        found = connection.execute("SELECT pg_try_advisory_lock(hashtextextended(%s, 12))", (name,))
        if found.fetchall() != [(True,)]:
            message = f"another process is rebuilding {name.removesuffix('/built')}"
            raise RebuildInProgress(message)
        try:
            yield
        finally:  # explicit: the server may notice the end of the connection after the next rebuild has started
            connection.execute("SELECT pg_advisory_unlock(hashtextextended(%s, 12))", (name,))


def _fill(runner: Runner, rebuilt: ProjectionTables, progress: Progress) -> None:
    at_head = False
    while not at_head:
        step = runner.step(rebuilt, _BATCH)
        if step is not None:
            progress(step.position, step.head)
            at_head = step.at_head


def _swap(runner: Runner, rebuilt: ProjectionTables, served: ProjectionTables) -> None:
    while not _try_swap(runner, rebuilt, served):
        time.sleep(_RETRY_SECONDS)


def _try_swap(runner: Runner, rebuilt: ProjectionTables, served: ProjectionTables) -> bool:
    try:
        return runner.swap(rebuilt, served)
    except UNREACHABLE:
        return False
