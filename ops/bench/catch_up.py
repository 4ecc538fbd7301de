"""Projections: events per second from an empty table to the end of the log, and how far behind a live one is.

The log holds matches of Queen of 12, many at a time. The yardsticks are reading the same log without
projecting anything, in our way and in the library's: `python -m ops.bench.catch_up [DATABASE_URL]`;
without a URL (to an empty database) a server of the service's own is started.
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
from domain.matches.decide import Opening, Sitting, act, advance, first_record, open_match, sit
from domain.matches.events import LIFECYCLE
from domain.matches.evolve import opened
from domain.matches.state import Match, Playing
from ops.bench.databases import on_a_database
from projections.catalogue import projections_of
from projections.projection import Projection
from projections.runner import Runner, serving
from projections.worker import BATCH, ProjectionWorker
from service.store.event_codec import EventCodec
from service.store.mapper import Mapper
from service.store.recorder import SharingRecorder
from service.store.rows import Stored
from service.store.store import Store

PROJECTIONS = projections_of(CATALOGUE)
GAME = CATALOGUE.game("queen_of_12")
SEATS = 3
AT = Instant("2026-11-30T12:00:00.000000Z")
EVENTS = 200_000
MATCHES_AT_ONCE = 48
PATTERNS = 24
"""How many matches are played; the log repeats them under other ids."""
LOOKS = 100


def main() -> None:
    """Print the figures."""
    on_a_database(lambda url: asyncio.run(measure(url)))


async def measure(url: str) -> None:
    """Fill a log, measure, and print."""
    rng = random.Random(12)
    patterns = [played(rng) for _ in range(PATTERNS)]
    async with Store.open(url) as store:
        runner = Runner(store.recorder, EventCodec(CATALOGUE))
        runner.prepare(*map(serving, PROJECTIONS.values()))
        count = fill(url, patterns, rng)
        table = Table(title=f"{count:,} events, {MATCHES_AT_ONCE} matches at a time, batches of {BATCH:,}")
        table.add_column("")
        table.add_column("events/s", justify="right")
        table.add_row("only read the log", rate(count, lambda: read(url)))
        table.add_row("only read the log, the library's way", rate(count, lambda: read_as_the_library(store.recorder)))
        for projection in PROJECTIONS.values():
            table.add_row(f"catch up: {projection.name}", rate(count, lambda each=projection: catch_up(runner, each)))  # type: ignore[misc] # mypy does not infer a default
        lags = sorted(await lag(store, runner, patterns[0]))
        Console().print(table)
        Console().print(
            f"a live projection is behind by {lags[LOOKS // 2] * 1e3:.0f} ms (p50), {lags[-2] * 1e3:.0f} ms (p99)"
        )


def rate(events: int, work: Callable[[], None]) -> str:
    """How many events a second some work does."""
    started = time.perf_counter()
    work()
    return f"{events / (time.perf_counter() - started):,.0f}"


def read(url: str) -> None:
    """Read the whole log and do nothing with it."""
    query = "SELECT notification_id, * FROM chronicle.stored_events WHERE notification_id > %s ORDER BY 1 LIMIT %s"
    position = 0
    with psycopg.connect(url, autocommit=True) as connection, connection.cursor(binary=True) as cursor:
        while rows := cursor.execute(query, (position, BATCH)).fetchall():
            position = rows[-1][0]


def read_as_the_library(recorder: SharingRecorder) -> None:
    """The same through the library's own method."""
    position = 0
    while found := recorder.select_notifications(position, BATCH, inclusive_of_start=False):
        position = found[-1].id


def catch_up(runner: Runner, projection: Projection) -> None:
    """Take a projection from nothing to the end of the log, in the batches of the service."""
    while (step := runner.step(serving(projection), BATCH)) is None or not step.done:
        pass


async def lag(store: Store, runner: Runner, pattern: list[Stored]) -> list[float]:
    """Seconds from an append's answer until the match list has it."""
    following = await asyncio.to_thread(ProjectionWorker, runner, PROJECTIONS.values())
    task = asyncio.create_task(following.run())
    waits = []
    for _ in range(LOOKS):
        await asyncio.sleep(0.01)
        positions = await store.append(uuid4(), pattern[:5])
        started = time.perf_counter()
        while (await following.standings())["match_list"].position < positions[-1]:  # noqa: ASYNC110 -- that is what is timed
            await asyncio.sleep(0.001)
        waits.append(time.perf_counter() - started)
    task.cancel()
    await asyncio.wait([task])
    await following.close()
    return waits


def fill(url: str, patterns: list[list[Stored]], rng: random.Random) -> int:
    """Write the log; how many events it holds then."""
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


def mixed(matches: list[tuple[UUID, Iterator[Stored]]], rng: random.Random) -> Iterator[tuple[UUID, int, str, bytes]]:
    """The rows of matches that are played at the same time."""
    while matches:
        number = int(rng.random() * len(matches))
        stream, rows = matches[number]
        row = next(rows, None)
        if row is None:
            del matches[number]
        else:
            yield stream, *row


def played(rng: random.Random) -> list[Stored]:
    """A whole match at random, as it is stored."""
    event = open_match(CATALOGUE, Opening(GAME.key, SEATS, {}), person(rng), rng.randbytes(32))
    records = [first_record(event, MatchId(str(uuid4())), AT)]
    match: Match = opened(CATALOGUE, records[0])
    for seat in range(SEATS):
        match, more = advance(match, AT, sit(match, Sitting(Seat(seat), "", player=person(rng))))
        records += more
    while isinstance(match, Playing):
        match, more = moved(match, rng)
        records += more
    mapper = Mapper(GAME, LIFECYCLE)
    return [(record.version, *mapper.to_row(record)) for record in records]


def moved(match: Playing, rng: random.Random) -> tuple[Match, tuple[Record, ...]]:
    """Let a seat that must choose act at random."""
    seat = rng.choice(list(GAME.pending(match.state)))
    return advance(match, AT, act(match, seat, rng.choice(GAME.legal_actions(match.state, seat))))


def person(rng: random.Random) -> PlayerId:
    """Somebody."""
    return PlayerId(str(UUID(bytes=rng.randbytes(16), version=4)))


if __name__ == "__main__":
    main()
