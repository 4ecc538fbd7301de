"""Command line interface: `chronicle serve`, `demo`, `verify`, `export`, `import`, `token` and `projections`."""

import asyncio
import os
from typing import Any

import click
import httpx
from rich.console import Console

from domain.kernel.errors import Refused
from service.access.players import register_offline
from service.access.scopes import ROLES, Role
from service.cli.demo import play_demo
from service.cli.projections import projections_group
from service.cli.serve import serve
from service.cli.transfer import export_command, import_command
from service.cli.verify import verify_command
from service.database import database_or_running
from service.errors import ServiceError
from service.migrations.runner import MigrationError
from service.postgres.errors import PostgresUnavailable
from service.settings import SettingsError, from_environment

_out = Console()


class _Chronicle(click.Group):
    """The command group. It prints expected errors of any command without a traceback."""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 -- click's own signature
        try:
            return super().invoke(ctx)
        except (MigrationError, PostgresUnavailable, ServiceError, SettingsError) as error:
            raise click.ClickException(str(error)) from None


@click.group(cls=_Chronicle, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Chronicle of 12: play, replay and audit matches of four games."""


@main.command("serve")
@click.option("--demo", is_flag=True, help="Play a demo match with bots first if the service has no matches.")
def serve_command(*, demo: bool) -> None:
    """Run the service. It uses an embedded database unless CHRONICLE_DATABASE_URL is set."""
    serve(from_environment(os.environ), _play_first_match if demo else _print_address)


def _print_address(url: str) -> None:
    _out.print(
        f"Chronicle of 12 is running at [bold]{url}[/] (API reference: {url}/schema). Press Ctrl-C to stop.",
        highlight=False,
    )


def _play_first_match(url: str) -> None:
    _print_address(url)
    asyncio.run(play_demo(url, "queen_of_12", None, _out, if_empty=True))


@main.command("demo")
@click.option("--url", default="http://127.0.0.1:8012", show_default=True, help="Address of the service.")
@click.option("--game", default="queen_of_12", show_default=True, help="Key of the game.")
@click.option(
    "--seats", type=int, help="Number of players. Default: three, or the game's maximum if it excludes three."
)
@click.option("--if-empty", is_flag=True, help="Do nothing if the service has matches already.")
def demo_command(url: str, game: str, seats: int | None, *, if_empty: bool) -> None:
    """Play a match with bots over HTTP and print the result."""
    try:
        asyncio.run(play_demo(url, game, seats, _out, if_empty=if_empty))
    except Refused as refused:
        raise click.ClickException(refused.detail) from None
    except httpx.HTTPError as error:
        raise click.ClickException(f"The request to {url} failed: {error or type(error).__name__}") from None


@main.command("token")
@click.argument("name")
@click.option("--role", type=click.Choice(ROLES), default="player", show_default=True, help="Role of the new player.")
def token_command(name: str, role: Role) -> None:
    """Register a player called NAME and print the token."""
    with database_or_running(from_environment(os.environ)) as url:
        registered = asyncio.run(register_offline(url, name, role))
    click.echo(registered.token)


for command in (verify_command, export_command, import_command, projections_group):
    main.add_command(command)
