"""Lag of the projections behind the log, at 1,000 actions per second.

Actions of Queen of 12 are recorded at that rate and projected in the same process, as in the service. The yardstick
is a task that only reads the same log every hundredth of a second at the same time.
Usage: `python -m ops.bench.lag [DATABASE_URL]`, with an empty database. Without a URL it starts an embedded server.
"""

import asyncio
import random
import time
from collections import defaultdict
from collections.abc import Iterator
from uuid import UUID, uuid4

import uvloop
from rich.console import Console
from rich.table import Table

from domain.catalogue import CATALOGUE
from domain.kernel.basics import MatchId, Seat
from domain.kernel.records import Record
from domain.matches.decide import MatchRequest, SeatRequest, advance, first_record, open_match, sit
from domain.matches.events import LIFECYCLE
from domain.matches.evolve import opened
from domain.matches.state import Match, Playing
from ops.bench.catch_up import AT, GAME, SEATS, moved, person
from ops.bench.databases import on_a_database
from projections.catalogue import projections_of
from projections.runner import Runner
from projections.worker import ProjectionWorker
from service.codec.event_codec import EventCodec
from service.codec.record_mapper import RecordMapper
from service.store.rows import StreamRow
from service.store.store import Store

PROJECTIONS = projections_of(CATALOGUE)
RATE = 1_000
SECONDS = 15
TICK = 0.01
MATCHES_AT_ONCE = 500
PATTERNS = 12
"""Number of distinct matches; the log repeats them under other ids."""
READER = "read the log"
APPEND = "append"

Action = list[StreamRow]
Waits = dict[str, list[float]]


def main() -> None:
    """Measure and print the figures."""
    on_a_database(lambda url: uvloop.run(measure(url)))


async def measure(url: str) -> None:
    """Record at the target rate, project, and print."""
    rng = random.Random(12)
    patterns = [played(rng) for _ in range(PATTERNS)]
    async with Store.open(url) as store:
        runner = Runner(store.recorder, EventCodec(CATALOGUE))
        following = await asyncio.to_thread(ProjectionWorker, runner, PROJECTIONS.values())
        bench = Bench(store, following)
        tasks = [asyncio.create_task(work) for work in (following.run(), bench.read())]
        began = time.perf_counter()
        await bench.record(turns(patterns, rng))
        took = time.perf_counter() - began
        await bench.done()
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        await following.close()
    show(bench, took)


class Bench:
    """Recorder of actions that measures, for each projection, the seconds from response to projection."""

    def __init__(self, store: Store, following: ProjectionWorker) -> None:
        """Use this store and this projection worker."""
        self.waits: Waits = defaultdict(list)
        self.events = 0
        self._store = store
        self._following = following
        self._recorded: list[tuple[int, float]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def record(self, actions: Iterator[tuple[UUID, Action]]) -> None:
        """Start actions at the target rate in every tick, without waiting for earlier ones (open loop)."""
        due = time.perf_counter()
        for _ in range(round(SECONDS / TICK)):
            for _ in range(round(RATE * TICK)):
                self._spawn(*next(actions))
            due += TICK
            await asyncio.sleep(max(0.0, due - time.perf_counter()))

    def _spawn(self, stream: UUID, rows: Action) -> None:
        task = asyncio.create_task(self._act(stream, rows))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _act(self, stream: UUID, rows: Action) -> None:
        began = time.perf_counter()
        position = (await self._store.append(stream, rows))[-1]
        answered = time.perf_counter()
        self.events += len(rows)
        self.waits[APPEND].append(answered - began)
        self._recorded.append((position, answered))
        await asyncio.gather(*(self._known(name, position, answered) for name in PROJECTIONS))

    async def _known(self, name: str, position: int, answered: float) -> None:
        await self._following.wait_for(name, position)
        self.waits[name].append(time.perf_counter() - answered)

    async def read(self) -> None:
        """Read new events of the log in a loop."""
        position = 0
        while True:
            rows = await self._store.read(position, 10_000)
            position = rows[-1].position if rows else position
            seen = time.perf_counter()
            known = [answered for at, answered in self._recorded if at <= position]
            self._recorded = [each for each in self._recorded if each[0] > position]
            self.waits[READER].extend(max(0.0, seen - answered) for answered in known)
            await asyncio.sleep(TICK)

    async def done(self) -> None:
        """Wait until every action is projected and read."""
        await asyncio.gather(*self._tasks)
        while self._recorded:  # noqa: ASYNC110 -- the reader sets no event
            await asyncio.sleep(TICK)


def turns(patterns: list[list[Action]], rng: random.Random) -> Iterator[tuple[UUID, Action]]:
    """Actions of many matches, round robin, so that no match has two at once; a finished match is replaced."""
    matches = [(uuid4(), iter(rng.choice(patterns))) for _ in range(MATCHES_AT_ONCE)]
    while True:
        for number, (stream, actions) in enumerate(matches):
            action = next(actions, None)
            if action is None:
                matches[number] = uuid4(), iter(rng.choice(patterns))
            else:
                yield stream, action


def played(rng: random.Random) -> list[Action]:
    """StreamRow rows of a whole match, played at random, grouped by action."""
    mapper = RecordMapper(GAME, LIFECYCLE)
    event = open_match(CATALOGUE, MatchRequest(GAME.key, SEATS, {}), person(rng), rng.randbytes(32))
    first = first_record(event, MatchId(str(uuid4())), AT)
    match: Match = opened(CATALOGUE, first)
    groups: list[tuple[Record, ...]] = [(first,)]
    for seat in range(SEATS):
        match, more = advance(match, AT, sit(match, SeatRequest(Seat(seat), "", player=person(rng))))
        groups.append(more)
    while isinstance(match, Playing):
        match, more = moved(match, rng)
        groups.append(more)
    return [[(record.version, *mapper.to_row(record)) for record in records] for records in groups]


def show(bench: Bench, took: float) -> None:
    """Print the table."""
    pace = f"{len(bench.waits[APPEND]) / took:,.0f} actions/s, {bench.events / took:,.0f} events/s, for {took:.0f} s"
    table = Table("", "p50 ms", "p99 ms", "worst ms", title=pace)
    for name in (APPEND, READER, *PROJECTIONS):
        found = sorted(bench.waits[name])
        figures = (found[len(found) // 2], found[len(found) * 99 // 100], found[-1])
        label = name if name in (APPEND, READER) else f"projected: {name}"
        table.add_row(label, *(f"{figure * 1e3:,.0f}" for figure in figures))
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
