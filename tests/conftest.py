"""A PostgreSQL server for the whole run, and an empty database on it for each test that asks."""

import os
import shutil
from collections.abc import Iterator
from itertools import count
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg import sql

from service.postgres.embedded import EmbeddedPostgres

_PREFIX = f"test_{os.getpid()}_"
_NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgres_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Lead to the server that CHRONICLE_TEST_DATABASE_URL names, else to one of the service's own for this run."""
    given = os.environ.get("CHRONICLE_TEST_DATABASE_URL")
    if given:
        yield given
        _drop_databases(given)
        return
    folder = tmp_path_factory.mktemp("server")
    with EmbeddedPostgres(folder) as server:
        yield server.url
    shutil.rmtree(folder)


@pytest.fixture
def database_url(postgres_url: str) -> Iterator[str]:
    """Lead to a database that is empty and this test's alone; at the test's end its connections are cut.

    It is dropped with the run, for dropping is what takes time.
    """
    name = f"{_PREFIX}{next(_NUMBERS)}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        yield urlsplit(postgres_url)._replace(path=f"/{name}").geturl()
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])


def _drop_databases(server: str) -> None:
    with psycopg.connect(server, autocommit=True) as connection:
        rows = connection.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [_PREFIX])
        for (name,) in rows.fetchall():
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
