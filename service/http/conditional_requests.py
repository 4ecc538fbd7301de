"""What comes with a request besides its body: `Idempotency-Key` and `If-Match`."""

import hashlib
from dataclasses import dataclass
from typing import Final, Self

from litestar.types import Scope
from msgspec import Struct

from domain.kernel.basics import Hash, PlayerId, Version
from domain.kernel.records import Retry
from service.errors import ServiceError
from service.http.header_parameters import TakesHeaders, header
from service.matches.commands import CommandContext

_KEY: Final = "Idempotency-Key"
_IF_MATCH: Final = "If-Match"
_NAMES: Final = {name.lower().encode(): name for name in (_KEY, _IF_MATCH)}
_KEY_LENGTH: Final = 200


@dataclass
class Repeatable(TakesHeaders):
    """Says that the route takes an `Idempotency-Key`."""

    HEADERS = (header(_KEY, "Repeat a request under the same key, and nothing happens twice."),)


@dataclass
class Conditional(TakesHeaders):
    """Says that the route takes both headers."""

    HEADERS = (*Repeatable.HEADERS, header(_IF_MATCH, "The version the request was made for, as `ETag` gave it."))


class Conditions(Struct, frozen=True):
    """The two headers: under which key a request may be repeated, for which version it was made."""

    key: str | None
    if_match: str | None

    @classmethod
    def of(cls, scope: Scope) -> Self:
        """Read them from a request; as parameters of its route they cost four times as much, once for each action.

        Raises `ServiceError` (`malformed`) where one comes twice.
        """
        found: dict[str, str] = {}
        for raw, value in scope["headers"]:
            name = _NAMES.get(raw)
            if name is not None:
                if name in found:
                    raise ServiceError("malformed", f"{name} may come once only.")
                found[name] = value.decode("latin-1")
        return cls(found.get(_KEY), found.get(_IF_MATCH))

    def retry(self, player: PlayerId, *request: bytes) -> Retry | None:
        """Mark the request so that its repetition is known; none without a key.

        The mark holds digests only: of caller and key, and of what was asked.
        Raises `ServiceError` (`malformed`) for a key that is empty or longer than 200 characters.
        """
        if self.key is None:
            return None
        if not 1 <= len(self.key) <= _KEY_LENGTH:
            raise ServiceError("malformed", f"An Idempotency-Key has 1 to {_KEY_LENGTH} characters.")
        named = hashlib.sha256(f"{player}/{self.key}".encode()).hexdigest()
        asked = hashlib.sha256(b"\x00".join(request)).hexdigest()
        return Retry(Hash(named), Hash(asked), Version(0))

    def context(self, by: PlayerId, *request: bytes) -> CommandContext:
        """Make the context of a command by `by`: the version of `If-Match` (`"17"`, `*` for any) and the retry mark.

        Raises `ServiceError` (`malformed`).
        """
        retry = self.retry(by, *request)
        if self.if_match is None or self.if_match == "*":
            return CommandContext(None, retry, by)
        text = self.if_match.removeprefix("W/").strip('"')
        if not text.isascii() or not text.isdigit():
            raise ServiceError("malformed", 'If-Match holds a version as ETag gave it: "17".')
        return CommandContext(Version(int(text)), retry, by)


def etag(version: Version) -> str:
    """Write a version as an entity tag."""
    return f'"{version}"'
