"""Migrations on PostgreSQL: upgrades of every earlier release, and databases that are refused."""

import asyncio
import subprocess
import time
from pathlib import Path
from typing import Any, LiteralString

import msgspec
import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import make_conninfo

from service.migrations.files import MIGRATIONS, Migration
from service.migrations.runner import MigrationError, migrate
from tests.kit.api import COMMAND, ROOT, environment, free_port
from tests.service.access.earlier_releases import ADA, BOB, MATCH, OLGA, RELEASES, given
from tests.service.access.earlier_releases import ROOT as ADMIN

RELEASED = {
    1: "ad4cf36fa8493615c617c0c0449d0fa825b186e8ba8f8690a1fdef6118d99239",
    2: "1dda64b7d4e5a0c3713286b405563921f226dc959bfb08e562d10807c3840507",
    3: "51e3c98458220de3b971bfded67eee67d4f6092cc4eced03ffa212a22f35307c",
}
NEXT = Migration(len(MIGRATIONS) + 1, "next", "CREATE TABLE leagues (id uuid); INSERT INTO leagues VALUES (NULL)")
LOCK: LiteralString = "SELECT pg_advisory_lock(hashtext('chronicle.people_tables'))"
WAITING: LiteralString = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
TABLES: LiteralString = (
    "SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace('chronicle') AND relkind = 'r'"
)
SHAPE: LiteralString = """
SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
WHERE table_schema = 'chronicle'
UNION ALL SELECT tablename, indexname, indexdef, '', '' FROM pg_indexes WHERE schemaname = 'chronicle'
UNION ALL SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), '', '' FROM pg_constraint
WHERE connamespace = to_regnamespace('chronicle')
ORDER BY 1, 2, 3
"""
Rows = list[tuple[Any, ...]]


def ask(url: str, query: LiteralString) -> Rows:
    with psycopg.connect(url, autocommit=True) as connection:
        cursor = connection.execute(query)
        return cursor.fetchall() if cursor.description else []


def everything(url: str) -> dict[str, Rows]:
    """All tables of the schema with all rows, and the transaction that wrote each."""
    rows = sql.SQL("SELECT xmin::text, t.* FROM chronicle.{} AS t ORDER BY 2")
    with psycopg.connect(url) as connection:
        tables = sorted(name for (name,) in connection.execute(TABLES).fetchall())
        return {name: connection.execute(rows.format(sql.Identifier(name))).fetchall() for name in tables}


def read_only(url: str) -> str:
    return make_conninfo(url, options="-c default_transaction_read_only=on")


