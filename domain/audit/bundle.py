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
from domain.matches.arrangement import Arrangement
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
    arrangement: Arrangement | None = None


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


def footer_of(match: Finished | Abandoned, signer: Signer) -> Footer:
    """Write the last line."""
    receipt = signer.receipt(match.terms.id, match.end.version, match.end.hash)
    secret = match.terms.opened.secret
    if isinstance(match, Abandoned):
        return Footer(secret, "abandoned", receipt)
    return Footer(secret, "finished", receipt, msgspec.to_builtins(match.result))


def event_line(shown: Shown, signer: Signer) -> EventLine:
    """Sign an event of the log."""
    return EventLine(shown, signer.receipt(shown.match, shown.version, shown.hash).signature)


def bundle(match: Finished | Abandoned, records: Sequence[Record], signer: Signer) -> Iterator[bytes]:
    """Write a match that is over as the lines of its bundle, each with its line end."""
    everybody = open_to(OMNISCIENT)
    yield _line(header_of(match, signer.key))
    for record in records:
        yield _line(event_line(show(record, match.seed, everybody), signer))
    yield _line(footer_of(match, signer))


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
