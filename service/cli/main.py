"""The command line: `chronicle serve`, `demo`, `verify`, `export`, `import`, `token`, `projections`."""

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import click
import httpx
import msgspec
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, track

from domain.audit.source import verify_branch
from domain.audit.verify import Failure, Proof, verify
from domain.catalogue import CATALOGUE
from domain.kernel.errors import Refused
from domain.kernel.receipts import Receipt
from projections.catalogue import projections_of
from projections.rebuild import RebuildUnderWay, rebuild
from projections.runner import Runner, Stuck
from service.access.players import register_offline
from service.access.scopes import ROLES, Role
from service.access.tables import SCHEMA
from service.cli.demo import play_demo
from service.cli.serve import serve
from service.cli.transfer import export_command, import_command
from service.database import database_or_running
from service.errors import ServiceError
from service.postgres.errors import PostgresUnavailable
from service.settings import Settings, SettingsError, from_environment
from service.store.event_codec import EventCodec
from service.store.store import Store

_PROJECTIONS = projections_of(CATALOGUE)
_out = Console()
_err = Console(stderr=True)


class _Chronicle(click.Group):
    """Says in a sentence why a command cannot run, whichever it is."""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 -- click's own signature
        try:
            return super().invoke(ctx)
        except (PostgresUnavailable, ServiceError, SettingsError) as error:
            raise click.ClickException(str(error)) from None


@click.group(cls=_Chronicle, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Chronicle of 12: play, replay and audit matches of four games."""


def _settings() -> Settings:
    return from_environment(os.environ)


@main.command("serve")
@click.option("--demo", is_flag=True, help="Have bots play a match first where none was ever played.")
def serve_command(*, demo: bool) -> None:
    """Serve the API, with a database of its own unless CHRONICLE_DATABASE_URL names one."""
    serve(_settings(), _first_match if demo else _welcome)


def _welcome(url: str) -> None:
    _out.print(
        f"Chronicle of 12 serves on [bold]{url}[/] (the API: {url}/schema). Stop it with Ctrl-C.", highlight=False
    )


def _first_match(url: str) -> None:
    _welcome(url)
    asyncio.run(play_demo(url, "queen_of_12", None, _out, if_empty=True))


@main.command("demo")
@click.option("--url", default="http://127.0.0.1:8012", show_default=True, help="Where the service listens.")
@click.option("--game", default="queen_of_12", show_default=True, help="The game to play.")
@click.option(
    "--seats", type=int, help="How many bots sit down: three where the game takes three, or else all it takes."
)
@click.option("--if-empty", is_flag=True, help="Play only where no match was ever played.")
def demo_command(url: str, game: str, seats: int | None, *, if_empty: bool) -> None:
    """Have bots play a match over HTTP and show how it ended."""
    try:
        asyncio.run(play_demo(url, game, seats, _out, if_empty=if_empty))
    except Refused as refused:
        raise click.ClickException(refused.detail) from None
    except httpx.HTTPError as error:
        raise click.ClickException(f"{url} does not play along: {error or type(error).__name__}") from None


@main.command("verify")
@click.argument("bundle", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--key", help="The service's public key, from a source you trust (GET /v1/keys).")
@click.option(
    "--receipts",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Receipts that players kept, one a line, as the API gave them: proof against a rewritten history.",
)
@click.option(
    "--source",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Of a branch: the bundle of the match that it goes on from, to prove that it does.",
)
def verify_command(bundle: Path, key: str | None, receipts: Path | None, source: Path | None) -> None:
    """Prove an audit bundle offline; exits 1 at the first event that is wrong."""
    lines = bundle.read_bytes().splitlines()
    kept = _receipts(receipts)
    try:
        read = list(track(lines, "reading", console=_err, transient=True))
        proof = (
            verify(read, CATALOGUE, trusted_key=key, receipts=kept)
            if source is None
            else verify_branch(read, source.read_bytes().splitlines(), CATALOGUE, trusted_key=key, receipts=kept)
        )
    except Failure as failure:
        place = "" if failure.version is None else f" at event {failure.version}"
        _err.print(
            f"[bold red]NOT PROVED[/]{place} ({failure.check}): {failure.detail}", highlight=False, soft_wrap=True
        )
        sys.exit(1)
    signed = "the key you gave" if key is not None else f"key {proof.key} (compare it with the service's)"
    owners = "" if proof.owners_edition is None else f", by the owner's edition '{proof.owners_edition}'"
    _out.print(
        f"[bold green]PROVED[/] match {proof.match} of {proof.game}: {proof.events} events follow from "
        f"{proof.actions} actions and the committed chance{owners}{_branch(proof, source)}; signed by {signed}.",
        highlight=False,
        soft_wrap=True,
    )


def _branch(proof: Proof, source: Path | None) -> str:
    if proof.branch_of is None:
        return ""
    where = f"version {proof.branch_of.version} of match {proof.branch_of.match}"
    proved = "proved with its bundle" if source is not None else "as the bundle has it; --source proves it"
    return f", going on from {where} ({proved})"


def _receipts(file: Path | None) -> list[Receipt]:
    if file is None:
        return []
    try:
        return msgspec.json.Decoder(Receipt).decode_lines(file.read_bytes())
    except msgspec.DecodeError as error:
        raise click.ClickException(f"{file} does not hold a receipt a line: {error}") from None


@main.command("token")
@click.argument("name")
@click.option("--role", type=click.Choice(ROLES), default="player", show_default=True)
def token_command(name: str, role: Role) -> None:
    """Register NAME and print its token."""
    with database_or_running(_settings()) as url:
        registered = asyncio.run(register_offline(url, name, role))
    click.echo(registered.token)


main.add_command(export_command)
main.add_command(import_command)


@main.group("projections")
def projections_group() -> None:
    """Look after the read models."""


@projections_group.command("rebuild")
@click.argument("names", nargs=-1, type=click.Choice(list(_PROJECTIONS)))
def rebuild_command(names: tuple[str, ...]) -> None:
    """Build read models anew from the log (all of them for no name); a running service goes on meanwhile."""
    with database_or_running(_settings()) as url:
        store = Store.open(url, schema=SCHEMA)
        runner = Runner(store.recorder, EventCodec(CATALOGUE))
        try:
            for name in names or _PROJECTIONS:
                _rebuild(runner, name)
        except (RebuildUnderWay, Stuck) as error:
            raise click.ClickException(str(error)) from None
        finally:
            runner.close()
            asyncio.run(store.close())


def _rebuild(runner: Runner, name: str) -> None:
    with Progress(*Progress.get_default_columns(), MofNCompleteColumn(), console=_err) as progress:
        task = progress.add_task(name, total=None)
        rebuild(runner, _PROJECTIONS[name], lambda done, of: progress.update(task, completed=done, total=of))
