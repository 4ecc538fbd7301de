"""What tokens may be used for: a few words that routes state and tokens hold."""

from collections.abc import Mapping
from typing import Final, Literal, get_args

Scope = Literal["read", "play", "open", "profile", "organize", "admin"]
SCOPES: Final[tuple[Scope, ...]] = get_args(Scope)

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


def in_order(scopes: frozenset[Scope]) -> list[Scope]:
    """List scopes as the API does, the mildest first."""
    return [scope for scope in SCOPES if scope in scopes]
