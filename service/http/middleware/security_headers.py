"""What every answer says to browsers: guess nothing, frame nothing, run nothing but the API reference."""

from typing import Final

from litestar.config.cors import CORSConfig
from litestar.types import Message, Scope

_ALWAYS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_POLICY: Final = b"content-security-policy"
_NOTHING: Final = b"default-src 'none'; frame-ancestors 'none'"
_REFERENCE: Final = (
    b"default-src 'none'; script-src https://cdn.jsdelivr.net; style-src 'unsafe-inline' https://cdn.jsdelivr.net; "
    b"font-src data: https://fonts.scalar.com; img-src 'self' data:; connect-src 'self'; "
    b"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""For the page at `/schema`, which Scalar draws from a content delivery network; it asks nobody but this service."""
_READING: Final = ["Chronicle-At-Least", "Prefer"]
_EXPOSED: Final = [
    *("Chronicle-Position", "ETag", "Location", "Preference-Applied", "RateLimit", "RateLimit-Policy"),
    *("Retry-After", "WWW-Authenticate"),
]


async def secure(message: Message, _: Scope) -> None:
    """Add the headers to an answer that begins; a page that has a policy of its own keeps it."""
    if message["type"] != "http.response.start":
        return
    own = dict(message["headers"])
    policy = _REFERENCE if own.get(b"content-type", b"").startswith(b"text/html") else _NOTHING
    added = _ALWAYS if _POLICY in own else (*_ALWAYS, (_POLICY, policy))
    message["headers"] = [*message["headers"], *added]


def cors_of(origins: tuple[str, ...]) -> CORSConfig | None:
    """Say which web pages may ask; tokens travel in a header of their own, so cookies are never allowed."""
    if not origins:
        return None
    return CORSConfig(
        allow_origins=list(origins),
        allow_methods=["GET", "POST", "DELETE"],
        allow_headers=["Authorization", "Content-Type", "Idempotency-Key", "If-Match", "Last-Event-ID", *_READING],
        expose_headers=_EXPOSED,
    )
