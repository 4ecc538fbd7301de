"""The recorder as the eventsourcing library uses it: through its configuration, from threads."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

import pytest
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from eventsourcing.persistence import InfrastructureFactory, IntegrityError, ProgrammingError, StoredEvent
from eventsourcing.postgres import PostgresFactory
from psycopg.conninfo import conninfo_to_dict

from service.store.factory import create_factory, create_recorder
from service.store.recorder import BatchingRecorder
from tests.kit.seeds import new_uuid
from tests.service.store.database import Database


@pytest.fixture
def recorder(database_url: str) -> Iterator[BatchingRecorder]:
    factory = create_factory(database_url, "chronicle")
    yield create_recorder(factory)
    factory.close()


def stored(stream: UUID, *versions: int) -> list[StoredEvent]:
    return [StoredEvent(stream, version, "test/happened@1", str(version).encode()) for version in versions]


def test_positions_are_the_notification_ids_of_the_library(recorder: BatchingRecorder) -> None:
    stream = new_uuid()
    ids = recorder.insert_events(stored(stream, 1, 2))
    assert ids == [notification.id for notification in recorder.select_notifications(0, 10)]
    assert recorder.max_notification_id() == ids[-1]
    assert recorder.select_events(stream) == stored(stream, 1, 2)


def test_recording_no_events_returns_no_positions(recorder: BatchingRecorder) -> None:
    assert recorder.insert_events([]) is None


def test_a_conflict_raises_the_integrity_error_of_the_library(recorder: BatchingRecorder) -> None:
    stream = new_uuid()
    recorder.insert_events(stored(stream, 1, 2))
    with pytest.raises(IntegrityError):
        recorder.insert_events(stored(stream, 2, 3))
    assert recorder.select_events(stream) == stored(stream, 1, 2)


def test_several_streams_are_recorded_atomically(recorder: BatchingRecorder) -> None:
    taken, free = new_uuid(), new_uuid()
    recorder.insert_events(stored(taken, 1))
    with pytest.raises(IntegrityError):
        recorder.insert_events([*stored(free, 1), *stored(taken, 1)])
    assert recorder.select_events(free) == []
    recorder.insert_events([*stored(free, 1), *stored(taken, 2)])
    assert recorder.select_events(free) == stored(free, 1)


def test_threads_share_commits(recorder: BatchingRecorder, database: Database) -> None:
    streams = [new_uuid() for _ in range(16)]
    recorder.insert_events(stored(new_uuid(), 1))
    with ThreadPoolExecutor(16) as pool:
        with database.locked():
            answers = [pool.submit(recorder.insert_events, stored(stream, 1)) for stream in streams]
            for _ in range(1_000):
                if database.waiting():
                    break
                time.sleep(0.005)
        ids = [answer.result() for answer in answers]
    assert len(ids) == 16
    assert len(recorder.select_notifications(0, 100)) == 17
    assert database.transactions() < 17


def test_a_subscription_of_the_library_receives_recorded_events(recorder: BatchingRecorder) -> None:
    stream = new_uuid()
    recorder.insert_events(stored(stream, 1, 2))
    with recorder.subscribe(gt=0) as subscription:
        assert [next(subscription).originator_version for _ in range(2)] == [1, 2]
        recorder.insert_events(stored(stream, 3))
        assert next(subscription).originator_version == 3


class Counter(Aggregate):
    @event("Counted")
    def count(self) -> None:
        """Trigger an event without data."""


def test_an_application_of_the_library_runs_on_the_recorder(database_url: str) -> None:
    given = conninfo_to_dict(database_url)
    settings = {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "APPLICATION_RECORDER_TOPIC": "service.store.recorder:BatchingRecorder",
        "POSTGRES_DBNAME": str(given["dbname"]),
        "POSTGRES_HOST": str(given["host"]),
        "POSTGRES_PORT": str(given.get("port", "")),
        "POSTGRES_USER": str(given.get("user", "")),
        "POSTGRES_PASSWORD": str(given.get("password", "")),
    }
    application: Application[UUID] = Application(settings)
    counter = Counter()
    for _ in range(3):
        counter.count()
    application.save(counter)
    assert application.repository.get(counter.id) == counter
    stale: Counter = application.repository.get(counter.id)
    counter.count()
    application.save(counter)
    stale.count()
    with pytest.raises(IntegrityError):
        application.save(stale)
    assert len(application.notification_log.select(1, 10)) == 5
    application.close()


def test_database_functions_of_the_library_are_refused(database_url: str) -> None:
    given = {**create_factory(database_url, "chronicle").env, "POSTGRES_ENABLE_DB_FUNCTIONS": "yes"}
    factory: PostgresFactory = InfrastructureFactory.construct(given)  # type: ignore[assignment]
    with pytest.raises(ProgrammingError, match="database functions"):
        factory.application_recorder()
    factory.close()
