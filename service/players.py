"""People: profiles and tokens, the only things besides the read models that are not events.

Names stay erasable because no event holds one. A token is kept as its SHA-256 only.
"""

import hashlib
import secrets
import unicodedata
from typing import Literal, get_args

from msgspec import Struct
from psycopg_pool import AsyncConnectionPool

from domain.kernel.basics import Instant, PlayerId
from service.clock import new_id, now
from service.problems import ServiceProblem

Role = Literal["player", "organizer", "admin"]
ROLES = get_args(Role)

SCHEMA = "chronicle"
SEARCH_PATH = {"options": f"-c search_path={SCHEMA}"}
NAME_LENGTH = 40
_CACHED_TOKENS = 10_000

TABLES = """
CREATE TABLE IF NOT EXISTS profiles (
    player uuid PRIMARY KEY,
    name text NOT NULL,
    since text NOT NULL
);
CREATE TABLE IF NOT EXISTS tokens (
    digest bytea PRIMARY KEY,
    player uuid NOT NULL REFERENCES profiles (player),
    role text NOT NULL,
    since text NOT NULL
);
"""


class Caller(Struct, frozen=True):
    """Who makes a request, known by a token."""

    player: PlayerId
    role: Role

    @property
    def organizes(self) -> bool:
        """Whether the caller looks after matches of others."""
        return self.role != "player"


class Profile(Struct, frozen=True):
    """A person as everybody may see one."""

    id: PlayerId
    name: str
    since: Instant


class Registered(Struct, frozen=True):
    """A new person with the token, which is told this once only."""

    id: PlayerId
    name: str
    since: Instant
    role: Role
    token: str


class Players:
    """Registers people and knows them by their tokens."""

    def __init__(self, pool: AsyncConnectionPool) -> None:
        """Keep people in the database behind this pool."""
        self._pool = pool
        self._known: dict[bytes, Caller] = {}

    async def register(self, name: str, role: Role = "player") -> Registered:
        """Register a person. Raises `ServiceProblem` (`unprocessable`) for a name that cannot be shown."""
        shown = checked_name(name)
        player, since, token = PlayerId(new_id()), now(), f"c12_{secrets.token_urlsafe(32)}"
        async with self._pool.connection() as connection:
            await connection.execute("INSERT INTO profiles VALUES (%s, %s, %s)", (player, shown, since))
            await connection.execute(
                "INSERT INTO tokens VALUES (%s, %s, %s, %s)", (_digest(token), player, role, since)
            )
        return Registered(player, shown, since, role, token)

    async def caller(self, token: str) -> Caller:
        """Know a person by a token. Raises `ServiceProblem` (`unauthenticated`)."""
        digest = _digest(token)
        known = self._known.get(digest)
        if known is None:
            known = await self._look_up(digest)
            if len(self._known) >= _CACHED_TOKENS:
                self._known.clear()
            self._known[digest] = known
        return known

    async def _look_up(self, digest: bytes) -> Caller:
        async with self._pool.connection() as connection:
            found = await connection.execute("SELECT player::text, role FROM tokens WHERE digest = %s", (digest,))
            row = await found.fetchone()
        if row is None:
            raise ServiceProblem("unauthenticated", "This token is not known.")
        return Caller(PlayerId(row[0]), row[1])

    async def profile(self, player: PlayerId) -> Profile:
        """Show a person. Raises `ServiceProblem` (`not_found`)."""
        async with self._pool.connection() as connection:
            found = await connection.execute("SELECT name, since FROM profiles WHERE player = %s", (player,))
            row = await found.fetchone()
        if row is None:
            raise ServiceProblem("not_found", f"There is no player {player}.")
        return Profile(player, row[0], row[1])

    async def names(self, players: set[PlayerId]) -> dict[PlayerId, str]:
        """Look up the names of several people; those without a profile are left out."""
        if not players:
            return {}
        async with self._pool.connection() as connection:
            found = await connection.execute(
                "SELECT player::text, name FROM profiles WHERE player = ANY(%s::uuid[])", (list(players),)
            )
            return {PlayerId(row[0]): row[1] for row in await found.fetchall()}


async def register_offline(database_url: str, name: str, role: Role) -> Registered:
    """Register a person without a running service, as an operator does."""
    async with AsyncConnectionPool(database_url, min_size=1, open=False, kwargs=SEARCH_PATH) as pool:
        async with pool.connection() as connection:
            await connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
            await connection.execute(TABLES)
        return await Players(pool).register(name, role)


def checked_name(name: str) -> str:
    """Give a name in its normal form. Raises `ServiceProblem` (`unprocessable`)."""
    shown = unicodedata.normalize("NFKC", name).strip()
    if not 1 <= len(shown) <= NAME_LENGTH or any(unicodedata.category(letter).startswith("C") for letter in shown):
        detail = f"A name has 1 to {NAME_LENGTH} characters and no control characters."
        raise ServiceProblem("unprocessable", detail)
    return shown


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
