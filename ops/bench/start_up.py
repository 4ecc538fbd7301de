"""Time to find and load the matches with pending bot moves at start, beside many matches in progress with bots.

The yardstick is a start without checkpoints, which loads every match in progress with bots. It is measured with a
sample of the matches and does not include the queries of the match list.
"""

import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from uuid import UUID, uuid4

import psycopg
import uvloop
from psycopg_pool import AsyncConnectionPool

from domain.catalogue import CATALOGUE
from domain.kernel.basics import Instant, MatchId, PlayerId, Seat
from domain.kernel.records import Cause, Record
from domain.matches.decide import MatchRequest, SeatRequest, act, advance, first_record, open_match, sit
from domain.matches.events import LIFECYCLE
from domain.matches.evolve import opened
from domain.matches.state import Match, Playing
from ops.bench.databases import on_a_database
from service.automation.bot_checkpoints import BotCheckpoints
from service.automation.bot_recovery import BotRecovery
from service.automation.bots import BotRunner, next_bot
from service.chronicles.command_handler import Chronicles
from service.codec.record_mapper import RecordMapper
from service.matches.command_handler import CommandHandler
from service.matches.editions import Editions
from service.matches.event_store import MatchEventStore
from service.matches.repository import MatchRepository
from service.matches.subscribers import MatchSubscribers
from service.migrations.runner import migrate
from service.migrations.schema import SEARCH_PATH
from service.settings import Settings
from service.store.store import Store

MATCHES = 100_000
SAMPLE = 10_000
PENDING = 10
AT = Instant("2026-11-30T02:32:49.000123Z")
GAME = CATALOGUE.game("queen_of_12")
MAPPER = RecordMapper(GAME, LIFECYCLE)


@dataclass
class Template:
    """The records of a match of a person and a bot: a bot move is pending first, and none after `moved` too."""

    started: list[Record]
    moved: list[Record]


def template() -> Template:
    """Play the start of a match, and then the bot moves until only the person can move."""
    first = first_record(
        open_match(CATALOGUE, MatchRequest(GAME.key, 2, {}), PlayerId(str(uuid4())), bytes(32)),
        MatchId(str(uuid4())),
        AT,
    )
    match: Match = opened(CATALOGUE, first)
    started, moved = [first], list[Record]()
    for sitting in (SeatRequest(Seat(0), "", player=PlayerId(str(uuid4()))), SeatRequest(Seat(1), "", bot="random")):
        match, more = advance(match, AT, sit(match, sitting))
        started += more
    while isinstance(match, Playing) and (seat := next_bot(match)) is not None:
        action = GAME.legal_actions(match.state, seat)[0]
        match, more = advance(match, AT, act(match, seat, action), Cause(action))
        moved += more
    return Template(started, moved)


def fill(url: str, records: list[Record], matches: list[MatchId]) -> None:
    """Write these records under the ids of these matches."""
    rows = [(record.version, *MAPPER.to_row(record)) for record in records]
    columns = "originator_id, originator_version, topic, state"
    with psycopg.connect(url) as connection, connection.cursor() as cursor:
        with cursor.copy(f"COPY chronicle.stored_events ({columns}) FROM STDIN") as copy:
            for match in matches:
                for row in rows:
                    copy.write_row((match, *row))
        cursor.execute("ANALYZE chronicle.stored_events")


def ids(number: int) -> list[MatchId]:
    """New ids of matches."""
    return [MatchId(str(UUID(int=uuid4().int))) for _ in range(number)]


class Process:
    """The parts of a service process that bots need."""

    def __init__(self, store: Store, pool: AsyncConnectionPool, listed: list[MatchId]) -> None:
        """Use the log of this store. The match list would give the matches `listed`."""
        self.event_store, editions = MatchEventStore(store, CATALOGUE), Editions(store, CATALOGUE)
        chronicles, subscribers = Chronicles(store, self.event_store, editions), MatchSubscribers()
        repository = MatchRepository(self.event_store, editions, subscribers, Settings().matches_in_memory)
        self.bots = BotRunner(
            repository, CommandHandler(repository, self.event_store, editions, chronicles, subscribers)
        )
        subscribers.add(self.bots)
        self.recovery = BotRecovery(
            BotCheckpoints(pool), self.bots, self.event_store, subscribers, lambda: _each(listed)
        )


async def _each(matches: list[MatchId]) -> AsyncIterator[MatchId]:
    for match in matches:
        yield match


async def measure(url: str) -> None:
    """Fill a log and print the number of loaded matches and the time of both ways to start."""
    await migrate(url)
    async with Store.open(url) as store, AsyncConnectionPool(url, open=False, kwargs=SEARCH_PATH) as pool:
        records, running = template(), ids(MATCHES)
        fill(url, records.started + records.moved, running)
        process = Process(store, pool, running[:SAMPLE])
        events = await process.event_store.head_position()
        print(f"start with {MATCHES} matches in progress with bots ({events} events)")
        print(f"  without checkpoints, {SAMPLE} of them: {await _start(process)}")
        await process.recovery.update()
        fill(url, records.started, ids(PENDING))
        process = Process(store, pool, [])
        print(f"  with a checkpoint, {PENDING} pending: {await _start(process)}")
        await process.bots.close()


async def _start(process: Process) -> str:
    began = time.perf_counter()
    await process.recovery.prepare()
    loaded = await process.recovery.recover()
    return f"{loaded} matches loaded in {time.perf_counter() - began:.3f} s"


def main() -> None:
    """Measure on the database in the first argument, or on an embedded server."""
    on_a_database(lambda url: uvloop.run(measure(url)))


if __name__ == "__main__":
    main()
