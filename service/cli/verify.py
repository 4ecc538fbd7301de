"""`chronicle verify`: offline verification of an audit bundle."""

import sys
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.progress import track

from domain.audit.source import verify_branch
from domain.audit.verify import Failure, Proof, verify
from domain.catalogue import CATALOGUE
from domain.kernel.receipts import Receipt

_out = Console()
_err = Console(stderr=True)
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("verify")
@click.argument("bundle", type=_FILE)
@click.option("--key", help="Public key of the service, from a source you trust (GET /v1/keys).")
@click.option(
    "--receipts", type=_FILE, help="Receipts of players, one JSON object per line. Detects rewritten history."
)
@click.option("--source", type=_FILE, help="For a branch: the bundle of its source match. Verifies the common history.")
def verify_command(bundle: Path, key: str | None, receipts: Path | None, source: Path | None) -> None:
    """Verify an audit bundle offline. Exits with status 1 at the first invalid event."""
    try:
        proof = _verify(bundle, key, receipts, source)
    except Failure as failure:
        position = "" if failure.version is None else f" at event {failure.version}"
        _err.print(
            f"[bold red]NOT PROVED[/]{position} ({failure.check}): {failure.detail}", highlight=False, soft_wrap=True
        )
        sys.exit(1)
    _out.print(_summary(proof, trusted=key is not None, source=source is not None), highlight=False, soft_wrap=True)


def _verify(bundle: Path, key: str | None, receipts: Path | None, source: Path | None) -> Proof:
    lines = list(track(bundle.read_bytes().splitlines(), "reading", console=_err, transient=True))
    known = _read_receipts(receipts)
    if source is None:
        return verify(lines, CATALOGUE, trusted_key=key, receipts=known)
    return verify_branch(lines, source.read_bytes().splitlines(), CATALOGUE, trusted_key=key, receipts=known)


def _summary(proof: Proof, *, trusted: bool, source: bool) -> str:
    key = "the given key" if trusted else f"key {proof.key} (compare it with the service's key)"
    edition = "" if proof.owners_edition is None else f", with the published edition '{proof.owners_edition}'"
    return (
        f"[bold green]PROVED[/] match {proof.match} of {proof.game}: {proof.events} events follow from {proof.actions} "
        f"actions and the committed randomness{edition}{_branch_summary(proof, source=source)}; signed by {key}."
    )


def _branch_summary(proof: Proof, *, source: bool) -> str:
    if proof.branch_of is None:
        return ""
    origin = f"version {proof.branch_of.version} of match {proof.branch_of.match}"
    status = "verified against its bundle" if source else "not verified; pass its bundle with --source"
    return f", branched from {origin} ({status})"


def _read_receipts(file: Path | None) -> list[Receipt]:
    if file is None:
        return []
    try:
        return msgspec.json.Decoder(Receipt).decode_lines(file.read_bytes())
    except msgspec.DecodeError as error:
        raise click.ClickException(f"{file} must contain one receipt per line: {error}") from None
