"""Tokens as the database keeps them: a public id that finds one, and a SHA-256 of the whole."""

import hashlib
import secrets
from datetime import UTC, date, datetime
from typing import Final

from msgspec import Struct
from psycopg import AsyncConnection
from psycopg.rows import TupleRow, class_row

from domain.kernel.basics import Instant, MatchId, PlayerId, Seat
from service.access.scopes import Role, Scope, in_order
from service.clock import now

Connection = AsyncConnection[TupleRow]

_PREFIX: Final = "c12_"
_ID_BYTES: Final = 8
_COLUMNS: Final = "id, name, digest, player::text, role, scopes, match::text, seat, since, expires, used"
_INSERT: Final = """
INSERT INTO tokens (id, name, digest, player, role, scopes, match, seat, since, expires)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
"""


class SeatScope(Struct, frozen=True):
    """The one seat that a token is for."""

    match: MatchId
    seat: Seat


class NewToken(Struct, frozen=True):
    """A token to be made."""

    name: str
    role: Role
    scopes: frozenset[Scope]
    expires: datetime | None = None
    chair: SeatScope | None = None


class StoredToken(Struct, frozen=True):
    """A token as its row tells it."""

    id: str
    name: str
    digest: bytes
    player: PlayerId
    role: Role
    scopes: list[Scope]
    match: MatchId | None
    seat: Seat | None
    since: Instant
    expires: datetime | None
    used: date | None = None

    @property
    def chair(self) -> SeatScope | None:
        """The seat that it is for, if it is for one only."""
        return None if self.match is None or self.seat is None else SeatScope(self.match, self.seat)

    def is_over(self) -> bool:
        """Whether it has expired."""
        return self.expires is not None and self.expires <= datetime.now(UTC)


def digest_of(token: str) -> bytes:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).digest()


def id_of(token: str, digest: bytes) -> str:
    """The public part; tokens of earlier versions have none and go by the beginning of their digest."""
    part, dot, _ = token.removeprefix(_PREFIX).partition(".")
    return part if dot and part.isascii() and part.isalnum() else digest.hex()[: 2 * _ID_BYTES]


async def insert(connection: Connection, player: PlayerId, wanted: NewToken) -> tuple[StoredToken, str]:
    """Make a token; gives what is kept of it, and itself, which is told this once only."""
    part = secrets.token_hex(_ID_BYTES)
    token = f"{_PREFIX}{part}.{secrets.token_urlsafe(32)}"
    chair = wanted.chair
    kept = StoredToken(
        id=part,
        name=wanted.name,
        digest=digest_of(token),
        player=player,
        role=wanted.role,
        scopes=in_order(wanted.scopes),
        match=None if chair is None else chair.match,
        seat=None if chair is None else chair.seat,
        since=now(),
        expires=wanted.expires,
    )
    values = (kept.id, kept.name, kept.digest, player, kept.role, kept.scopes, kept.match, kept.seat, kept.since)
    await connection.execute(_INSERT, (*values, kept.expires))
    return kept, token


async def find(connection: Connection, part: str) -> StoredToken | None:
    """The token with this public part, also an expired one."""
    async with connection.cursor(row_factory=class_row(StoredToken)) as cursor:
        await cursor.execute(f"SELECT {_COLUMNS} FROM tokens WHERE id = %s", (part,))  # noqa: S608 -- a constant
        return await cursor.fetchone()


async def of(connection: Connection, player: PlayerId) -> list[StoredToken]:
    """A person's tokens that have not expired, the first made first."""
    async with connection.cursor(row_factory=class_row(StoredToken)) as cursor:
        query = f"SELECT {_COLUMNS} FROM tokens WHERE player = %s AND (expires > now()) IS NOT FALSE ORDER BY since, id"  # noqa: S608 -- a constant
        await cursor.execute(query, (player,))
        return await cursor.fetchall()


async def note_use(connection: Connection, part: str) -> None:
    """Note that a token is used, once a day."""
    today = datetime.now(UTC).date()
    await connection.execute(
        "UPDATE tokens SET used = %s WHERE id = %s AND used IS DISTINCT FROM %s", (today, part, today)
    )


async def revoke(connection: Connection, part: str, player: PlayerId | None) -> bool:
    """Delete a token (of this person, if one is named) and say whether there was one."""
    gone = await connection.execute("DELETE FROM tokens WHERE id = %s AND (player = %s) IS NOT FALSE", (part, player))
    return await _told(connection, gone.rowcount)


async def revoke_all(connection: Connection, player: PlayerId) -> None:
    """Delete every token of a person."""
    gone = await connection.execute("DELETE FROM tokens WHERE player = %s", (player,))
    await _told(connection, gone.rowcount)


async def delete_expired(connection: Connection, player: PlayerId) -> None:
    """Delete a person's tokens that nobody can use any more."""
    await connection.execute("DELETE FROM tokens WHERE player = %s AND expires <= now()", (player,))


async def revocations(connection: Connection) -> int:
    """A number that is another one after every revocation, for those who remember tokens."""
    found = await connection.execute("SELECT number FROM token_revocations")
    row = await found.fetchone()
    assert row is not None  # noqa: S101 -- the tables are made with it
    number: int = row[0]
    return number


async def _told(connection: Connection, gone: int) -> bool:
    if gone:
        await connection.execute("UPDATE token_revocations SET number = number + 1")
    return gone > 0
