"""Configuration of the eventsourcing library from a database URL."""

from typing import Any, cast

import psycopg
from eventsourcing.persistence import InfrastructureFactory
from eventsourcing.postgres import PostgresFactory
from psycopg.conninfo import conninfo_to_dict

from service.store.errors import StoreUnavailable
from service.store.recorder import BatchingRecorder

_LOCK_TIMEOUT = 4
"""Seconds to wait for the table lock: less than a writer's timeout, so that nothing was recorded on a lock timeout."""


def check_reachable(database_url: str, timeout: float) -> None:
    """Raise `StoreUnavailable` if the database is unreachable. The library's pool would retry and hide the reason."""
    try:
        psycopg.connect(database_url, connect_timeout=max(2, int(timeout))).close()
    except psycopg.OperationalError as error:
        raise StoreUnavailable(str(error)) from error


def create_factory(database_url: str, schema: str) -> PostgresFactory:
    """Create the library's PostgreSQL factory, configured for `BatchingRecorder`."""
    given = conninfo_to_dict(database_url)
    environment = {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "APPLICATION_RECORDER_TOPIC": f"{BatchingRecorder.__module__}:{BatchingRecorder.__qualname__}",
        "POSTGRES_DBNAME": str(given.get("dbname", "")),
        "POSTGRES_HOST": str(given.get("host", "")),
        "POSTGRES_PORT": str(given.get("port", "")),
        "POSTGRES_USER": str(given.get("user", "")),
        "POSTGRES_PASSWORD": str(given.get("password", "")),
        "POSTGRES_SCHEMA": schema,
        "POSTGRES_LOCK_TIMEOUT": str(_LOCK_TIMEOUT),
        "POSTGRES_POOL_SIZE": "1",
    }
    factory = cast("PostgresFactory", InfrastructureFactory.construct(environment))
    # The library accepts five connection parameters. A URL may contain more (sslmode, options).
    factory.datastore.pool.kwargs = _without_blanks(factory.datastore.pool.kwargs) | given
    return factory


def _without_blanks(parameters: Any) -> dict[str, Any]:  # noqa: ANN401 -- the pool also accepts a function; the library passes a dict
    return {name: value for name, value in parameters.items() if value != ""}


def create_recorder(factory: PostgresFactory) -> BatchingRecorder:
    """Create the recorder and its tables."""
    recorder = factory.application_recorder()
    assert isinstance(recorder, BatchingRecorder)  # noqa: S101 -- for the type checker; the topic above names it
    return recorder
