"""Projection catch-up: events per second from an empty table to the end of a log of Queen of 12 matches.

Its yardsticks are reading the same log without projecting anything, in our way and in the library's.
"""

import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID, uuid4

import psycopg

from domain.catalogue import CATALOGUE
from domain.kernel.basics import Instant, MatchId, PlayerId, Seat
from domain.kernel.records import Record
from domain.matches.decide import Opening, Sitting, act, advance, first_record, open_match, sit
from domain.matches.events import LIFECYCLE
from domain.matches.evolve import opened
from domain.matches.state import Match, Playing
from projections.following import BATCH
from projections.match_list import MATCH_LIST
from projections.projection import Projection
from projections.runner import Runner, serving
from projections.scoreboard import SCOREBOARD
from service.postgres.embedded import EmbeddedPostgres
from service.reading import Reading
from service.store.mapper import Mapper
from service.store.setup import factory_for, recorder_for

GAME = CATALOGUE.game("queen_of_12")
SEATS = 3
AT = Instant("2026-11-30T12:00:00.000000Z")
PATTERNS = 24
EVENTS = 200_000
TABLES_AT_ONCE = 48
"""How many matches are under way at the same time, so that their events are mixed in the log."""

Rows = list[tuple[int, str, bytes]]


def main() -> None:
    """Print the figures."""
    events = int(sys.argv[1]) if len(sys.argv) > 1 else EVENTS
    with tempfile.TemporaryDirectory() as folder, EmbeddedPostgres(Path(folder)) as server:
        factory = factory_for(server.url, "chronicle")
        recorder = recorder_for(factory)
        runner = Runner(recorder, Reading(CATALOGUE))
        runner.prepare(serving(MATCH_LIST), serving(SCOREBOARD))
        count = record(server.url, events)
        print(f"log: {count} events of {GAME.title}, {TABLES_AT_ONCE} matches at a time")
        show("read the log (our way)", count, reading(server.url))
        started = time.perf_counter()
        position = 0
        while found := recorder.select_notifications(position, BATCH, inclusive_of_start=False):
            position = found[-1].id
        show("read the log (the library's way)", count, time.perf_counter() - started)
        for projection in (MATCH_LIST, SCOREBOARD):
            show(f"catch up: {projection.name}", count, catching_up(runner, projection))
        runner.close()
        factory.close()


def show(what: str, events: int, seconds: float) -> None:
    """Print one figure."""
    print(f"{what:36} {events / seconds:10,.0f} events/s")


def reading(url: str) -> float:
    """Seconds to read the whole log and do nothing with it."""
    query = "SELECT * FROM chronicle.stored_events WHERE notification_id > %s ORDER BY notification_id LIMIT %s"
    started, position = time.perf_counter(), 0
    with psycopg.connect(url, autocommit=True) as connection, connection.cursor(binary=True) as cursor:
        while rows := cursor.execute(query, (position, BATCH)).fetchall():
            position = rows[-1][4]
    return time.perf_counter() - started


def catching_up(runner: Runner, projection: Projection) -> float:
    """Seconds to take a projection from nothing to the end of the log, in the batches of the service."""
    started = time.perf_counter()
    while (step := runner.step(serving(projection), BATCH)) is None or not step.done:
        pass
    return time.perf_counter() - started


def record(url: str, events: int) -> int:
    """Fill the log; how many events it holds then."""
    rng = random.Random(12)
    patterns = [played(rng) for _ in range(PATTERNS)]
    count = 0
    with psycopg.connect(url) as connection, connection.cursor() as cursor:
        columns = "originator_id, originator_version, topic, state"
        with cursor.copy(f"COPY chronicle.stored_events ({columns}) FROM STDIN") as copy:
            while count < events:
                tables = [(uuid4(), iter(rng.choice(patterns))) for _ in range(TABLES_AT_ONCE)]
                for row in mixed(tables, rng):
                    copy.write_row(row)
                    count += 1
    return count


def mixed(
    tables: list[tuple[UUID, Iterator[tuple[int, str, bytes]]]], rng: random.Random
) -> Iterator[tuple[UUID, int, str, bytes]]:
    """The rows of matches that are played at the same time."""
    while tables:
        number = int(rng.random() * len(tables))
        stream, rows = tables[number]
        row = next(rows, None)
        if row is None:
            del tables[number]
        else:
            yield stream, *row


def played(rng: random.Random) -> Rows:
    """A whole match of bots that pass for people, as rows."""
    match_id = MatchId(str(uuid4()))
    first = first_record(
        open_match(CATALOGUE, Opening(GAME.key, SEATS, {}), PlayerId(str(uuid4())), rng.randbytes(32)), match_id, AT
    )
    match: Match = opened(CATALOGUE, first)
    records = [first]
    for seat in range(SEATS):
        match, more = advance(match, AT, sit(match, Sitting(Seat(seat), "", player=PlayerId(str(uuid4())))))
        records += more
    while isinstance(match, Playing):
        match, more = moved(match, rng)
        records += more
    mapper = Mapper(GAME, LIFECYCLE)
    return [(one.version, *mapper.to_row(one)) for one in records]


def moved(match: Playing, rng: random.Random) -> tuple[Match, tuple[Record, ...]]:
    """Let a random seat that must choose act at random."""
    seat = rng.choice(list(GAME.pending(match.state)))
    action = rng.choice(GAME.legal_actions(match.state, seat))
    return advance(match, AT, act(match, seat, action))


if __name__ == "__main__":
    main()
