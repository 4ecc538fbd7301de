"""Fixtures: an event log with matches, and a projection runner on it."""

import random
from collections.abc import AsyncIterator, Iterator
from typing import Final
from uuid import UUID

import pytest
from psycopg import AsyncConnection
from psycopg.rows import TupleRow
from psycopg.sql import SQL, Identifier

from domain.kernel.basics import GENESIS, MatchId, PlayerId, Seat
from domain.matches.decide import MatchRequest, SeatRequest, sit
from domain.matches.events import LIFECYCLE, BranchBegun, ReplaySegment
from domain.matches.settings import PLAIN, MatchSettings
from projections.catalogue import projections_of
from projections.projection import SCHEMA
from projections.projection_tables import served_tables
from projections.runner import Runner
from service.automation.due_matches import DUE_MATCHES
from service.codec.event_codec import EventCodec
from service.codec.record_mapper import RecordMapper
from service.store.store import Store
from tests.kit.seeds import new_uuid
from tests.kit.story import GAMES, Story, opens

PROJECTIONS: Final = projections_of(GAMES)
TABLES = (
    "match_list",
    "match_list_players",
    "match_list_guests",
    "match_list_tags",
    "scoreboard",
    "scoreboard_tables",
    "player_records",
    "player_opponents",
    "player_records_tables",
    "ratings",
    "ratings_tables",
    "chronicles",
    "chronicle_reigns",
    "under_way",
    "deadlines",
)

FOLLOWED = (*PROJECTIONS.values(), DUE_MATCHES)

Rows = dict[str, list[TupleRow]]

_BEGUN = BranchBegun(GENESIS, (ReplaySegment("00" * 32, ()),))
"""The history before a branch that starts at the beginning of a match."""


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    async with Store.open(database_url) as store:
        yield store


@pytest.fixture
def runner(store: Store) -> Iterator[Runner]:
    runner = Runner(store.recorder, EventCodec(GAMES))
    runner.prepare(*map(served_tables, FOLLOWED))
    yield runner
    runner.close()


@pytest.fixture
async def connection(database_url: str) -> AsyncIterator[AsyncConnection[TupleRow]]:
    async with await AsyncConnection.connect(database_url, autocommit=True) as connection:
        yield connection


def opened(seats: int = 2, game: str = "pebbles", arrangement: MatchSettings = PLAIN, **options: object) -> Story:
    return opens(MatchRequest(game, seats, options, arrangement=arrangement), match=MatchId(str(new_uuid())))


def seated(*who: str, game: str = "pebbles", arrangement: MatchSettings = PLAIN, **options: object) -> Story:
    """A match with a person or a bot (`bot:random`) in each seat."""
    story = opened(len(who), game, arrangement, **options)
    for seat, name in enumerate(who):
        kind, _, bot = name.partition(":")
        sitting = (
            SeatRequest(Seat(seat), "", bot=bot)
            if kind == "bot"
            else SeatRequest(Seat(seat), "", player=PlayerId(name))
        )
        story = story.then(sit(story.match, sitting, begun=_BEGUN if arrangement.is_practice else None))
    return story


def played(
    *who: str, game: str = "pebbles", seed: int = 1, arrangement: MatchSettings = PLAIN, **options: object
) -> Story:
    return seated(*who, game=game, arrangement=arrangement, **options).is_played(
        ["random"] * len(who), random.Random(seed)
    )


async def record(store: Store, *stories: Story) -> None:
    for story in stories:
        mapper = RecordMapper(story.game, LIFECYCLE)
        rows = [(record.version, *mapper.to_row(record)) for record in story.records]
        await store.append(UUID(story.records[0].match), rows)


def catch_up(runner: Runner, limit: int = 1_000) -> None:
    """Process the whole log."""
    for projection in FOLLOWED:
        while (step := runner.step(served_tables(projection), limit)) is None or not step.at_head:
            pass


async def kept(connection: AsyncConnection[TupleRow]) -> Rows:
    """All rows of the projections."""
    rows: Rows = {}
    for table in TABLES:
        found = await connection.execute(SQL("SELECT * FROM {}").format(Identifier(SCHEMA, table)))
        rows[table] = sorted(await found.fetchall(), key=str)
    return rows
