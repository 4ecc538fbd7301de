"""The library's own configuration, made from a database URL."""

from typing import Any, cast

import psycopg
from eventsourcing.persistence import InfrastructureFactory
from eventsourcing.postgres import PostgresFactory
from psycopg.conninfo import conninfo_to_dict

from service.store.errors import StoreUnavailable
from service.store.recorder import SharingRecorder

_LOCK_TIMEOUT = 4
"""Seconds to wait for the table lock: less than a writer's patience, so that giving up has surely recorded nothing."""


def reach(database_url: str, patience: float) -> None:
    """Raise `StoreUnavailable` where the database cannot be reached: the library's pool would try on and say less."""
    try:
        psycopg.connect(database_url, connect_timeout=max(2, int(patience))).close()
    except psycopg.OperationalError as error:
        raise StoreUnavailable(str(error)) from error


def factory_for(database_url: str, schema: str) -> PostgresFactory:
    """Configure the library's PostgreSQL factory to make our recorder."""
    given = conninfo_to_dict(database_url)
    environment = {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "APPLICATION_RECORDER_TOPIC": f"{SharingRecorder.__module__}:{SharingRecorder.__qualname__}",
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
    # The library knows five connection parameters; a URL may name more (sslmode, options).
    factory.datastore.pool.kwargs = _kept(factory.datastore.pool.kwargs) | given
    return factory


def _kept(settings: Any) -> dict[str, Any]:  # noqa: ANN401 -- the pool also takes functions here; ours has a dict
    return {name: value for name, value in settings.items() if value != ""}


def recorder_for(factory: PostgresFactory) -> SharingRecorder:
    """Make the recorder and its tables."""
    recorder = factory.application_recorder()
    assert isinstance(recorder, SharingRecorder)  # noqa: S101 -- for the type checker; the topic above names it
    return recorder
