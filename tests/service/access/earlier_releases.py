"""Tables of players and tokens with rows, as earlier releases created them."""

from collections.abc import Mapping
from typing import Final

import psycopg

ADA, OLGA, ROOT, BOB = (f"{number}0000000-0000-4000-8000-000000000000" for number in range(1, 5))
MATCH = "50000000-0000-4000-8000-000000000000"

_FIRST: Final = """
CREATE SCHEMA chronicle;
SET search_path TO chronicle;
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
_SCOPES: Final = """
ALTER TABLE profiles ADD COLUMN IF NOT EXISTS erased boolean NOT NULL DEFAULT false;
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
_FIRST_ROWS: Final = f"""
INSERT INTO profiles (player, name, since) VALUES
    ('{ADA}', 'Ada', 't1'), ('{OLGA}', 'Olga', 't2'), ('{ROOT}', 'R', 't3');
INSERT INTO tokens (digest, player, role, since) VALUES
    ('\\x00112233445566778899', '{ADA}', 'player', 't1'),
    ('\\x10112233445566778899', '{OLGA}', 'organizer', 't2'),
    ('\\x20112233445566778899', '{ROOT}', 'admin', 't3');
"""  # noqa: S608 -- constants
_SCOPES_ROWS: Final = f"""
INSERT INTO profiles (player, name, since, erased) VALUES ('{BOB}', 'Former player', 't4', true);
INSERT INTO tokens VALUES (
    '\\x30', '{ADA}', 'player', 't5', '0123456789abcdef', 'app',
    '{{read,play}}', '{MATCH}', 1, '2100-01-01', '2026-01-01'
);
UPDATE token_revocations SET number = 7;
"""  # noqa: S608 -- constants

EMPTY: Final = ""
FIRST: Final = _FIRST + _FIRST_ROWS
UPGRADED: Final = FIRST + _SCOPES + _SCOPES_ROWS
"""The second shape, made of the first one at a start."""
MIXED: Final = UPGRADED + _FIRST_ROWS.replace("0000000-", "0000009-").replace("112233", "998877")
"""The second shape, to which a process of the first release still wrote."""
RELEASES: Final[Mapping[str, str]] = {"empty": EMPTY, "first": FIRST, "upgraded": UPGRADED, "mixed": MIXED}


def given(database_url: str, release: str) -> None:
    """Bring a database into the state in which a release left it."""
    with psycopg.connect(database_url) as connection:
        connection.execute(RELEASES[release].encode())
