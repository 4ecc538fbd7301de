"""Scopes of tokens and roles of players: a route requires a scope, a token holds some, a role limits which."""

from collections.abc import Mapping
from typing import Final, Literal, get_args

Scope = Literal["read", "play", "open", "profile", "organize", "admin"]
SCOPES: Final[tuple[Scope, ...]] = get_args(Scope)

Role = Literal["player", "organizer", "admin"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)

PLAYER_SCOPES: Final[frozenset[Scope]] = frozenset(("read", "play", "open", "profile"))
SCOPES_OF: Final[Mapping[Role, frozenset[Scope]]] = {
    "player": PLAYER_SCOPES,
    "organizer": PLAYER_SCOPES | {"organize"},
    "admin": frozenset(SCOPES),
}
"""The scopes of each role, and of the first token of a player with that role."""

SEAT_SCOPES: Final[frozenset[Scope]] = frozenset(("read", "play"))
"""The scopes that a token for one seat may hold."""


def ordered(scopes: frozenset[Scope]) -> list[Scope]:
    """List scopes in the order of the API, the least powerful first."""
    return [scope for scope in SCOPES if scope in scopes]
