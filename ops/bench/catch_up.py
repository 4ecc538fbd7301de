"""Catch-up rate of each projection from an empty table, in events per second, and the lag of a live projection.

The log contains interleaved matches of Queen of 12. The yardsticks read the same log without projecting, with our
query and with the library's method. Usage: `python -m ops.bench.catch_up [DATABASE_URL]`, with an empty database.
Without a URL it starts an embedded server.
"""

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from uuid import UUID, uuid4

import psycopg
from rich.console import Console
from rich.table import Table

from domain.catalogue import CATALOGUE
from domain.kernel.basics import Instant, MatchId, PlayerId, Seat
from domain.kernel.records import Record
from domain.matches.decide import MatchRequest, SeatRequest, act, advance, first_record, open_match, sit
from domain.matches.events import LIFECYCLE
from domain.matches.evolve import opened
from domain.matches.state import Match, Playing
from ops.bench.databases import on_a_database
from projections.catalogue import projections_of
from projections.projection import Projection
from projections.projection_tables import served_tables
from projections.runner import Runner
from projections.worker import BATCH, ProjectionWorker
from service.codec.event_codec import EventCodec
from service.codec.record_mapper import RecordMapper
from service.store.recorder import BatchingRecorder
from service.store.rows import StreamRow
from service.store.store import Store

PROJECTIONS = projections_of(CATALOGUE)
GAME = CATALOGUE.game("queen_of_12")
SEATS = 3
AT = Instant("2026-11-30T12:00:00.000000Z")
EVENTS = 200_000
MATCHES_AT_ONCE = 48
PATTERNS = 24
"""Number of distinct matches; the log repeats them under other ids."""
LOOKS = 100


def main() -> None:
    """Measure and print the figures."""
    on_a_database(lambda url: asyncio.run(measure(url)))


async def measure(url: str) -> None:
    """Fill the log, measure, and print."""
    rng = random.Random(12)
    patterns = [played(rng) for _ in range(PATTERNS)]
    async with Store.open(url) as store:
        runner = Runner(store.recorder, EventCodec(CATALOGUE))
        runner.prepare(*map(served_tables, PROJECTIONS.values()))
        count = fill(url, patterns, rng)
        table = Table(title=f"{count:,} events, {MATCHES_AT_ONCE} concurrent matches, batches of {BATCH:,}")
        table.add_column("")
        table.add_column("events/s", justify="right")
        table.add_row("read the log", rate(count, lambda: read(url)))
        table.add_row("read the log, library method", rate(count, lambda: read_as_the_library(store.recorder)))
        for projection in PROJECTIONS.values():
            table.add_row(f"catch up: {projection.name}", rate(count, lambda each=projection: catch_up(runner, each)))  # type: ignore[misc] # mypy does not infer a default
        lags = sorted(await lag(store, runner, patterns[0]))
        Console().print(table)
        Console().print(
            f"lag of a live projection: {lags[LOOKS // 2] * 1e3:.0f} ms (p50), {lags[-2] * 1e3:.0f} ms (p99)"
        )


def rate(events: int, work: Callable[[], None]) -> str:
    """Events per second of the given work."""
    started = time.perf_counter()
    work()
    return f"{events / (time.perf_counter() - started):,.0f}"


def read(url: str) -> None:
    """Read the whole log with our query."""
    query = "SELECT notification_id, * FROM chronicle.stored_events WHERE notification_id > %s ORDER BY 1 LIMIT %s"
    position = 0
    with psycopg.connect(url, autocommit=True) as connection, connection.cursor(binary=True) as cursor:
        while rows := cursor.execute(query, (position, BATCH)).fetchall():
            position = rows[-1][0]


def read_as_the_library(recorder: BatchingRecorder) -> None:
    """Read the whole log with the library's method."""
    position = 0
    while found := recorder.select_notifications(position, BATCH, inclusive_of_start=False):
        position = found[-1].id


def catch_up(runner: Runner, projection: Projection) -> None:
    """Run a projection to the end of the log, in batches of the service's size."""
    while (step := runner.step(served_tables(projection), BATCH)) is None or not step.at_head:
        pass


async def lag(store: Store, runner: Runner, pattern: list[StreamRow]) -> list[float]:
    """Seconds from the response of an append until the match list contains it."""
    following = await asyncio.to_thread(ProjectionWorker, runner, PROJECTIONS.values())
    task = asyncio.create_task(following.run())
    waits = []
    for _ in range(LOOKS):
        await asyncio.sleep(0.01)
        positions = await store.append(uuid4(), pattern[:5])
        started = time.perf_counter()
        while (await following.statuses())["match_list"].position < positions[-1]:  # noqa: ASYNC110 -- the polled condition is what is timed
            await asyncio.sleep(0.001)
        waits.append(time.perf_counter() - started)
    task.cancel()
    await asyncio.wait([task])
    await following.close()
    return waits


def fill(url: str, patterns: list[list[StreamRow]], rng: random.Random) -> int:
    """Write the log and return its number of events."""
    count = 0
    columns = "originator_id, originator_version, topic, state"
    with psycopg.connect(url) as connection, connection.cursor() as cursor:
        with cursor.copy(f"COPY chronicle.stored_events ({columns}) FROM STDIN") as copy:
            while count < EVENTS:
                for row in mixed([(uuid4(), iter(rng.choice(patterns))) for _ in range(MATCHES_AT_ONCE)], rng):
                    copy.write_row(row)
                    count += 1
        cursor.execute("ANALYZE chronicle.stored_events")
    return count


def mixed(
    matches: list[tuple[UUID, Iterator[StreamRow]]], rng: random.Random
) -> Iterator[tuple[UUID, int, str, bytes]]:
    """Rows of the matches, interleaved at random."""
    while matches:
        number = int(rng.random() * len(matches))
        stream, rows = matches[number]
        row = next(rows, None)
        if row is None:
            del matches[number]
        else:
            yield stream, *row


def played(rng: random.Random) -> list[StreamRow]:
    """StreamRow rows of a whole match, played at random."""
    event = open_match(CATALOGUE, MatchRequest(GAME.key, SEATS, {}), person(rng), rng.randbytes(32))
    records = [first_record(event, MatchId(str(uuid4())), AT)]
    match: Match = opened(CATALOGUE, records[0])
    for seat in range(SEATS):
        match, more = advance(match, AT, sit(match, SeatRequest(Seat(seat), "", player=person(rng))))
        records += more
    while isinstance(match, Playing):
        match, more = moved(match, rng)
        records += more
    mapper = RecordMapper(GAME, LIFECYCLE)
    return [(record.version, *mapper.to_row(record)) for record in records]


def moved(match: Playing, rng: random.Random) -> tuple[Match, tuple[Record, ...]]:
    """Take a random legal action of a seat that must choose."""
    seat = rng.choice(list(GAME.pending(match.state)))
    return advance(match, AT, act(match, seat, rng.choice(GAME.legal_actions(match.state, seat))))


def person(rng: random.Random) -> PlayerId:
    """Random player id."""
    return PlayerId(str(UUID(bytes=rng.randbytes(16), version=4)))


if __name__ == "__main__":
    main()
