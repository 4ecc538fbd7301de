"""People: their profiles, which with their tokens are the only things besides the read models that are not events.

Names stay erasable because no event holds one.
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
    """A person as everybody may see one; `tag`, the beginning of the id, tells people of one name apart."""

    id: PlayerId
    name: str
    tag: str
    since: Instant
    erased: bool = False


class Registered(Struct, frozen=True):
    """A new person with the token, which is told this once only."""

    id: PlayerId
    name: str
    tag: str
    since: Instant
    role: Role
    token: str


class Players:
    """Registers people, shows them, and erases what is known of them."""

    def __init__(self, pool: AsyncConnectionPool, tokens: Tokens) -> None:
        """Keep people in the database behind this pool."""
        self._pool = pool
        self._tokens = tokens

    async def register(self, name: str, role: Role = "player") -> Registered:
        """Register a person. Raises `ServiceError` (`unprocessable`) for a name that cannot be shown."""
        shown = checked_name(name)
        player, since = PlayerId(new_id()), now()
        async with self._pool.connection() as connection:
            await connection.execute(
                "INSERT INTO profiles (player, name, since) VALUES (%s, %s, %s)", (player, shown, since)
            )
            _, token = await token_rows.insert(connection, player, NewToken("first", role, SCOPES_OF[role]))
        return Registered(player, shown, tag_of(player), since, role, token)

    async def erase(self, player: PlayerId) -> None:
        """Forget a person's name and revoke every token; what was played stays.

        Raises `ServiceError` (`not_found`).
        """
        async with self._pool.connection() as connection:
            found = await connection.execute(
                "UPDATE profiles SET name = %s, erased = true WHERE player = %s", (NEUTRAL, player)
            )
            await token_rows.revoke_all(connection, player)
        self._tokens.forget()
        if not found.rowcount:
            raise _unknown(player)

    async def profile(self, player: PlayerId) -> Profile:
        """Show a person. Raises `ServiceError` (`not_found`)."""
        async with self._pool.connection() as connection:
            found = await connection.execute("SELECT name, since, erased FROM profiles WHERE player = %s", (player,))
            row = await found.fetchone()
        if row is None:
            raise _unknown(player)
        return Profile(player, row[0], tag_of(player), row[1], row[2])

    async def names(self, players: set[PlayerId]) -> dict[PlayerId, str]:
        """Look up the names of several people, a neutral one for who was erased; those never known are left out."""
        if not players:
            return {}
        async with self._pool.connection() as connection:
            found = await connection.execute(
                "SELECT player::text, name FROM profiles WHERE player = ANY(%s::uuid[])", (list(players),)
            )
            return {PlayerId(row[0]): row[1] for row in await found.fetchall()}


async def register_offline(database_url: str, name: str, role: Role) -> Registered:
    """Register a person without a running service, as an operator does."""
    await migrate(database_url)
    async with AsyncConnectionPool(database_url, min_size=1, open=False, kwargs=SEARCH_PATH) as pool:
        return await Players(pool, Tokens(pool)).register(name, role)


def tag_of(player: PlayerId) -> str:
    """What is shown beside a name, so that people of one name can be told apart."""
    return player[:_TAG_LENGTH]


def _unknown(player: PlayerId) -> ServiceError:
    return ServiceError("not_found", f"There is no player {player}.")
