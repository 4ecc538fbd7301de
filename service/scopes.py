"""What tokens may be used for: a few words that routes state and tokens hold."""

from collections.abc import Mapping
from typing import Any, Final, Literal, get_args

Scope = Literal["read", "play", "open", "profile", "organize", "admin"]
SCOPES: Final[tuple[Scope, ...]] = get_args(Scope)

DESCRIPTION: Final = (
    "The token of a person, as `POST /v1/players` and `POST /v1/tokens` tell it. Its scopes: `read` sees matches as "
    "the person does; `play` takes the actions of a seat, votes for it and leaves it, and has a member's say in a "
    "chronicle; `open` lays tables, sits down, seats bots, gives up and founds chronicles; `profile` looks after "
    "tokens and the profile; `organize` publishes editions, looks after others' matches and registers people where "
    "that is closed; `admin` revokes others' tokens and erases others' profiles."
)

Role = Literal["player", "organizer", "admin"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)

PLAYER: Final[frozenset[Scope]] = frozenset(("read", "play", "open", "profile"))
SCOPES_OF: Final[Mapping[Role, frozenset[Scope]]] = {
    "player": PLAYER,
    "organizer": PLAYER | {"organize"},
    "admin": frozenset(SCOPES),
}
"""What a person of each role may do, and the token that comes with registering."""

IN_A_SEAT: Final[frozenset[Scope]] = frozenset(("read", "play"))
"""All that a token for one seat may hold."""

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


def in_order(scopes: frozenset[Scope]) -> list[Scope]:
    """List scopes as the API does, the mildest first."""
    return [scope for scope in SCOPES if scope in scopes]
