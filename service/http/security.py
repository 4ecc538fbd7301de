"""Which token a route needs, as OpenAPI states it."""

from typing import Any, Final

from service.access.scopes import Scope

DESCRIPTION: Final = (
    "The token of a person, as `POST /v1/players` and `POST /v1/tokens` tell it. Its scopes: `read` sees matches as "
    "the person does; `play` takes the actions of a seat, votes for it and leaves it, and has a member's say in a "
    "chronicle; `open` lays tables, sits down, seats bots, gives up and founds chronicles; `profile` looks after "
    "tokens and the profile; `organize` publishes editions, looks after others' matches and registers people where "
    "that is closed; `admin` revokes others' tokens and erases others' profiles."
)

Security = list[dict[str, list[str]]]
"""How OpenAPI writes which token a route needs."""


def needs(scope: Scope) -> Security:
    """State that a route needs a token with this scope."""
    return [{"token": [scope]}]


def may_have(scope: Scope) -> Security:
    """State that a route does without a token, and that one which comes must have this scope."""
    return [{"token": [scope]}, {}]


def stated(security: list[Any], method: str) -> Scope:
    """Read what a route states; without a statement looking needs `read` and everything else `open`."""
    for requirement in security:
        for scope in requirement.get("token", ()):
            return scope  # type: ignore[no-any-return] # `needs` and `may_have` take nothing else
    return "read" if method == "GET" else "open"