def start(url: str, folder: Path, *arguments: str) -> subprocess.Popen[str]:
    ours = {"DATABASE_URL": url, "DATA": str(folder), "PORT": str(free_port())}
    return subprocess.Popen(  # noqa: S603 -- our own command
        [*COMMAND, *arguments],
        cwd=ROOT,
        env=environment(**{f"CHRONICLE_{name}": value for name, value in ours.items()}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_released_migration_never_changes() -> None:
    assert [migration.number for migration in MIGRATIONS] == list(range(1, len(MIGRATIONS) + 1))
    assert {migration.number: migration.checksum for migration in MIGRATIONS} == RELEASED


async def test_every_earlier_release_is_migrated_to_the_current_schema(database_url: str) -> None:
    shapes = []
    for release in RELEASES:
        given(database_url, release)
        await migrate(database_url)
        shapes.append(ask(database_url, SHAPE))
        history = ask(database_url, "SELECT number, name, checksum FROM chronicle.schema_migrations ORDER BY number")
        assert history == [(each.number, each.name, each.checksum) for each in MIGRATIONS]
        ask(database_url, "DROP SCHEMA chronicle CASCADE")
    assert len(shapes[0]) > 20
    assert [shape == shapes[0] for shape in shapes] == [True] * len(RELEASES)


async def test_a_fresh_database_counts_revocations_from_zero(database_url: str) -> None:
    await migrate(database_url)
    rows = everything(database_url)
    assert [number for _, number in rows["token_revocations"]] == [0]
    assert (rows["profiles"], rows["tokens"]) == ([], [])


PLAYER = ["read", "play", "open", "profile"]
FIRST_TOKENS = [
    ("0011223344556677", ADA, "player", "t1", "first", PLAYER, None, None),
    ("1011223344556677", OLGA, "organizer", "t2", "first", [*PLAYER, "organize"], None, None),
    ("2011223344556677", ADMIN, "admin", "t3", "first", [*PLAYER, "organize", "admin"], None, None),
]
SEAT_TOKEN = ("0123456789abcdef", ADA, "player", "t5", "app", ["read", "play"], MATCH, 1)


@pytest.mark.parametrize(
    ("release", "erased", "tokens", "revocations"),
    [
        ("first", [], FIRST_TOKENS, 0),
        ("upgraded", [BOB], [FIRST_TOKENS[0], SEAT_TOKEN, *FIRST_TOKENS[1:]], 7),
    ],
)
async def test_no_row_of_an_earlier_release_is_lost(
    database_url: str, release: str, erased: list[str], tokens: Rows, revocations: int
) -> None:
    given(database_url, release)
    await migrate(database_url)
    people = ask(database_url, "SELECT player::text, name, since, erased FROM chronicle.profiles ORDER BY player")
    assert people[:3] == [(ADA, "Ada", "t1", False), (OLGA, "Olga", "t2", False), (ADMIN, "R", "t3", False)]
    assert [person[0] for person in people if person[3]] == erased
    assert tokens == ask(
        database_url,
        "SELECT id, player::text, role, since, name, scopes, match::text, seat FROM chronicle.tokens ORDER BY id",
    )
    assert ask(database_url, "SELECT number FROM chronicle.token_revocations") == [(revocations,)]


async def test_a_token_that_an_old_process_added_later_gets_an_id_and_scopes(database_url: str) -> None:
    given(database_url, "mixed")
    await migrate(database_url)
    added = ask(
        database_url, "SELECT id, role, scopes FROM chronicle.tokens WHERE player::text LIKE '_0000009%' ORDER BY id"
    )
    assert added == [
        ("0099887744556677", "player", PLAYER),
        ("1099887744556677", "organizer", [*PLAYER, "organize"]),
        ("2099887744556677", "admin", [*PLAYER, "organize", "admin"]),
    ]


async def test_a_start_without_pending_migrations_writes_and_locks_nothing(database_url: str) -> None:
    # given a database that is up to date, and a process that holds the migration lock
    given(database_url, "upgraded")
    await migrate(database_url)
    before = everything(database_url)
    with psycopg.connect(database_url) as busy:
        busy.execute(LOCK)
        # when a process starts that may only read
        await asyncio.wait_for(migrate(read_only(database_url)), 30)
    # then no row was written
    assert everything(database_url) == before


async def test_pending_migrations_require_a_writable_connection(database_url: str) -> None:
    with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
        await migrate(read_only(database_url))


async def test_only_new_migrations_are_applied(database_url: str) -> None:
    await migrate(database_url)
    before = everything(database_url)
    await migrate(database_url, (*MIGRATIONS, NEXT))
    after = everything(database_url)
    *known, added = after.pop("schema_migrations")
    assert (known, added[1:4]) == (before.pop("schema_migrations"), (NEXT.number, NEXT.name, NEXT.checksum))
    assert [row[1:] for row in after.pop("leagues")] == [(None,)]
    assert after == before


async def test_a_failed_migration_is_rolled_back_and_can_be_repeated(database_url: str) -> None:
    broken = msgspec.structs.replace(NEXT, sql=f"{NEXT.sql}; SELECT 1 / 0")
    with pytest.raises(psycopg.errors.DivisionByZero):
        await migrate(database_url, (*MIGRATIONS, broken))
    # the migrations before it are kept
    tables = everything(database_url)
    assert len(tables["schema_migrations"]) == len(MIGRATIONS)
    assert "leagues" not in tables
    await migrate(database_url, (*MIGRATIONS, NEXT))
    assert "leagues" in everything(database_url)


async def test_an_edited_migration_is_refused_without_changes(database_url: str) -> None:
    await migrate(database_url)
    before = everything(database_url)
    edited = msgspec.structs.replace(MIGRATIONS[0], sql=f"{MIGRATIONS[0].sql}-- edited")
    with pytest.raises(MigrationError, match=r"^Migration 1 \(people_and_tokens\) of this program differs"):
        await migrate(database_url, (edited, *MIGRATIONS[1:], NEXT))
    assert everything(database_url) == before


@pytest.mark.parametrize("command", [("serve",), ("token", "Eve")])
async def test_a_newer_database_stops_the_start_without_changes(
    database_url: str, tmp_path: Path, command: tuple[str, ...]
) -> None:
    # given a database of a later release, of which this one also has a migration to apply
    given(database_url, "first")
    await migrate(database_url, (MIGRATIONS[0], NEXT))
    before = everything(database_url)
    # when this program starts on it
    process = start(database_url, tmp_path, *command)
    out, err = process.communicate(timeout=60)
    # then it says why it cannot
    assert (process.returncode, out) == (1, "")
    assert err.startswith(f"Error: The database is newer than this program: it has migration {NEXT.number} (next)")
    assert err.count("\n") == 1
    # and nothing was touched
    assert everything(database_url) == before


def test_concurrent_starts_run_migrations_one_after_the_other(database_url: str, tmp_path: Path) -> None:
    # given a process that migrates an empty database
    with psycopg.connect(database_url, autocommit=True) as first:
        first.execute(LOCK)
        # when two more start
        processes = [start(database_url, tmp_path, "token", name) for name in ("Ada", "Bob")]
        end = time.monotonic() + 60
        while ask(database_url, WAITING) != [(2,)]:
            assert time.monotonic() < end, "the processes do not wait"
            time.sleep(0.01)
        # then both wait before they make anything
        assert ask(database_url, TABLES) == []
    # and when the first one ends, every migration is applied once and both go on
    ended = [(process.communicate(timeout=60), process.returncode) for process in processes]
    assert [code for _, code in ended] == [0, 0], ended
    rows = everything(database_url)
    assert [row[1] for row in rows["schema_migrations"]] == [migration.number for migration in MIGRATIONS]
    assert sorted(row[2] for row in rows["profiles"]) == ["Ada", "Bob"]
