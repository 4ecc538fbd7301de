"""Recorded events: the canonical form, the hash chain, and the part of each that a viewer is shown.

`openapi/formats.md` specifies every byte for other languages; `openapi/vectors/` tests them.
"""

import hashlib
from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec import Struct

from domain.kernel.basics import Hash, Instant, MatchId, Seat, Version
from domain.kernel.canonical import canonical
from domain.kernel.messages import Action, Event, Viewer
from domain.kernel.seals import salt_of, seal


class Retry(Struct, frozen=True, gc=False):
    """What lets a repeated request be recognised and answered alike.

    Digests of its idempotency key and of its body, and the version that it led to.
    """

    key: Hash
    body: Hash
    last: Version


class Shape(Struct, frozen=True, gc=False):
    """How an event was written: its type, revision, sealed field names and its fields that are not withheld."""

    type: str
    revision: int
    secret: tuple[str, ...]
    fields: dict[str, Any]


class Imported(Struct, frozen=True, gc=False):
    """How a record that came in a bundle was signed where it was made: the service's key and its signature."""

    key: str
    signature: str


class Record(Struct, frozen=True, gc=False):
    """One event of a match as it is kept: what happened, when, why, and its place in the chain.

    `action` is the action whose first event this is. `retry` stays outside the chain, it is
    the client's business. `original` is how an event of an older revision was written. `imported`, outside
    the chain as well, marks every record of a match that was not played here.
    """

    match: MatchId
    version: Version
    at: Instant
    event: Event
    prev: Hash
    hash: Hash
    action: Action | None = None
    retry: Retry | None = None
    original: Shape | None = None
    imported: Imported | None = None

    @property
    def seat(self) -> Seat | None:
        """The seat the event belongs to, none for the service's own."""
        return getattr(self.event, "seat", None)


class Seal(Struct, frozen=True, gc=False, omit_defaults=True):
    """A hidden part: who knows it and its commitment; salt (hexadecimal) and secret for those who do."""

    seats: tuple[Seat, ...]
    commitment: Hash
    salt: str | None = None
    secret: dict[str, Any] | None = None


class Shown(Struct, frozen=True, gc=False, omit_defaults=True):
    """An event as one viewer sees it; without `hash`, salt and secret it is the canonical form."""

    match: MatchId
    version: Version
    at: Instant
    seat: Seat | None
    type: str
    revision: int
    data: dict[str, Any]
    prev: Hash
    hash: Hash
    action: dict[str, Any] | None = None
    sealed: Seal | None = None


def shape_of(event: Event) -> Shape:
    """How an event is written today."""
    fields = msgspec.to_builtins(event, str_keys=True)
    for withheld in event.WITHHELD:
        del fields[withheld]
    return Shape(fields.pop("type"), event.REVISION, event.SECRET, fields)


def _parts(shape: Shape, action: Action | None) -> tuple[dict[str, Any], dict[str, Any] | None, dict[str, Any]]:
    """Fields, action and hidden part of an event in its canonical form."""
    data = shape.fields.copy()
    data.pop("seat", None)
    secret: dict[str, Any] = {}
    if shape.secret:
        secret["event"] = {name: data.pop(name) for name in shape.secret}
    told = None if action is None else msgspec.to_builtins(action, str_keys=True)
    if told is not None and action is not None and action.SEALED:
        secret["action"], told = told, None
    return data, told, secret


class _SealForm(Struct, frozen=True, gc=False):
    """A seal as the canonical form has it."""

    commitment: Hash
    seats: tuple[Seat, ...]


class _Form(Struct, frozen=True, gc=False, omit_defaults=True):
    """An event as it is hashed; what is none by default is absent."""

    at: Instant
    data: dict[str, Any]
    match: MatchId
    prev: Hash
    revision: int
    seat: Seat | None
    type: str
    version: Version
    action: dict[str, Any] | None = None
    sealed: _SealForm | None = None


