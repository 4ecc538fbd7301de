"""Knows people by their tokens, makes tokens, and forgets those that were revoked, here or by another process."""

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

_REMEMBERED: Final = 10_000
_TRUST_SECONDS: Final = 1.0
"""How long the answer to whether tokens were revoked is relied on."""
_ASK_SECONDS: Final = 0.3
_DAY_SECONDS: Final = 86_400
_TOKENS_EACH: Final = 200
_NO_DIGEST: Final = bytes(32)


class Caller(Struct, frozen=True):
    """Who makes a request, known by a token; a `chair` is all that the token is good for."""

    player: PlayerId
    role: Role
    token: str
    scopes: frozenset[Scope]
    expires: float | None = None
    chair: SeatScope | None = None

    @property
    def organizes(self) -> bool:
        """Whether the caller looks after matches of others."""
        return "organize" in self.scopes

    @property
    def administers(self) -> bool:
        """Whether the caller looks after others' tokens and profiles."""
        return "admin" in self.scopes


def player_of(caller: Caller | None) -> PlayerId | None:
    """Say which person sees, if any."""
    return None if caller is None else caller.player


def requester_of(caller: Caller | None) -> Requester:
    """The requester that a caller is; a stranger without a token."""
    return STRANGER if caller is None else Requester(caller.player, caller.organizes)


class _Known(Struct, frozen=True):
    caller: Caller
    until: float


class Tokens:
    """The tokens of this service; many are remembered, none for longer than a second after its revocation."""

    def __init__(self, pool: AsyncConnectionPool) -> None:
        """Keep tokens in the database behind this pool."""
        self._pool = pool
        self._known: dict[bytes, _Known] = {}
        self._forgotten = 0
        self._revocations = -1
        self._asked = float("-inf")

    async def caller(self, token: str) -> Caller:
        """Know a person by a token. Raises `ServiceError` (`unauthenticated`), the same whatever is wrong with it."""
        digest = token_rows.digest_of(token)
        known = self._known.get(digest)
        if known is None or known.until <= time.time() or time.monotonic() > self._asked + _TRUST_SECONDS:
            return await self._look_up(token, digest)
        return known.caller

    async def _look_up(self, token: str, digest: bytes) -> Caller:
        forgotten = self._forgotten
        async with self._pool.connection() as connection:
            kept = await token_rows.find(connection, token_rows.id_of(token, digest))
            is_it = hmac.compare_digest(_NO_DIGEST if kept is None else kept.digest, digest)
            if kept is None or not is_it or kept.is_over():
                raise ServiceError("unauthenticated", "This token is not known, or not any more.")
            await token_rows.note_use(connection, kept.id)
        caller = _caller(kept)
        if forgotten == self._forgotten:  # or else it may just have been revoked
            self._remember(digest, caller)
        return caller

    def _remember(self, digest: bytes, caller: Caller) -> None:
        if len(self._known) >= _REMEMBERED:
            self._known.clear()
        tomorrow = (time.time() // _DAY_SECONDS + 1) * _DAY_SECONDS  # every day of use is noted
        self._known[digest] = _Known(caller, tomorrow if caller.expires is None else min(tomorrow, caller.expires))

    def forget(self) -> None:
        """Look every token up again: some were revoked."""
        self._known.clear()
        self._forgotten += 1

    async def follow(self) -> None:
        """Hear of revocations by other processes; runs until cancelled."""
        while True:
            await self._ask()
            await asyncio.sleep(_ASK_SECONDS)

    async def _ask(self) -> None:
        asked = time.monotonic()
        try:
            async with self._pool.connection() as connection:
                revocations = await token_rows.revocations(connection)
        except OperationalError:
            return  # what is remembered is not relied on for long
        if revocations != self._revocations:
            self.forget()
        self._revocations, self._asked = revocations, asked

    async def mint(self, player: PlayerId, wanted: NewToken) -> tuple[StoredToken, str]:
        """Make a token; gives what is kept of it, and itself. Raises `ServiceError` (`too_many_tokens`)."""
        async with self._pool.connection() as connection:
            # The lock keeps the count right, and a token from being made for somebody who is just erased.
            await connection.execute("SELECT FROM profiles WHERE player = %s FOR UPDATE", (player,))
            await token_rows.delete_expired(connection, player)
            held = len(await token_rows.of(connection, player))
            if held == 0:
                raise ServiceError("unauthenticated", "This token is not known, or not any more.")
            if held >= _TOKENS_EACH:
                detail = f"You have {_TOKENS_EACH} tokens: revoke some that you do not use."
                raise ServiceError("too_many_tokens", detail)
            return await token_rows.insert(connection, player, wanted)

    async def of(self, player: PlayerId) -> list[StoredToken]:
        """A person's tokens that can be used, the first made first."""
        async with self._pool.connection() as connection:
            return await token_rows.of(connection, player)

    async def revoke(self, part: str, by: Caller) -> None:
        """Make a token useless: one's own, or anybody's by an admin. Raises `ServiceError` (`not_found`)."""
        async with self._pool.connection() as connection:
            gone = await token_rows.revoke(connection, part, None if by.administers else by.player)
        self.forget()
        if not gone:
            raise ServiceError("not_found", f"You have no token {part}.")


def _caller(kept: StoredToken) -> Caller:
    expires = None if kept.expires is None else kept.expires.timestamp()
    return Caller(kept.player, kept.role, kept.id, frozenset(kept.scopes), expires, kept.chair)
