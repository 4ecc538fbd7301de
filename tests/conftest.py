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

_NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgres_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Lead to the server that CHRONICLE_TEST_DATABASE_URL names, else to one of the service's own for this run."""
    given = os.environ.get("CHRONICLE_TEST_DATABASE_URL")
    if given:
        yield given
        return
    folder = tmp_path_factory.mktemp("server")
    with EmbeddedPostgres(folder) as server:
        yield server.url
    shutil.rmtree(folder)


@pytest.fixture
def database_url(postgres_url: str) -> Iterator[str]:
    """Lead to a database that is empty and this test's alone."""
    name = f"test_{os.getpid()}_{next(_NUMBERS)}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        yield urlsplit(postgres_url)._replace(path=f"/{name}").geturl()
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
