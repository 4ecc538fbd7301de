"""Time to load a match that is not cached: query, decoding and folding, compared with the query alone."""

import random
import statistics
import time
from collections.abc import Awaitable, Callable
from itertools import count
from uuid import UUID

import uvloop

from domain.catalogue import CATALOGUE
from domain.kernel.basics import Instant, MatchId, PlayerId, Seat, Version
from domain.kernel.records import Cause, Record
from domain.matches.decide import MatchRequest, SeatRequest, act, advance, first_record, open_match, sit
from domain.matches.evolve import fold, opened
from domain.matches.state import Match, Playing
from ops.bench.databases import on_a_database
from service.matches.event_store import MatchEventStore
from service.store.store import Store

EVENTS = 300
TIMES = 200
AT = Instant("2026-11-30T02:32:49.000123Z")
MATCH = MatchId("00000000-0000-4000-8000-000000000012")
GAME = CATALOGUE.game("queen_of_12")


def played() -> list[Record]:
    """Records of a match with exactly `EVENTS` events."""
    return next(records for number in count() if len(records := _played(number)) == EVENTS)


def _played(number: int) -> list[Record]:
    first = first_record(open_match(CATALOGUE, MatchRequest(GAME.key, 4, {}), PlayerId("p"), bytes(32)), MATCH, AT)
    match: Match = opened(CATALOGUE, first)
    records, rng = [first], random.Random(number)
    for seat in range(4):
        match, more = advance(match, AT, sit(match, SeatRequest(Seat(seat), "", bot="random")))
        records.extend(more)
    while len(records) < EVENTS and isinstance(match, Playing):
        seat = rng.choice(list(GAME.pending(match.state)))
        action = rng.choice(list(GAME.legal_actions(match.state, seat)))
        match, more = advance(match, AT, act(match, seat, action), Cause(action))
        records.extend(more)
    return records[:EVENTS]


async def measure(url: str) -> None:
    """Load the match `TIMES` times and print milliseconds."""
    async with Store.open(url) as store:
        event_store = MatchEventStore(store, CATALOGUE)
        for record in played():
            await event_store.append(GAME.key, (record,))

        async def query() -> None:
            await store.load(UUID(MATCH))

        async def whole() -> None:
            fold(CATALOGUE, None, await event_store.load(MATCH))

        async def part() -> None:
            await event_store.load_after(GAME.key, MATCH, Version(EVENTS))

        print(f"cold load of a match with {EVENTS} events, in milliseconds (median, 99th percentile of {TIMES})")
        for name, work in (("query, decode, fold", whole), ("query only", query), ("no new events", part)):
            print(f"  {name:20}: {await _median(work)}")


async def _median(work: Callable[[], Awaitable[None]]) -> str:
    times = []
    for _ in range(TIMES):
        began = time.perf_counter()
        await work()
        times.append(1000 * (time.perf_counter() - began))
    return f"{statistics.median(times):.3f}, {sorted(times)[TIMES * 99 // 100]:.3f}"


def main() -> None:
    """Measure on the database in the first argument, or on an embedded server."""
    on_a_database(lambda url: uvloop.run(measure(url)))


if __name__ == "__main__":
    main()