def canonical_form(shown: Shown) -> bytes:
    """The bytes that are hashed: RFC 8785 JSON of what everybody may see, without the hash itself."""
    sealed = shown.sealed
    return canonical(
        _Form(
            shown.at,
            shown.data,
            shown.match,
            shown.prev,
            shown.revision,
            shown.seat,
            shown.type,
            shown.version,
            shown.action,
            None if sealed is None else _SealForm(sealed.commitment, sealed.seats),
        )
    )


def hash_of(shown: Shown) -> Hash:
    """SHA-256 over the 32 bytes of the previous hash and the canonical form."""
    return Hash(hashlib.sha256(bytes.fromhex(shown.prev) + canonical_form(shown)).hexdigest())


def show(record: Record, seed: bytes | None, may_know: Callable[[tuple[Seat, ...]], bool]) -> Shown:
    """Show a record to a viewer of whom `may_know` says whether a part known to some seats is open to him.

    `seed` may be missing only before the match has started, when nothing is sealed yet.
    """
    shape = record.original or shape_of(record.event)
    data, action, secret = _parts(shape, record.action)
    return Shown(
        record.match,
        record.version,
        record.at,
        record.seat,
        shape.type,
        shape.revision,
        data,
        record.prev,
        record.hash,
        action,
        _sealed(record, secret, seed, may_know) if secret else None,
    )


def _sealed(
    record: Record, secret: dict[str, Any], seed: bytes | None, may_know: Callable[[tuple[Seat, ...]], bool]
) -> Seal:
    if seed is None:
        message = f"event {record.version} has a secret part before the match has a seed"
        raise ValueError(message)
    salt = salt_of(seed, record.version)
    seats = record.event.known_to()
    commitment = seal(salt, secret)
    return Seal(seats, commitment, salt.hex(), secret) if may_know(seats) else Seal(seats, commitment)


def open_to(viewer: Viewer) -> Callable[[tuple[Seat, ...]], bool]:
    """Make the question `show` asks from a viewer."""
    return lambda seats: viewer.everything or not viewer.seats.isdisjoint(seats)


def to_nobody(_: tuple[Seat, ...]) -> bool:
    """Answer `show` that no sealed part is open: what everybody may see."""
    return False


def to_everybody(_: tuple[Seat, ...]) -> bool:
    """Answer `show` that every sealed part is open: for the service itself, and for everybody after the end."""
    return True


class Link(Struct, frozen=True, gc=False):
    """The end of a chain so far: which match, how many events, the newest hash."""

    match: MatchId
    version: Version
    hash: Hash


class Cause(Struct, frozen=True, gc=False):
    """Why an action's first event happened: the action, and the request that brought it where it may be repeated."""

    action: Action | None = None
    retry: Retry | None = None


_NO_CAUSE: Final = Cause()
_NO_HASH: Final = Hash("")


def link(end: Link, at: Instant, event: Event, seed: bytes | None, cause: Cause | None = None) -> Record:
    """Record the next event of a match: number it, seal its secret part, chain it to the newest."""
    return link_shown(end, at, event, seed, cause)[0]


def link_shown(
    end: Link, at: Instant, event: Event, seed: bytes | None, cause: Cause | None = None
) -> tuple[Record, Shown]:
    """Record the next event as `link` does, and show it in full as well, for `redacted` to hide what it must."""
    why = cause or _NO_CAUSE
    record = Record(end.match, Version(end.version + 1), at, event, end.hash, _NO_HASH, why.action, why.retry)
    shown = show(record, seed, to_everybody)
    digest = hash_of(shown)
    # Both are this function's own until it returns them; two copies would take a tenth of its time.
    msgspec.structs.force_setattr(record, "hash", digest)
    msgspec.structs.force_setattr(shown, "hash", digest)
    return record, shown


def redacted(shown: Shown, may_know: Callable[[tuple[Seat, ...]], bool]) -> Shown:
    """Take the hidden part, if there is one, from a fully shown event that a viewer may not know."""
    sealed = shown.sealed
    if sealed is None or may_know(sealed.seats):
        return shown
    return msgspec.structs.replace(shown, sealed=Seal(sealed.seats, sealed.commitment))
