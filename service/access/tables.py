"""The tables of people, made and brought up to date at every start: nothing else looks after them."""

from typing import Final

from psycopg import AsyncConnection
from psycopg.rows import TupleRow

SCHEMA: Final = "chronicle"
SEARCH_PATH: Final = {"options": f"-c search_path={SCHEMA}"}

_ONE_AT_A_TIME: Final = "SELECT pg_advisory_xact_lock(hashtext('chronicle.people_tables'))"

# Tables of earlier versions had the first columns only; their tokens go by the beginning of their digest.
_TABLES: Final = """
CREATE TABLE IF NOT EXISTS profiles (
    player uuid PRIMARY KEY,
    name text NOT NULL,
    since text NOT NULL
);
ALTER TABLE profiles ADD COLUMN IF NOT EXISTS erased boolean NOT NULL DEFAULT false;
CREATE TABLE IF NOT EXISTS tokens (
    digest bytea PRIMARY KEY,
    player uuid NOT NULL REFERENCES profiles (player),
    role text NOT NULL,
    since text NOT NULL
);
ALTER TABLE tokens
    ADD COLUMN IF NOT EXISTS id text,
    ADD COLUMN IF NOT EXISTS name text NOT NULL DEFAULT 'first',
    ADD COLUMN IF NOT EXISTS scopes text[],
    ADD COLUMN IF NOT EXISTS match uuid,
    ADD COLUMN IF NOT EXISTS seat smallint,
    ADD COLUMN IF NOT EXISTS expires timestamptz,
    ADD COLUMN IF NOT EXISTS used date;
UPDATE tokens SET id = left(encode(digest, 'hex'), 16) WHERE id IS NULL;
UPDATE tokens SET scopes = '{read,play,open,profile}'::text[] || CASE role
    WHEN 'admin' THEN '{organize,admin}'::text[] WHEN 'organizer' THEN '{organize}'::text[] ELSE '{}'::text[] END
WHERE scopes IS NULL;
CREATE UNIQUE INDEX IF NOT EXISTS tokens_id ON tokens (id);
CREATE INDEX IF NOT EXISTS tokens_player ON tokens (player);
CREATE TABLE IF NOT EXISTS token_revocations (number bigint NOT NULL);
INSERT INTO token_revocations SELECT 0 WHERE NOT EXISTS (SELECT FROM token_revocations);
"""


async def prepare(connection: AsyncConnection[TupleRow]) -> None:
    """Make what is missing; processes that start together do so one after the other."""
    await connection.execute("SET LOCAL statement_timeout = 0")  # much may have to be brought up to date
    await connection.execute(_ONE_AT_A_TIME)
    await connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
    await connection.execute(_TABLES)
