"""Players: registration, public profiles and erasure.

Profiles are rows, not events. No event contains a name, so that a name can be erased.
"""

from msgspec import Struct
from psycopg_pool import AsyncConnectionPool

from domain.kernel.basics import Instant, PlayerId
from service.access import token_rows
from service.access.names import NEUTRAL, checked_name
from service.access.scopes import SCOPES_OF, Role
from service.access.token_rows import NewToken
from service.access.tokens import Tokens
from service.clock import new_id, now
from service.errors import ServiceError
from service.migrations.runner import migrate
from service.migrations.schema import SEARCH_PATH

_TAG_LENGTH = 8


class Profile(Struct, frozen=True, omit_defaults=True):
    """The public profile of a player. `tag`, the first characters of the id, distinguishes players of one name."""

    id: PlayerId
    name: str
    tag: str
    since: Instant
    erased: bool = False


class Registered(Struct, frozen=True):
    """A new player and the first token. The token is returned only once."""

    id: PlayerId
    name: str
    tag: str
    since: Instant
    role: Role
    token: str


class Players:
    """Registration, profiles and erasure of players."""

    def __init__(self, pool: AsyncConnectionPool, tokens: Tokens) -> None:
        """Store profiles in the database of this pool. `tokens` caches the callers whose tokens an erasure revokes."""
        self._pool = pool
        self._tokens = tokens

    async def register(self, name: str, role: Role = "player") -> Registered:
        """Register a player. Raises `ServiceError` (`unprocessable`) for a name that `checked_name` rejects."""
        normal = checked_name(name)
        player, since = PlayerId(new_id()), now()
        async with self._pool.connection() as connection:
            await connection.execute(
                "INSERT INTO profiles (player, name, since) VALUES (%s, %s, %s)", (player, normal, since)
            )
            _, token = await token_rows.insert(connection, player, NewToken("first", role, SCOPES_OF[role]))
        return Registered(player, normal, tag_of(player), since, role, token)

    async def erase(self, player: PlayerId) -> None:
        """Erase the name of a player and revoke all tokens; matches and their events are kept.

        Raises `ServiceError` (`not_found`).
        """
        async with self._pool.connection() as connection:
            updated = await connection.execute(
                "UPDATE profiles SET name = %s, erased = true WHERE player = %s", (NEUTRAL, player)
            )
            await token_rows.revoke_all(connection, player)
        self._tokens.clear_cache()
        if not updated.rowcount:
            raise _no_player(player)

    async def profile(self, player: PlayerId) -> Profile:
        """Look up the profile of a player. Raises `ServiceError` (`not_found`)."""
        async with self._pool.connection() as connection:
            found = await connection.execute("SELECT name, since, erased FROM profiles WHERE player = %s", (player,))
            row = await found.fetchone()
        if row is None:
            raise _no_player(player)
        return Profile(player, row[0], tag_of(player), row[1], row[2])

    async def names(self, players: set[PlayerId]) -> dict[PlayerId, str]:
        """Look up the names of several players. Unknown players are left out; erased ones have the neutral name."""
        if not players:
            return {}
        async with self._pool.connection() as connection:
            found = await connection.execute(
                "SELECT player::text, name FROM profiles WHERE player = ANY(%s::uuid[])", (list(players),)
            )
            return {PlayerId(row[0]): row[1] for row in await found.fetchall()}


async def register_offline(database_url: str, name: str, role: Role) -> Registered:
    """Register a player without a running service, for operators. Raises as `Players.register` and `migrate` do."""
    await migrate(database_url)
    async with AsyncConnectionPool(database_url, min_size=1, open=False, kwargs=SEARCH_PATH) as pool:
        return await Players(pool, Tokens(pool)).register(name, role)


def tag_of(player: PlayerId) -> str:
    """Return the tag that distinguishes players of one name: the first characters of the id."""
    return player[:_TAG_LENGTH]


def _no_player(player: PlayerId) -> ServiceError:
    return ServiceError("not_found", f"There is no player {player}.")
