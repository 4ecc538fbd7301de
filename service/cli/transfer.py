"""The commands that take matches out of the log and bring them in: `chronicle export`, `chronicle import`."""

import asyncio
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from uuid import UUID

import click
from rich.console import Console
from rich.progress import track

from domain.audit.verify import Failure
from domain.catalogue import CATALOGUE
from domain.kernel.basics import MatchId
from service.cli.files import written
from service.cli.log_export import FORMATS, Format, export_all
from service.database import database_or_running
from service.migrations.schema import SCHEMA
from service.settings import Settings, from_environment
from service.signing_keys import signer_in
from service.store.store import Store
from service.transfer.bundles import BundleTransfer, TransferError

_out = Console()
_err = Console(stderr=True)


@click.command("export")
@click.argument("match", type=click.UUID, required=False)
@click.option("--all", "whole", is_flag=True, help="Every event of every match, instead of one match.")
@click.option("--format", "chosen", type=click.Choice(FORMATS), default="jsonl", show_default=True, help="With --all.")
@click.option("--out", type=click.Path(path_type=Path), help="The file to write; with --all a folder will do.")
def export_command(match: UUID | None, *, whole: bool, chosen: Format, out: Path | None) -> None:
    """Write the audit bundle of MATCH, which must be over, or with --all the log as everybody may see it."""
    if whole == (match is not None) or (whole and out is None):
        raise click.UsageError("Name a match, or say --all and a file with --out.")
    settings = from_environment(os.environ)
    with database_or_running(settings) as url:
        if out is not None and match is None:
            _out.print(f"{export_all(url, chosen, out)} events exported.", highlight=False)
        elif match is not None:
            _put(asyncio.run(_lines(settings, url, MatchId(str(match)))), out)


def _put(lines: list[bytes], out: Path | None) -> None:
    if out is None:
        sys.stdout.buffer.writelines(lines)
        return
    with written(out) as file:
        file.writelines(lines)


async def _lines(settings: Settings, url: str, match: MatchId) -> list[bytes]:
    async with Store.open(url, schema=SCHEMA) as store:
        try:
            return list(await BundleTransfer(store, CATALOGUE).lines(match, signer_in(settings.data)))
        except TransferError as reason:
            raise click.ClickException(str(reason)) from None


@click.command("import")
@click.argument("bundles", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--key", help="The public key that you trust to have signed them; without it, this service's own.")
def import_command(bundles: tuple[Path, ...], key: str | None) -> None:
    """Prove BUNDLES and keep their matches here, marked as imported; exits 1 where one is refused."""
    settings = from_environment(os.environ)
    with database_or_running(settings) as url:
        trusted = key or signer_in(settings.data).key
        refused = asyncio.run(_import(url, bundles, trusted))
    sys.exit(1 if refused else 0)


async def _import(url: str, bundles: Iterable[Path], trusted: str) -> int:
    refused = 0
    async with Store.open(url, schema=SCHEMA) as store:
        carrier = BundleTransfer(store, CATALOGUE)
        for path in track(list(bundles), "importing", console=_err, transient=True):
            refused += not await _imported(carrier, path, trusted)
    return refused


async def _imported(carrier: BundleTransfer, path: Path, trusted: str) -> bool:
    try:
        lines = (await asyncio.to_thread(path.read_bytes)).splitlines()
        proof = await carrier.bring_in(lines, trusted)
    except (TransferError, Failure) as reason:
        _err.print(f"[bold red]REFUSED[/] {path}: {reason}", highlight=False, soft_wrap=True)
        return False
    _out.print(
        f"[bold green]IMPORTED[/] match {proof.match} of {proof.game}: {proof.events} events, signed by {proof.key}.",
        highlight=False,
        soft_wrap=True,
    )
    return True
