"""Request conditions: the headers `Idempotency-Key` and `If-Match`."""

import hashlib
from dataclasses import dataclass
from typing import Final, Self

from litestar.types import Scope
from msgspec import Struct

from domain.kernel.basics import Hash, PlayerId, Version
from domain.kernel.records import Retry
from service.errors import ServiceError
from service.http.header_parameters import HeaderOperation, header_parameter
from service.matches.commands import CommandContext

_KEY: Final = "Idempotency-Key"
_IF_MATCH: Final = "If-Match"
_NAMES: Final = {name.lower().encode(): name for name in (_KEY, _IF_MATCH)}
_KEY_LENGTH: Final = 200


@dataclass
class Repeatable(HeaderOperation):
    """Operation of a route that accepts `Idempotency-Key`."""

    HEADERS = (
        header_parameter(_KEY, "Makes retries safe: a repeated request with the same key has no second effect."),
    )


@dataclass
class Conditional(HeaderOperation):
    """Operation of a route that accepts `Idempotency-Key` and `If-Match`."""

    HEADERS = (
        *Repeatable.HEADERS,
        header_parameter(_IF_MATCH, "Rejects the request unless the match has this version, as returned in `ETag`."),
    )


class Conditions(Struct, frozen=True):
    """The values of both headers, None if absent."""

    key: str | None
    if_match: str | None

    @classmethod
    def of(cls, scope: Scope) -> Self:
        """Read both headers of a request. As parameters of its route they would cost four times as much.

        Raises `ServiceError` (`malformed`) if a header occurs twice.
        """
        found: dict[str, str] = {}
        for raw, value in scope["headers"]:
            name = _NAMES.get(raw)
            if name is not None:
                if name in found:
                    raise ServiceError("malformed", f"The header {name} must occur only once.")
                found[name] = value.decode("latin-1")
        return cls(found.get(_KEY), found.get(_IF_MATCH))

    def retry(self, player: PlayerId, *request: bytes) -> Retry | None:
        """Return the mark by which retries of the request are recognized, or None without a key.

        The mark contains two digests: of the caller with the key, and of the request's content.
        Raises `ServiceError` (`malformed`) unless the key has 1 to 200 characters.
        """
        if self.key is None:
            return None
        if not 1 <= len(self.key) <= _KEY_LENGTH:
            raise ServiceError("malformed", f"An Idempotency-Key must have 1 to {_KEY_LENGTH} characters.")
        key_digest = hashlib.sha256(f"{player}/{self.key}".encode()).hexdigest()
        request_digest = hashlib.sha256(b"\x00".join(request)).hexdigest()
        return Retry(Hash(key_digest), Hash(request_digest), Version(0))

    def command_context(self, by: PlayerId, *request: bytes) -> CommandContext:
        """Return the command context of requester `by`: the expected version and the mark of `retry`.

        `If-Match` contains a version (`"17"`), or `*` for any. Raises `ServiceError` (`malformed`).
        """
        retry = self.retry(by, *request)
        if self.if_match is None or self.if_match == "*":
            return CommandContext(None, retry, by)
        text = self.if_match.removeprefix("W/").strip('"')
        if not text.isascii() or not text.isdigit():
            raise ServiceError("malformed", 'If-Match must contain a version as returned in ETag, for example "17".')
        return CommandContext(Version(int(text)), retry, by)


def etag(version: Version) -> str:
    """Format a version as an entity tag."""
    return f'"{version}"'
