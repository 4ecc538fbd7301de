"""The projection `chronicles` follows from the log alone."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import pytest
from psycopg import AsyncConnection
from psycopg.rows import TupleRow
from psycopg.sql import SQL, Identifier

from domain.chronicles.decide import Ended, found, replace_obstacle, settle
from domain.chronicles.events import CHRONICLE, ChronicleEvent, MatchEntered
from domain.chronicles.state import Chronicle, fold
from domain.kernel.basics import ChronicleId, MatchId, PlayerId
from domain.kernel.campaign import Report
from projections.chronicle_pages import all_reigns, awaiting, chronicle, hall, reigns
from projections.chronicle_totals import Mark, MemberTotal, ThroneTotal
from projections.chronicles import CHRONICLES
from projections.cursors import BadCursor
from projections.match_search import Wanted, page
from projections.projection import SCHEMA
from projections.projection_tables import served_tables
from projections.rebuild import rebuild
from projections.runner import ProjectionStopped, Runner
from service.codec.event_codec import CHRONICLE_PREFIX
from service.codec.event_mapper import EventMapper
from service.store.store import Store
from tests.kit.seeds import new_uuid
from tests.kit.story import ALICE, BOB, CAROL, moment
from tests.projections.conftest import catch_up, record, seated

Connection = AsyncConnection[TupleRow]
MAPPER = EventMapper(CHRONICLE_PREFIX, CHRONICLE)


class ChronicleBuilder:
    """Builder of a chronicle."""

    def __init__(self, name: str = "The Quiet Table", first_year: int = 10) -> None:
        self.id = ChronicleId(str(new_uuid()))
        self.events: list[ChronicleEvent] = [found(name, first_year, ALICE)]

    @property
    def state(self) -> Chronicle:
        """The current state."""
        state = fold(None, self.id, self.events)
        assert state is not None
        return state

    def reigns(self, *people: PlayerId, duration: int, throne: str | None = None, boxes: int = 0) -> "ChronicleBuilder":
        """Add a reign, won if `throne` is given."""
        match = MatchId(str(new_uuid()))
        report = Report(
            ending="won" if throne else "favor_spent",
            won=throne is not None,
            duration=duration,
            line="content",
            throne=throne,
            silent_boxes=boxes,
            obstacle_name="Festival",
        )
        self.events.append(MatchEntered(match))
        sitters = tuple((person, None) for person in people)
        self.events += settle(self.state, [Ended(match, sitters, report)])
        return self

    def waits(self) -> "ChronicleBuilder":
        """Enter a match that does not end."""
        self.events.append(MatchEntered(MatchId(str(new_uuid()))))
        return self

    def says(self, reign: int, by: PlayerId, words: str) -> "ChronicleBuilder":
        """Replace an obstacle."""
        self.events.append(replace_obstacle(self.state, reign, by, words))
        return self


async def keep(store: Store, *builders: ChronicleBuilder) -> None:
    for builder in builders:
        rows = [(version, *MAPPER.to_row(moment(version), event)) for version, event in enumerate(builder.events, 1)]
        await store.append(UUID(builder.id), rows)


async def rows(connection: Connection) -> Sequence[Any]:
    tables = [SQL("SELECT {}::text FROM {}").format(Identifier(name), Identifier(SCHEMA, name)) for name in _TABLES]
    return [sorted(await (await connection.execute(each)).fetchall()) for each in tables]


_TABLES = ("chronicles", "chronicle_reigns")


def book() -> ChronicleBuilder:
    builder = ChronicleBuilder().reigns(ALICE, BOB, duration=40, throne="dame", boxes=2)
    builder.reigns(BOB, CAROL, duration=17).reigns(ALICE, CAROL, duration=61, throne="golem", boxes=2)
    return builder.reigns(CAROL, ALICE, duration=61, throne="dame").says(2, CAROL, "Each other").waits()


async def test_totals_sum_all_reigns(store: Store, runner: Runner, connection: Connection) -> None:
    builder = book()
    await keep(store, builder)
    catch_up(runner)
    line = await chronicle(connection, builder.id)
    assert line is not None
    assert (line.version, line.next_year, line.throne) == (len(builder.events), 10 + 179, "dame")
    totals = line.totals
    assert (totals.reigns, totals.won, totals.years, totals.silent_boxes) == (4, 3, 179, 4)
    assert totals.members == (
        MemberTotal(ALICE, None, 3, 3, 162),
        MemberTotal(BOB, None, 2, 1, 57),
        MemberTotal(CAROL, None, 3, 2, 139),
    )
    assert totals.thrones == (ThroneTotal("dame", 2, 101), ThroneTotal("golem", 1, 61))


async def test_the_first_reign_holds_a_tied_record(store: Store, runner: Runner, connection: Connection) -> None:
    builder = book()
    await keep(store, builder)
    catch_up(runner)
    line = await chronicle(connection, builder.id)
    assert line is not None
    records = line.totals.records
    assert (records.longest, records.longest_won, records.longest_lost) == (Mark(3, 61), Mark(3, 61), Mark(2, 17))
    assert (records.shortest, records.silent_boxes, records.won_in_a_row) == (Mark(2, 17), Mark(1, 2), Mark(4, 2))


async def test_reigns_are_listed_in_order(store: Store, runner: Runner, connection: Connection) -> None:
    builder = book()
    await keep(store, builder, ChronicleBuilder().reigns(BOB, duration=5))
    catch_up(runner)
    whole = await all_reigns(connection, builder.id)
    assert [(line.number, line.year) for line in whole] == [(1, 10), (2, 50), (3, 67), (4, 128)]
    assert (whole[1].obstacle.words, whole[1].obstacle.by, whole[0].obstacle.words) == ("Each other", CAROL, None)
    first = await reigns(connection, builder.id, 3)
    second = await reigns(connection, builder.id, 3, first.next)
    assert ([*first.reigns, *second.reigns], second.next) == (whole, None)
    with pytest.raises(BadCursor):
        await reigns(connection, builder.id, 3, "nowhere")


async def test_the_hall_orders_the_reigns_of_all_chronicles(
    store: Store, runner: Runner, connection: Connection
) -> None:
    await keep(store, book(), ChronicleBuilder("Another").reigns(BOB, duration=61).reigns(BOB, duration=99))
    catch_up(runner)
    whole = (await hall(connection, 100)).reigns
    assert [(line.place, line.name, line.reign.number) for line in whole] == [
        (1, "Another", 2),
        (2, "The Quiet Table", 3),
        (2, "The Quiet Table", 4),
        (2, "Another", 1),
        (5, "The Quiet Table", 1),
        (6, "The Quiet Table", 2),
    ]
    one, cursor = [], None
    for _ in whole:
        found = await hall(connection, 1, cursor)
        one += found.reigns
        cursor = found.next
    assert (one, cursor) == (whole, None)


async def test_chronicles_with_awaited_matches_are_listed(store: Store, runner: Runner, connection: Connection) -> None:
    waiting, idle = book(), ChronicleBuilder().reigns(BOB, duration=5)
    await keep(store, waiting, idle)
    catch_up(runner)
    assert await awaiting(connection) == [waiting.id]


@pytest.mark.parametrize("batch", [1, 3, 1_000])
async def test_a_rebuild_gives_byte_identical_rows(
    store: Store, runner: Runner, connection: Connection, batch: int
) -> None:
    # given chronicles that were followed batch by batch
    await keep(store, book(), ChronicleBuilder("Another").reigns(BOB, duration=61), book())
    catch_up(runner, limit=batch)
    before = await rows(connection)
    assert [len(table) for table in before] == [3, 9]
    # when they are rebuilt from the whole log
    rebuild(runner, CHRONICLES, lambda _, __: None)
    # then nothing is different
    assert await rows(connection) == before


async def test_match_lists_do_not_contain_chronicles(store: Store, runner: Runner, connection: Connection) -> None:
    match = seated(ALICE, BOB)
    await keep(store, book())
    await record(store, match)
    catch_up(runner)
    assert [line.id for line in (await page(connection, Wanted(), 9)).matches] == [match.records[0].match]


async def test_an_event_of_an_unknown_chronicle_stops_the_projection(store: Store, runner: Runner) -> None:
    event = MatchEntered(MatchId(str(new_uuid())))
    await store.append(new_uuid(), [(1, *MAPPER.to_row(moment(1), event))])
    with pytest.raises(ProjectionStopped):
        runner.step(served_tables(CHRONICLES), 10)
