"""A shared service with every game and the toy game, on its own database."""

from collections.abc import Iterator

import pytest

from tests.kit.api import Api, database, running


@pytest.fixture(scope="session")
def api(postgres_url: str) -> Iterator[Api]:
    with database(postgres_url) as url, running(url) as api:
        yield api
