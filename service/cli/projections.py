"""`chronicle projections`: maintenance of the projections."""

import asyncio
import os

import click
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress

from domain.catalogue import CATALOGUE
from projections.catalogue import projections_of
from projections.rebuild import RebuildInProgress, rebuild
from projections.runner import ProjectionStopped, Runner
from service.codec.event_codec import EventCodec
from service.database import database_or_running
from service.migrations.schema import SCHEMA
from service.settings import from_environment
from service.store.store import Store

_err = Console(stderr=True)
_PROJECTIONS = projections_of(CATALOGUE)


@click.group("projections")
def projections_group() -> None:
    """Maintain the projections."""


@projections_group.command("rebuild")
@click.argument("names", nargs=-1, type=click.Choice(list(_PROJECTIONS)))
def rebuild_command(names: tuple[str, ...]) -> None:
    """Rebuild the projections NAMES, or all of them, from the log. A running service keeps serving."""
    with database_or_running(from_environment(os.environ)) as url:
        store = Store.open(url, schema=SCHEMA)
        runner = Runner(store.recorder, EventCodec(CATALOGUE))
        try:
            for name in names or _PROJECTIONS:
                _rebuild(runner, name)
        except (RebuildInProgress, ProjectionStopped) as error:
            raise click.ClickException(str(error)) from None
        finally:
            runner.close()
            asyncio.run(store.close())


def _rebuild(runner: Runner, name: str) -> None:
    with Progress(*Progress.get_default_columns(), MofNCompleteColumn(), console=_err) as progress:
        task = progress.add_task(name, total=None)
        rebuild(runner, _PROJECTIONS[name], lambda done, of: progress.update(task, completed=done, total=of))
