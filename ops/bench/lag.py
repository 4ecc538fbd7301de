"""How long after an action read models know of it, at 1,000 actions a second.

Matches of Queen of 12 are recorded at that pace, and followed in the same process, as a service does. The yardstick is
somebody who reads the same log every hundredth of a second, at the same time, and makes nothing of it:
`python -m ops.bench.lag [DATABASE_URL]`; without a URL (to an empty database) a server of the service's own is started.
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
from domain.matches.decide import Opening, Sitting, advance, first_record, open_match, sit
from domain.matches.events import LIFECYCLE
from domain.matches.evolve import opened
from domain.matches.state import Match, Playing
from ops.bench.catch_up import AT, GAME, SEATS, moved, person
from ops.bench.databases import on_a_database
from projections.catalogue import projections_of
from projections.runner import Runner
from projections.worker import ProjectionWorker
from service.store.event_codec import EventCodec
from service.store.mapper import Mapper
from service.store.rows import Stored
from service.store.store import Store

PROJECTIONS = projections_of(CATALOGUE)
RATE = 1_000
SECONDS = 15
TICK = 0.01
MATCHES_AT_ONCE = 500
PATTERNS = 12
"""How many matches are played; the log repeats them under other ids."""
READER = "only read the log"
APPEND = "append"

Action = list[Stored]
Waits = dict[str, list[float]]


def main() -> None:
    """Print the figures."""
    on_a_database(lambda url: uvloop.run(measure(url)))


async def measure(url: str) -> None:
    """Record at the pace, follow, and print."""
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
    """Records actions, and notes how many seconds after each answer others knew of it."""

    def __init__(self, store: Store, following: ProjectionWorker) -> None:
        """Record in this store, with these followers."""
        self.waits: Waits = defaultdict(list)
        self.events = 0
        self._store = store
        self._following = following
        self._recorded: list[tuple[int, float]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def record(self, actions: Iterator[tuple[UUID, Action]]) -> None:
        """Begin as many actions in each tick as the pace asks for, whether or not the former ones are recorded."""
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
        await self._following.reaches(name, position)
        self.waits[name].append(time.perf_counter() - answered)

    async def read(self) -> None:
        """Read what is new in the log, again and again."""
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
        """Wait until everybody knows of everything."""
        await asyncio.gather(*self._tasks)
        while self._recorded:  # noqa: ASYNC110 -- the reader rings no bell
            await asyncio.sleep(TICK)


def turns(patterns: list[list[Action]], rng: random.Random) -> Iterator[tuple[UUID, Action]]:
    """Actions of many matches in turn, so that none has two at once; a match that is over makes room for another."""
    matches = [(uuid4(), iter(rng.choice(patterns))) for _ in range(MATCHES_AT_ONCE)]
    while True:
        for number, (stream, actions) in enumerate(matches):
            action = next(actions, None)
            if action is None:
                matches[number] = uuid4(), iter(rng.choice(patterns))
            else:
                yield stream, action


def played(rng: random.Random) -> list[Action]:
    """A whole match at random, action by action, as it is stored."""
    mapper = Mapper(GAME, LIFECYCLE)
    event = open_match(CATALOGUE, Opening(GAME.key, SEATS, {}), person(rng), rng.randbytes(32))
    first = first_record(event, MatchId(str(uuid4())), AT)
    match: Match = opened(CATALOGUE, first)
    told: list[tuple[Record, ...]] = [(first,)]
    for seat in range(SEATS):
        match, more = advance(match, AT, sit(match, Sitting(Seat(seat), "", player=person(rng))))
        told.append(more)
    while isinstance(match, Playing):
        match, more = moved(match, rng)
        told.append(more)
    return [[(record.version, *mapper.to_row(record)) for record in records] for records in told]


def show(bench: Bench, took: float) -> None:
    """Print the figures."""
    pace = f"{len(bench.waits[APPEND]) / took:,.0f} actions/s, {bench.events / took:,.0f} events/s, for {took:.0f} s"
    table = Table("", "p50 ms", "p99 ms", "worst ms", title=pace)
    for name in (APPEND, READER, *PROJECTIONS):
        found = sorted(bench.waits[name])
        figures = (found[len(found) // 2], found[len(found) * 99 // 100], found[-1])
        words = name if name in (APPEND, READER) else f"known to {name}"
        table.add_row(words, *(f"{figure * 1e3:,.0f}" for figure in figures))
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
