"""Token rows in the database: a public id, by which a token is found, and the SHA-256 digest of the whole token."""

import hashlib
import secrets
from datetime import UTC, date, datetime
from typing import Final

from msgspec import Struct
from psycopg import AsyncConnection
from psycopg.rows import TupleRow, class_row

from domain.kernel.basics import Instant, MatchId, PlayerId, Seat
from service.access.scopes import Role, Scope, ordered
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
    """The only seat for which a token is valid."""

    match: MatchId
    seat: Seat


class NewToken(Struct, frozen=True):
    """The properties of a token before it is issued."""

    name: str
    role: Role
    scopes: frozenset[Scope]
    expires: datetime | None = None
    seat_scope: SeatScope | None = None


class StoredToken(Struct, frozen=True):
    """A row of the token table. `used` is the last day on which the token was used."""

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
    def seat_scope(self) -> SeatScope | None:
        """The only seat for which the token is valid, or None if it has no such limit."""
        return None if self.match is None or self.seat is None else SeatScope(self.match, self.seat)

    def is_expired(self) -> bool:
        """Whether the expiry time has passed."""
        return self.expires is not None and self.expires <= datetime.now(UTC)


def digest_of(token: str) -> bytes:
    """Return the SHA-256 digest by which the database recognizes a token."""
    return hashlib.sha256(token.encode()).digest()


def id_of(token: str, digest: bytes) -> str:
    """Return the public id of a token. Tokens of the first release have none: their digest begins with their id."""
    token_id, dot, _ = token.removeprefix(_PREFIX).partition(".")
    return token_id if dot and token_id.isascii() and token_id.isalnum() else digest.hex()[: 2 * _ID_BYTES]


async def insert(connection: Connection, player: PlayerId, new: NewToken) -> tuple[StoredToken, str]:
    """Insert a token. Returns its row and the token itself, which cannot be read again."""
    token_id = secrets.token_hex(_ID_BYTES)
    token = f"{_PREFIX}{token_id}.{secrets.token_urlsafe(32)}"
    scope = new.seat_scope
    row = StoredToken(
        id=token_id,
        name=new.name,
        digest=digest_of(token),
        player=player,
        role=new.role,
        scopes=ordered(new.scopes),
        match=None if scope is None else scope.match,
        seat=None if scope is None else scope.seat,
        since=now(),
        expires=new.expires,
    )
    values = (row.id, row.name, row.digest, player, row.role, row.scopes, row.match, row.seat, row.since, row.expires)
    await connection.execute(_INSERT, values)
    return row, token


async def find(connection: Connection, token_id: str) -> StoredToken | None:
    """Find a token by its public id. The token may have expired."""
    async with connection.cursor(row_factory=class_row(StoredToken)) as cursor:
        await cursor.execute(f"SELECT {_COLUMNS} FROM tokens WHERE id = %s", (token_id,))  # noqa: S608 -- a constant
        return await cursor.fetchone()


async def list_active(connection: Connection, player: PlayerId) -> list[StoredToken]:
    """List the tokens of a player that have not expired, the oldest first."""
    async with connection.cursor(row_factory=class_row(StoredToken)) as cursor:
        query = f"SELECT {_COLUMNS} FROM tokens WHERE player = %s AND (expires > now()) IS NOT FALSE ORDER BY since, id"  # noqa: S608 -- a constant
        await cursor.execute(query, (player,))
        return await cursor.fetchall()


async def record_use(connection: Connection, token_id: str) -> None:
    """Record today as the last day of use. Writes at most once a day."""
    today = datetime.now(UTC).date()
    await connection.execute(
        "UPDATE tokens SET used = %s WHERE id = %s AND used IS DISTINCT FROM %s", (today, token_id, today)
    )


async def revoke(connection: Connection, token_id: str, player: PlayerId | None) -> bool:
    """Delete a token, only if it belongs to `player` where one is given. Returns whether a token was deleted."""
    deleted = await connection.execute(
        "DELETE FROM tokens WHERE id = %s AND (player = %s) IS NOT FALSE", (token_id, player)
    )
    await _announce(connection, deleted.rowcount)
    return deleted.rowcount > 0


async def revoke_all(connection: Connection, player: PlayerId) -> None:
    """Delete all tokens of a player."""
    deleted = await connection.execute("DELETE FROM tokens WHERE player = %s", (player,))
    await _announce(connection, deleted.rowcount)


async def delete_expired(connection: Connection, player: PlayerId) -> None:
    """Delete the expired tokens of a player."""
    await connection.execute("DELETE FROM tokens WHERE player = %s AND expires <= now()", (player,))


async def revocation_number(connection: Connection) -> int:
    """Read the number that every revocation raises. Caches of tokens compare it."""
    found = await connection.execute("SELECT number FROM token_revocations")
    row = await found.fetchone()
    assert row is not None  # noqa: S101 -- a migration inserts the row
    number: int = row[0]
    return number


async def _announce(connection: Connection, deleted: int) -> None:
    if deleted:
        await connection.execute("UPDATE token_revocations SET number = number + 1")
