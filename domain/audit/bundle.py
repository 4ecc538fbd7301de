"""The audit bundle: JSON lines, first the match, then every event in full with its signature, last the end."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, TypeVar

import msgspec
from msgspec import Struct

from domain.kernel.basics import Hash, Instant, MatchId, PlayerId, Version
from domain.kernel.canonical import canonical
from domain.kernel.messages import OMNISCIENT
from domain.kernel.receipts import Receipt, Signer
from domain.kernel.records import Record, Shown, open_to, show
from domain.matches.settings import MatchSettings
from domain.matches.state import Abandoned, Finished

FORMAT: Final = "chronicle-of-12/audit@1"


class Header(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line: what the match was opened with, the edition in full, and the key that signs."""

    format: Literal["chronicle-of-12/audit@1"]
    match: MatchId
    game: str
    rules_version: int
    seats: int
    options: dict[str, Any]
    edition: dict[str, Any]
    edition_digest: Hash
    opener: PlayerId
    at: Instant
    commitment: Hash
    key: str
    arrangement: MatchSettings | None = None


class EventLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line for each event: the event as everybody may see it now, and the signature of its receipt."""

    event: Shown
    signature: str


class Footer(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The last line: the revealed secret, how the match ended, and the receipt of its last event."""

    secret: str
    phase: Literal["finished", "abandoned"]
    receipt: Receipt
    outcome: dict[str, Any] | None = None


def header_of(match: Finished | Abandoned, key: str) -> Header:
    """Write the first line."""
    terms, opened = match.terms, match.terms.opened
    return Header(
        format=FORMAT,
        match=terms.id,
        game=opened.game,
        rules_version=opened.rules_version,
        seats=opened.seats,
        options=opened.options,
        edition=msgspec.to_builtins(terms.table.edition, str_keys=True),
        edition_digest=opened.edition_digest,
        opener=opened.opener,
        at=terms.at,
        commitment=opened.commitment,
        key=key,
        arrangement=opened.arrangement,
    )


def footer_of(match: Finished | Abandoned, receipt: Receipt) -> Footer:
    """Write the last line, with the receipt of the match's last event."""
    secret = match.terms.opened.secret
    if isinstance(match, Abandoned):
        return Footer(secret, "abandoned", receipt)
    return Footer(secret, "finished", receipt, msgspec.to_builtins(match.result))


def receipt_of(record: Record, signer: Signer) -> Receipt:
    """The receipt of an event: signed here, or, of a match that was imported, as it was signed where it was played."""
    if record.imported is None:
        return signer.receipt(record.match, record.version, record.hash)
    return Receipt(record.match, record.version, record.hash, record.imported.signature, record.imported.key)


def bundle(match: Finished | Abandoned, records: Sequence[Record], signer: Signer) -> Iterator[bytes]:
    """Write a match that is over as the lines of its bundle, each with its line end.

    Of a match that was imported it is the bundle that came in: `signer` signs nothing of it.
    """
    everybody = open_to(OMNISCIENT)
    receipt = receipt_of(records[0], signer)
    yield _line(header_of(match, receipt.key))
    for record in records:
        receipt = receipt_of(record, signer)
        yield _line(EventLine(show(record, match.seed, everybody), receipt.signature))
    yield _line(footer_of(match, receipt))


def _line(part: Header | EventLine | Footer) -> bytes:
    return msgspec.json.encode(part, order="sorted") + b"\n"


class Unreadable(Exception):  # noqa: N818 -- says what the bundle is
    """A line of the bundle is not what the format asks for; `version` is the event that stands there, if any."""

    def __init__(self, detail: str, version: Version | None = None) -> None:
        """Name the place and the fault."""
        super().__init__(detail)
        self.version = version


def read_header(line: bytes) -> Header:
    """Read the first line. Raises `Unreadable`."""
    return _read(line, Header, "the first line", None)


def read_event(line: bytes, version: Version) -> EventLine:
    """Read the line of an event. Raises `Unreadable`."""
    return _read(line, EventLine, f"event {version}", version)


def read_footer(line: bytes) -> Footer:
    """Read the last line. Raises `Unreadable`."""
    return _read(line, Footer, "the last line", None)


L = TypeVar("L", Header, EventLine, Footer)


def _read(line: bytes, kind: type[L], place: str, version: Version | None) -> L:
    try:
        part, said = msgspec.json.decode(line, type=kind), json.loads(line, object_pairs_hook=_each_once)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise Unreadable(f"{place} cannot be read: {error}", version) from None
    if canonical(part) != canonical(said):
        raise Unreadable(f"{place} says more than the format has a place for", version)
    return part


def _each_once(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    told = dict(fields)
    if len(told) < len(fields):
        message = "a field stands there twice"
        raise ValueError(message)
    return told
