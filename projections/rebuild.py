"""Builds a projection anew from the whole log while the former one is read, then puts it in its place."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg

from projections.projection import Projection
from projections.runner import UNREACHABLE, Copy, Runner, built_aside, serving

Progress = Callable[[int, int], None]
"""Told how far in the log the work is, and where the log ends by now."""

_BATCH = 5_000
_PAUSE = 0.1


class RebuildUnderWay(Exception):  # noqa: N818 -- a state of a projection
    """Somebody else is rebuilding this projection."""


def rebuild(runner: Runner, projection: Projection, progress: Progress) -> None:
    """Rebuild a projection, also one that another release serves in another form.

    Raises `RebuildUnderWay`, or as `Runner.step` does; the former one stays then. Raises `ValueError` for a
    projection that is not rebuildable.
    """
    if not projection.rebuildable:
        message = f"the log cannot restore the rows of {projection.name}"
        raise ValueError(message)
    built = built_aside(projection)
    with _alone(runner, built.name):
        runner.discard(built)
        runner.prepare(built)
        _build(runner, built, progress)
        _swap(runner, built, serving(projection))


@contextmanager
def _alone(runner: Runner, name: str) -> Iterator[None]:
    with psycopg.connect(autocommit=True, **runner.settings) as connection:
        found = connection.execute("SELECT pg_try_advisory_lock(hashtextextended(%s, 12))", (name,))
        if found.fetchall() != [(True,)]:
            message = f"{name} is under way already"
            raise RebuildUnderWay(message)
        try:
            yield
        finally:  # not left to the end of the connection, which the server may notice later than the next rebuild
            connection.execute("SELECT pg_advisory_unlock(hashtextextended(%s, 12))", (name,))


def _build(runner: Runner, built: Copy, progress: Progress) -> None:
    done = False
    while not done:
        step = runner.step(built, _BATCH)
        if step is not None:
            progress(step.position, step.head)
            done = step.done


def _swap(runner: Runner, built: Copy, served: Copy) -> None:
    while not _swapped(runner, built, served):
        time.sleep(_PAUSE)


def _swapped(runner: Runner, built: Copy, served: Copy) -> bool:
    try:
        return runner.swap(built, served)
    except UNREACHABLE:
        return False
