"""A PostgreSQL server for the whole run, and an empty database on it for each test that asks."""

import os
import shutil
from collections.abc import Iterator

import pytest

from service.postgres.embedded import EmbeddedPostgres
from tests.kit.api import database

pytest_plugins = ["tests.kit.seeds"]


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
    with database(postgres_url) as url:
        yield url
