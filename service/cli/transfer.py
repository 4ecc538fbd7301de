"""`chronicle export` and `chronicle import`: transfer of matches as audit bundles."""

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
from service.cli.files import atomic_write
from service.cli.log_export import FORMATS, Format, export_all
from service.database import database_or_running
from service.migrations.schema import SCHEMA
from service.settings import Settings, from_environment
from service.signing_keys import load_signer
from service.store.store import Store
from service.transfer.bundles import BundleTransfer, TransferError

_out = Console()
_err = Console(stderr=True)


@click.command("export")
@click.argument("match", type=click.UUID, required=False)
@click.option("--all", "whole_log", is_flag=True, help="Export the whole log instead of one match.")
@click.option(
    "--format", "log_format", type=click.Choice(FORMATS), default="jsonl", show_default=True, help="Format of --all."
)
@click.option("--out", type=click.Path(path_type=Path), help="Output file. With --all, it may be a directory.")
def export_command(match: UUID | None, *, whole_log: bool, log_format: Format, out: Path | None) -> None:
    """Export the audit bundle of the finished match MATCH, or the public part of the whole log."""
    if whole_log == (match is not None) or (whole_log and out is None):
        raise click.UsageError("Pass a match, or --all and --out.")
    settings = from_environment(os.environ)
    with database_or_running(settings) as url:
        if out is not None and match is None:
            _out.print(f"{export_all(url, log_format, out)} events exported.", highlight=False)
        elif match is not None:
            _write_bundle(asyncio.run(_export(settings, url, MatchId(str(match)))), out)


def _write_bundle(lines: list[bytes], out: Path | None) -> None:
    if out is None:
        sys.stdout.buffer.writelines(lines)
        return
    with atomic_write(out) as file:
        file.writelines(lines)


async def _export(settings: Settings, url: str, match: MatchId) -> list[bytes]:
    async with Store.open(url, schema=SCHEMA) as store:
        try:
            return list(await BundleTransfer(store, CATALOGUE).export_lines(match, load_signer(settings.data)))
        except TransferError as error:
            raise click.ClickException(str(error)) from None


@click.command("import")
@click.argument("bundles", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--key", help="Trusted public key that signed the bundles. Default: the key of this service.")
def import_command(bundles: tuple[Path, ...], key: str | None) -> None:
    """Verify BUNDLES and import their matches. Exits with status 1 if a bundle is rejected."""
    settings = from_environment(os.environ)
    with database_or_running(settings) as url:
        trusted_key = key or load_signer(settings.data).key
        rejected = asyncio.run(_import_all(url, bundles, trusted_key))
    sys.exit(1 if rejected else 0)


async def _import_all(url: str, bundles: Iterable[Path], trusted_key: str) -> int:
    rejected = 0
    async with Store.open(url, schema=SCHEMA) as store:
        transfer = BundleTransfer(store, CATALOGUE)
        for path in track(list(bundles), "importing", console=_err, transient=True):
            rejected += not await _import_bundle(transfer, path, trusted_key)
    return rejected


async def _import_bundle(transfer: BundleTransfer, path: Path, trusted_key: str) -> bool:
    try:
        lines = (await asyncio.to_thread(path.read_bytes)).splitlines()
        proof = await transfer.import_bundle(lines, trusted_key)
    except (TransferError, Failure) as error:
        _err.print(f"[bold red]REFUSED[/] {path}: {error}", highlight=False, soft_wrap=True)
        return False
    _out.print(
        f"[bold green]IMPORTED[/] match {proof.match} of {proof.game}: {proof.events} events, signed by {proof.key}.",
        highlight=False,
        soft_wrap=True,
    )
    return True
