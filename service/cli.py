"""The command line: `chronicle serve`, `demo`, `verify`, `token`, `projections`."""

import asyncio
import os
import sys
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track

from domain.audit.verify import Failure, verify
from domain.catalogue import CATALOGUE
from service.demo import play_demo
from service.players import ROLES, Role, register_offline
from service.postgres.errors import PostgresUnavailable
from service.server import database, serve
from service.settings import Settings, SettingsError, from_environment

_out = Console()
_err = Console(stderr=True)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Chronicle of 12: play, replay and audit matches of four games."""


def _settings() -> Settings:
    try:
        return from_environment(os.environ)
    except SettingsError as error:
        raise click.ClickException(str(error)) from None


@main.command("serve")
def serve_command() -> None:
    """Serve the API, with a database of its own unless CHRONICLE_DATABASE_URL names one."""
    try:
        serve(_settings())
    except (PostgresUnavailable, SettingsError) as error:
        raise click.ClickException(str(error)) from None


@main.command("demo")
@click.option("--url", default="http://127.0.0.1:8012", show_default=True, help="Where the service listens.")
@click.option("--game", default="queen_of_12", show_default=True, help="The game to play.")
@click.option("--seats", default=3, show_default=True, help="How many bots sit down.")
@click.option("--if-empty", is_flag=True, help="Play only where no match was ever played.")
def demo_command(url: str, game: str, seats: int, *, if_empty: bool) -> None:
    """Have bots play a match over HTTP and show how it ended."""
    asyncio.run(play_demo(url, game, seats, _out, if_empty=if_empty))


@main.command("verify")
@click.argument("bundle", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--key", help="The service's public key, from a source you trust (GET /v1/keys).")
def verify_command(bundle: Path, key: str | None) -> None:
    """Prove an audit bundle offline; exits 1 at the first event that is wrong."""
    lines = bundle.read_bytes().splitlines()
    try:
        proof = verify(list(track(lines, "reading", console=_err, transient=True)), CATALOGUE, trusted_key=key)
    except Failure as failure:
        place = "" if failure.version is None else f" at event {failure.version}"
        _err.print(
            f"[bold red]NOT PROVED[/]{place} ({failure.check}): {failure.detail}", highlight=False, soft_wrap=True
        )
        sys.exit(1)
    signed = "the key you gave" if key is not None else f"key {proof.key} (compare it with the service's)"
    _out.print(
        f"[bold green]PROVED[/] match {proof.match} of {proof.game}: {proof.events} events follow from "
        f"{proof.actions} actions and the committed chance; signed by {signed}.",
        highlight=False,
        soft_wrap=True,
    )


@main.command("token")
@click.argument("name")
@click.option("--role", type=click.Choice(ROLES), default="player", show_default=True)
def token_command(name: str, role: Role) -> None:
    """Register NAME and print its token; the service must be stopped where the database is its own."""
    with database(_settings()) as url:
        registered = asyncio.run(register_offline(url, name, role))
    click.echo(registered.token)
