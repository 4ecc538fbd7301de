"""Security requirements of routes: the scope that a token needs, in OpenAPI's form."""

from typing import Any, Final

from service.access.scopes import Scope

DESCRIPTION: Final = (
    "A player's token, returned by `POST /v1/players` and `POST /v1/tokens`. Scopes: `read` shows matches from the "
    "player's point of view; `play` takes actions, votes and resigns for a seat, and participates in chronicles; "
    "`open` creates matches, takes seats, adds bots, abandons matches and founds chronicles; `profile` manages tokens "
    "and the profile; `organize` publishes editions, manages the matches of others and registers players while "
    "registration is closed; `admin` revokes tokens and erases profiles of others."
)

Security = list[dict[str, list[str]]]
"""OpenAPI's form of a security requirement."""


def needs(scope: Scope) -> Security:
    """Require a token with this scope."""
    return [{"token": [scope]}]


def may_have(scope: Scope) -> Security:
    """Allow requests without a token. A token, if present, must have this scope."""
    return [{"token": [scope]}, {}]


def required_scope(security: list[Any], method: str) -> Scope:
    """Return the scope of a security requirement. Without one, it is `read` for GET and `open` for other methods."""
    for requirement in security:
        for scope in requirement.get("token", ()):
            return scope  # type: ignore[no-any-return] # `needs` and `may_have` accept nothing else
    return "read" if method == "GET" else "open"
