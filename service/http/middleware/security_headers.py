"""Security headers and CORS. Only the API reference may load scripts."""

from typing import Final

from litestar.config.cors import CORSConfig
from litestar.types import Message, Scope

_COMMON: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_CSP: Final = b"content-security-policy"
_DENY_ALL: Final = b"default-src 'none'; frame-ancestors 'none'"
_API_REFERENCE: Final = (
    b"default-src 'none'; script-src https://cdn.jsdelivr.net; style-src 'unsafe-inline' https://cdn.jsdelivr.net; "
    b"font-src data: https://fonts.scalar.com; img-src 'self' data:; connect-src 'self'; "
    b"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Policy of the page at `/schema`, which loads Scalar from a CDN and connects to this service only."""
_READ_HEADERS: Final = ["Chronicle-At-Least", "Prefer"]
_EXPOSED: Final = [
    *("Chronicle-Position", "ETag", "Location", "Preference-Applied", "RateLimit", "RateLimit-Policy"),
    *("Retry-After", "WWW-Authenticate"),
]


async def add_security_headers(message: Message, _: Scope) -> None:
    """Add security headers to a response. A response's own content security policy has precedence."""
    if message["type"] != "http.response.start":
        return
    own = dict(message["headers"])
    policy = _API_REFERENCE if own.get(b"content-type", b"").startswith(b"text/html") else _DENY_ALL
    added = _COMMON if _CSP in own else (*_COMMON, (_CSP, policy))
    message["headers"] = [*message["headers"], *added]


def cors_config(origins: tuple[str, ...]) -> CORSConfig | None:
    """Return the CORS configuration for these origins. It allows no credentials: the API uses tokens, not cookies."""
    if not origins:
        return None
    return CORSConfig(
        allow_origins=list(origins),
        allow_methods=["GET", "POST", "DELETE"],
        allow_headers=["Authorization", "Content-Type", "Idempotency-Key", "If-Match", "Last-Event-ID", *_READ_HEADERS],
        expose_headers=_EXPOSED,
    )
