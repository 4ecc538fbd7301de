"""The audit bundle as JSON lines: a header, one line for each event with its signature, a footer."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, TypeVar

import msgspec
from msgspec import Struct

from domain.kernel.basics import Hash, Instant, MatchId, PlayerId, Version
from domain.kernel.canonical import canonical
from domain.kernel.messages import OMNISCIENT
from domain.kernel.receipts import Receipt, Signer
from domain.kernel.records import Record, Shown, known_to_viewer, show
from domain.matches.settings import MatchSettings
from domain.matches.state import Abandoned, Finished

FORMAT: Final = "chronicle-of-12/audit@1"


class Header(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Header of a bundle: the terms of the match, the full edition, and the signing key."""

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
    """Event line of a bundle: the event with its seal open, and the signature of its receipt."""

    event: Shown
    signature: str


class Footer(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Footer of a bundle: the revealed secret, the ending, and the receipt of the last event."""

    secret: str
    phase: Literal["finished", "abandoned"]
    receipt: Receipt
    outcome: dict[str, Any] | None = None


def header_of(match: Finished | Abandoned, key: str) -> Header:
    """Header of the bundle of a finished match."""
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
    """Footer of the bundle of a finished match, with the receipt of its last event."""
    secret = match.terms.opened.secret
    if isinstance(match, Abandoned):
        return Footer(secret, "abandoned", receipt)
    return Footer(secret, "finished", receipt, msgspec.to_builtins(match.result))


def receipt_of(record: Record, signer: Signer) -> Receipt:
    """Receipt of an event: signed by `signer`, or for an imported match the receipt it was imported with."""
    if record.imported is None:
        return signer.receipt(record.match, record.version, record.hash)
    return Receipt(record.match, record.version, record.hash, record.imported.signature, record.imported.key)


def bundle(match: Finished | Abandoned, records: Sequence[Record], signer: Signer) -> Iterator[bytes]:
    """Bundle of a finished match, as lines with their line ends.

    For an imported match this is the imported bundle, byte for byte; `signer` signs nothing.
    """
    everybody = known_to_viewer(OMNISCIENT)
    receipt = receipt_of(records[0], signer)
    yield _line(header_of(match, receipt.key))
    for record in records:
        receipt = receipt_of(record, signer)
        yield _line(EventLine(show(record, match.seed, everybody), receipt.signature))
    yield _line(footer_of(match, receipt))


def _line(part: Header | EventLine | Footer) -> bytes:
    return msgspec.json.encode(part, order="sorted") + b"\n"


class Unreadable(Exception):  # noqa: N818 -- names the state of the bundle
    """A line of the bundle violates the format; `version` is the event on that line, if any."""

    def __init__(self, detail: str, version: Version | None = None) -> None:
        """Store the description and the version."""
        super().__init__(detail)
        self.version = version


def read_header(line: bytes) -> Header:
    """Parse the header. Raises `Unreadable`."""
    return _read(line, Header, "the header", None)


def read_event(line: bytes, version: Version) -> EventLine:
    """Parse an event line. Raises `Unreadable`."""
    return _read(line, EventLine, f"event {version}", version)


def read_footer(line: bytes) -> Footer:
    """Parse the footer. Raises `Unreadable`."""
    return _read(line, Footer, "the footer", None)


L = TypeVar("L", Header, EventLine, Footer)


def _read(line: bytes, kind: type[L], place: str, version: Version | None) -> L:
    try:
        part, written = msgspec.json.decode(line, type=kind), json.loads(line, object_pairs_hook=_unique_fields)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise Unreadable(f"{place} cannot be read: {error}", version) from None
    if canonical(part) != canonical(written):
        raise Unreadable(f"{place} contains values outside the format", version)
    return part


def _unique_fields(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    unique = dict(fields)
    if len(unique) < len(fields):
        message = "duplicate field"
        raise ValueError(message)
    return unique
