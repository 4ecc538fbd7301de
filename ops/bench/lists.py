"""Latency of list queries over many matches, compared with a read by key of the same rows in the same run.

The log is written in bulk and projected as in the service. Usage: `python -m ops.bench.lists [DATABASE_URL]`, with
an empty database. Without a URL it starts an embedded server.
"""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

import psycopg
from psycopg import AsyncConnection
from rich.console import Console
from rich.table import Table

from domain.catalogue import CATALOGUE
from domain.kernel.basics import Instant, PlayerId
from ops.bench.databases import on_a_database
from ops.bench.many_matches import EDITIONS, GAME, MATCHES, PEOPLE, TAGS, fill, match, person, time_of
from projections import match_search, player_pages, ratings
from projections.boards import Boards
from projections.catalogue import projections_of
from projections.match_list import line_of
from projections.match_search import Wanted
from projections.projection import SCHEMA
from projections.projection_tables import served_tables
from projections.runner import Runner
from projections.scoreboards import pages
from projections.scoreboards.scopes import EVER, scope
from service.codec.event_codec import EventCodec
from service.store.store import Store

PROJECTIONS = projections_of(CATALOGUE)
ROUNDS = 500
PAGE = 50
BATCH = 100_000

Connection = AsyncConnection[Any]
Query = Callable[[Connection, random.Random], Awaitable[object]]


def main() -> None:
    """Measure and print the figures."""
    on_a_database(lambda url: asyncio.run(measure(url)))


async def measure(url: str) -> None:
    """Fill the read models, measure, and print."""
    async with Store.open(url) as store:
        runner = Runner(store.recorder, EventCodec(CATALOGUE), connections=len(PROJECTIONS))
        runner.prepare(*map(served_tables, PROJECTIONS.values()))
        count = fill(url, random.Random(12))
        table = Table(title=f"{MATCHES:,} matches ({count:,} lifecycle events), pages of {PAGE}")
        for column in ("", "p50 ms", "p99 ms", "p99 / by key"):
            table.add_column(column, justify="right" if column else "left")
        started = time.perf_counter()
        await asyncio.gather(*(asyncio.to_thread(drain, runner, name) for name in PROJECTIONS))
        Console().print(f"projected {count:,} events in {time.perf_counter() - started:.0f} s")
        runner.close()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE")
    waits = await asked(url, random.Random(12))
    yardstick = percentile(waits["a match by its id"], 99)
    for name, taken in waits.items():
        p99 = percentile(taken, 99)
        table.add_row(name, f"{percentile(taken, 50):.2f}", f"{p99:.2f}", f"{p99 / yardstick:.1f}")
    Console().print(table)


def drain(runner: Runner, name: str) -> None:
    """Run a projection to the end of the log."""
    while (step := runner.step(served_tables(PROJECTIONS[name]), BATCH)) is None or not step.at_head:
        pass


async def asked(url: str, rng: random.Random) -> dict[str, list[float]]:
    """Latencies of each query in seconds; every round runs all queries in turn."""
    waits: dict[str, list[float]] = {name: [] for name in QUERIES}
    async with await AsyncConnection.connect(url, autocommit=True) as connection:
        for _ in range(ROUNDS):
            for name, query in QUERIES.items():
                started = time.perf_counter()
                await query(connection, rng)
                waits[name].append(time.perf_counter() - started)
    return waits


def percentile(waits: list[float], percent: int) -> float:
    """Percentile of the latencies, in milliseconds."""
    return sorted(waits)[len(waits) * percent // 100] * 1e3


async def by_key(connection: Connection, rng: random.Random) -> object:
    """Read one match by its id."""
    found = await connection.execute(_BY_KEY, (match(rng.randrange(MATCHES)),))
    return [line_of(line) for (line,) in await found.fetchall()]


def matches(wanted: Callable[[random.Random], Wanted]) -> Query:
    """Query for a page of matches."""

    async def query(connection: Connection, rng: random.Random) -> object:
        return await match_search.page(connection, wanted(rng), PAGE)

    return query


def board(asked: Callable[[random.Random], str]) -> Query:
    """Query for a page of a scoreboard."""

    async def query(connection: Connection, rng: random.Random) -> object:
        return await pages.page(connection, GAME, PAGE, scope=asked(rng))

    return query


def anybody(rng: random.Random) -> PlayerId:
    """Random person of the log."""
    return person(rng.randrange(PEOPLE))


def at(rng: random.Random) -> Instant:
    """Random time between the first match and the last."""
    return time_of(rng.randrange(MATCHES))


_BY_KEY: Final = f"SELECT line FROM {SCHEMA}.match_list WHERE id = %s"  # noqa: S608 -- a constant
QUERIES: Final[dict[str, Query]] = {
    "a match by its id": by_key,
    "matches": matches(lambda _: Wanted()),
    "matches of a game": matches(lambda _: Wanted(game=GAME.key)),
    "matches in progress": matches(lambda _: Wanted(game=GAME.key, phase="playing")),
    "matches of a person": matches(lambda rng: Wanted(player=anybody(rng))),
    "matches with a tag": matches(lambda rng: Wanted(tag=rng.choice(TAGS))),
    "matches until a time": matches(lambda rng: Wanted(until=at(rng))),
    "matches of an edition": matches(lambda rng: Wanted(game=GAME.key, edition=rng.choice(EDITIONS), until=at(rng))),
    "matches of a length": matches(lambda _: Wanted(min_length=8)),
    "matches with a high score": matches(lambda rng: Wanted(game=GAME.key, min_score=rng.randrange(50, 95))),
    "scoreboard": board(lambda _: EVER),
    "scoreboard of a month": board(lambda rng: scope(at(rng)[:7])),
    "scoreboard of a tag": board(lambda rng: scope("all", "tag", rng.choice(TAGS))),
    "scoreboard of a tag in a month": board(lambda rng: scope(at(rng)[:7], "tag", rng.choice(TAGS))),
    "scoreboard of a side": board(lambda rng: scope("all", "side", rng.choice("AB"))),
    "ratings": lambda connection, _: ratings.page(connection, GAME.key, PAGE),
    "record of a person": lambda connection, rng: player_pages.records(connection, Boards(CATALOGUE), anybody(rng)),
    "opponents of a person": lambda connection, rng: player_pages.opponents(connection, anybody(rng), GAME.key, PAGE),
}


if __name__ == "__main__":
    main()
