"""Tokens: authentication with a cache, issue and revocation. Revocations by other processes also clear the cache."""

import asyncio
import hmac
import time
from typing import Final

from msgspec import Struct
from psycopg import OperationalError
from psycopg_pool import AsyncConnectionPool

from domain.kernel.basics import PlayerId
from domain.matches.visibility import STRANGER, Requester
from service.access import token_rows
from service.access.scopes import Role, Scope
from service.access.token_rows import NewToken, SeatScope, StoredToken
from service.errors import ServiceError

_CACHE_SIZE: Final = 10_000
_CACHE_SECONDS: Final = 1.0
"""The time for which the cache may be used after the last check for revocations."""
_CHECK_SECONDS: Final = 0.3
_DAY_SECONDS: Final = 86_400
_MAX_TOKENS: Final = 200
_NO_DIGEST: Final = bytes(32)
_INVALID: Final = "The token is unknown, expired or revoked."


class Caller(Struct, frozen=True):
    """The authenticated sender of a request. With a `seat_scope`, the token is valid for that seat only."""

    player: PlayerId
    role: Role
    token: str
    scopes: frozenset[Scope]
    expires: float | None = None
    seat_scope: SeatScope | None = None

    @property
    def organizes(self) -> bool:
        """Whether the caller may manage the matches of other players."""
        return "organize" in self.scopes

    @property
    def administers(self) -> bool:
        """Whether the caller may manage the tokens and profiles of other players."""
        return "admin" in self.scopes


def player_of(caller: Caller | None) -> PlayerId | None:
    """Return the player behind a request, or None for an anonymous one."""
    return None if caller is None else caller.player


def requester_of(caller: Caller | None) -> Requester:
    """Return the requester that a caller is; a stranger without a token."""
    return STRANGER if caller is None else Requester(caller.player, caller.organizes)


class _Cached(Struct, frozen=True):
    caller: Caller
    until: float


class Tokens:
    """The tokens of the service. A cached token is valid for at most a second after its revocation."""

    def __init__(self, pool: AsyncConnectionPool) -> None:
        """Store tokens in the database of this pool."""
        self._pool = pool
        self._cache: dict[bytes, _Cached] = {}
        self._cache_generation = 0
        self._revocation_number = -1
        self._checked_at = float("-inf")

    async def authenticate(self, token: str) -> Caller:
        """Return the caller of a token.

        Raises `ServiceError` (`unauthenticated`), with the same detail for unknown, expired and revoked tokens.
        """
        digest = token_rows.digest_of(token)
        cached = self._cache.get(digest)
        is_stale = time.monotonic() > self._checked_at + _CACHE_SECONDS
        if cached is None or is_stale or cached.until <= time.time():
            return await self._look_up(token, digest)
        return cached.caller

    async def _look_up(self, token: str, digest: bytes) -> Caller:
        generation = self._cache_generation
        async with self._pool.connection() as connection:
            row = await token_rows.find(connection, token_rows.id_of(token, digest))
            matches = hmac.compare_digest(_NO_DIGEST if row is None else row.digest, digest)
            if row is None or not matches or row.is_expired():
                raise ServiceError("unauthenticated", _INVALID)
            await token_rows.record_use(connection, row.id)
        caller = _caller(row)
        if generation == self._cache_generation:  # otherwise the token may have been revoked meanwhile
            self._add_to_cache(digest, caller)
        return caller

    def _add_to_cache(self, digest: bytes, caller: Caller) -> None:
        if len(self._cache) >= _CACHE_SIZE:
            self._cache.clear()
        midnight = (time.time() // _DAY_SECONDS + 1) * _DAY_SECONDS  # each day of use is recorded
        self._cache[digest] = _Cached(caller, midnight if caller.expires is None else min(midnight, caller.expires))

    def clear_cache(self) -> None:
        """Look up every token again, after a revocation."""
        self._cache.clear()
        self._cache_generation += 1

    async def watch_revocations(self) -> None:
        """Clear the cache after revocations by other processes. Runs until cancelled."""
        while True:
            await self._check_revocations()
            await asyncio.sleep(_CHECK_SECONDS)

    async def _check_revocations(self) -> None:
        checked_at = time.monotonic()
        try:
            async with self._pool.connection() as connection:
                number = await token_rows.revocation_number(connection)
        except OperationalError:
            return  # the cache goes stale after `_CACHE_SECONDS`
        if number != self._revocation_number:
            self.clear_cache()
        self._revocation_number, self._checked_at = number, checked_at

    async def issue(self, player: PlayerId, new: NewToken) -> tuple[StoredToken, str]:
        """Issue a token. Returns its row and the token itself.

        Raises `ServiceError` (`too_many_tokens`, and `unauthenticated` for a player who was erased meanwhile).
        """
        async with self._pool.connection() as connection:
            # The lock keeps the count exact and prevents a token for a player who is being erased.
            await connection.execute("SELECT FROM profiles WHERE player = %s FOR UPDATE", (player,))
            await token_rows.delete_expired(connection, player)
            count = len(await token_rows.list_active(connection, player))
            if count == 0:
                raise ServiceError("unauthenticated", _INVALID)
            if count >= _MAX_TOKENS:
                detail = f"A player may have {_MAX_TOKENS} tokens. Revoke tokens that are not in use."
                raise ServiceError("too_many_tokens", detail)
            return await token_rows.insert(connection, player, new)

    async def list_active(self, player: PlayerId) -> list[StoredToken]:
        """List the tokens of a player that have not expired, the oldest first."""
        async with self._pool.connection() as connection:
            return await token_rows.list_active(connection, player)

    async def revoke(self, token_id: str, by: Caller) -> None:
        """Revoke a token of the caller, or any token if the caller is an admin. Raises `ServiceError` (`not_found`)."""
        async with self._pool.connection() as connection:
            revoked = await token_rows.revoke(connection, token_id, None if by.administers else by.player)
        self.clear_cache()
        if not revoked:
            raise ServiceError("not_found", f"You have no token with the id '{token_id}'.")


def _caller(row: StoredToken) -> Caller:
    expires = None if row.expires is None else row.expires.timestamp()
    return Caller(row.player, row.role, row.id, frozenset(row.scopes), expires, row.seat_scope)
