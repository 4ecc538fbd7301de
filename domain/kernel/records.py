"""Recorded events of a match: canonical form, hash chain and the redacted form for a viewer.

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
    """Idempotency data of a request: digests of its key and body, and the version after it.

    A repeated request with equal digests gets the same answer.
    """

    key: Hash
    body: Hash
    last: Version


class Shape(Struct, frozen=True, gc=False):
    """Serialized form of an event: type, revision, names of the sealed fields, and all fields that are not withheld."""

    type: str
    revision: int
    secret: tuple[str, ...]
    fields: dict[str, Any]


class Imported(Struct, frozen=True, gc=False):
    """Signature of an imported record: the public key of the service that recorded it, and its signature."""

    key: str
    signature: str


class Record(Struct, frozen=True, gc=False):
    """Stored event of a match with its time, cause and place in the hash chain.

    `action` is set on the first event of an action. `original` is the serialized form of an event of an older
    revision. `retry` and `imported` are not part of the chain; `imported` is set on every record of an imported match.
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
        """Seat of the event, None for an event of the service itself."""
        return getattr(self.event, "seat", None)


class Seal(Struct, frozen=True, gc=False, omit_defaults=True):
    """Sealed part of an event: the seats that know it and its commitment.

    `salt` (hexadecimal) and `secret` are present only for viewers that know the part.
    """

    seats: tuple[Seat, ...]
    commitment: Hash
    salt: str | None = None
    secret: dict[str, Any] | None = None


class Shown(Struct, frozen=True, gc=False, omit_defaults=True):
    """Event in the form that one viewer receives. Without `hash`, salt and secret it is the canonical form."""

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
    """Serialized form of an event in its current revision."""
    fields = msgspec.to_builtins(event, str_keys=True)
    for withheld in event.WITHHELD:
        del fields[withheld]
    return Shape(fields.pop("type"), event.REVISION, event.SECRET, fields)


def _parts(shape: Shape, action: Action | None) -> tuple[dict[str, Any], dict[str, Any] | None, dict[str, Any]]:
    """Data, action and sealed part of an event in its canonical form."""
    data = shape.fields.copy()
    data.pop("seat", None)
    secret: dict[str, Any] = {}
    if shape.secret:
        secret["event"] = {name: data.pop(name) for name in shape.secret}
    public = None if action is None else msgspec.to_builtins(action, str_keys=True)
    if public is not None and action is not None and action.SEALED:
        secret["action"], public = public, None
    return data, public, secret


class _SealForm(Struct, frozen=True, gc=False):
    """Seal in the canonical form, without salt and secret."""

    commitment: Hash
    seats: tuple[Seat, ...]


class _Form(Struct, frozen=True, gc=False, omit_defaults=True):
    """Canonical form of an event; `action` and `sealed` are omitted when None."""

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
    """Hashed bytes of an event: RFC 8785 JSON of its public part, without the hash itself."""
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
    """Form of a record for one viewer. `may_know` decides whether the viewer may read a part known to some seats.

    `seed` is None only before the match starts. Raises `ValueError` for an event with a sealed part then.
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
        message = f"event {record.version} has a sealed part, but the match has no seed yet"
        raise ValueError(message)
    salt = salt_of(seed, record.version)
    seats = record.event.known_to()
    commitment = seal(salt, secret)
    return Seal(seats, commitment, salt.hex(), secret) if may_know(seats) else Seal(seats, commitment)


def known_to_viewer(viewer: Viewer) -> Callable[[tuple[Seat, ...]], bool]:
    """Predicate for `show` and `redacted`: the sealed parts that a viewer may read."""
    return lambda seats: viewer.everything or not viewer.seats.isdisjoint(seats)


def known_to_nobody(_: tuple[Seat, ...]) -> bool:
    """Predicate for `show` that hides every sealed part: the public form."""
    return False


def known_to_everybody(_: tuple[Seat, ...]) -> bool:
    """Predicate for `show` that opens every sealed part: for the service itself, and for all viewers after the end."""
    return True


class Link(Struct, frozen=True, gc=False):
    """Head of a hash chain: match id, number of events and newest hash."""

    match: MatchId
    version: Version
    hash: Hash


class Cause(Struct, frozen=True, gc=False):
    """Cause of the first event of a change: its action, and the idempotency data of its request."""

    action: Action | None = None
    retry: Retry | None = None


_NO_CAUSE: Final = Cause()
_NO_HASH: Final = Hash("")


def link(end: Link, at: Instant, event: Event, seed: bytes | None, cause: Cause | None = None) -> Record:
    """Record the next event of a match: number it, seal its secret part and chain it to the head."""
    return link_shown(end, at, event, seed, cause)[0]


def link_shown(
    end: Link, at: Instant, event: Event, seed: bytes | None, cause: Cause | None = None
) -> tuple[Record, Shown]:
    """Record the next event like `link`, and return its full form too. Pass that form to `redacted` for a viewer."""
    reason = cause or _NO_CAUSE
    record = Record(end.match, Version(end.version + 1), at, event, end.hash, _NO_HASH, reason.action, reason.retry)
    shown = show(record, seed, known_to_everybody)
    digest = hash_of(shown)
    # No other code holds the two objects yet. Copies instead of mutation would add a tenth to the running time.
    msgspec.structs.force_setattr(record, "hash", digest)
    msgspec.structs.force_setattr(shown, "hash", digest)
    return record, shown


def redacted(shown: Shown, may_know: Callable[[tuple[Seat, ...]], bool]) -> Shown:
    """Form of a fully shown event for one viewer: the sealed part is removed unless `may_know` allows it."""
    sealed = shown.sealed
    if sealed is None or may_know(sealed.seats):
        return shown
    return msgspec.structs.replace(shown, sealed=Seal(sealed.seats, sealed.commitment))
