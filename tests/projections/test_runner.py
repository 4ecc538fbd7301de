from collections.abc import Sequence

import pytest
from psycopg import AsyncConnection, Cursor
from psycopg.rows import TupleRow

from domain.matches.events import MatchOpened
from projections.match_list import MATCH_LIST
from projections.match_search import Wanted, page
from projections.projection import Projection
from projections.projection_tables import ProjectionTables, served_tables
from projections.recorded_events import RecordedEvent
from projections.runner import ProjectionStopped, Runner, Step
from service.store.store import Store
from tests.kit.seeds import new_uuid
from tests.kit.story import ALICE, BOB
from tests.projections.conftest import PROJECTIONS, catch_up, kept, opened, played, record

Connection = AsyncConnection[TupleRow]


def fails_late(cursor: Cursor[TupleRow], entries: Sequence[RecordedEvent]) -> None:
    cursor.execute("INSERT INTO openings SELECT unnest(%s::bigint[])", ([entry.position for entry in entries],))
    if entries[-1].position > 2:
        raise ValueError


OPENINGS = Projection(
    name="openings",
    tables="CREATE TABLE IF NOT EXISTS openings (position bigint)",
    kinds=(MatchOpened,),
    sees_newest=False,
    project=fails_late,
)


def where(runner: Runner, copy: ProjectionTables) -> tuple[int, int]:
    """The head of the log, and the position of a projection."""
    head, places = runner.checkpoints(copy)
    return head, places[copy.name].position


def drain(runner: Runner, copy: ProjectionTables) -> None:
    while (step := runner.step(copy, 100)) is None or not step.at_head:
        pass


async def test_rows_and_position_are_committed_together(store: Store, runner: Runner, connection: Connection) -> None:
    copy = served_tables(OPENINGS)
    runner.prepare(copy)
    await record(store, *(opened() for _ in range(4)))
    with pytest.raises(ProjectionStopped) as stopped:
        drain(runner, copy)
    rows = await (await connection.execute("SELECT position FROM chronicle_projections.openings")).fetchall()
    assert sorted(rows) == [(1,), (2,)]
    assert where(runner, copy) == (4, 2)
    assert (stopped.value.position, stopped.value.count) == (3, 1)


async def test_an_invalid_event_stops_only_its_projection(store: Store, runner: Runner, connection: Connection) -> None:
    good, later = played(ALICE, BOB), played(ALICE, BOB)
    await record(store, good)
    await store.append(new_uuid(), [(1, "pebbles/cheered@1", b"no JSON")])
    await record(store, later)
    poison = len(good.records) + 1
    with pytest.raises(ProjectionStopped, match=f"the event at position {poison}$"):
        drain(runner, served_tables(MATCH_LIST))
    step = runner.step(served_tables(PROJECTIONS["scoreboard"]), 1_000)
    assert step is not None
    assert step.at_head
    assert [line.id for line in (await page(connection, Wanted(), 9)).matches] == [good.match.terms.id]
    assert where(runner, served_tables(MATCH_LIST))[1] == poison - 1


async def test_an_event_of_a_newer_release_stops_the_projection(store: Store, runner: Runner) -> None:
    await store.append(new_uuid(), [(1, "match/match_opened@2", b'{"at": ""}')])
    with pytest.raises(ProjectionStopped):
        runner.step(served_tables(MATCH_LIST), 10)


async def test_a_projection_locked_by_another_process_is_skipped(
    store: Store, runner: Runner, connection: Connection
) -> None:
    await record(store, opened())
    async with connection.transaction():
        await connection.execute("SELECT FROM chronicle.notification_tracking FOR UPDATE")
        assert runner.step(served_tables(MATCH_LIST), 10) is None
    assert runner.step(served_tables(MATCH_LIST), 10) == Step(1, 1, 1)


async def test_positions_advance_past_irrelevant_events(store: Store, runner: Runner) -> None:
    await record(store, opened())
    await store.append(new_uuid(), [(1, "pebbles/cheered@1", b"{}")])
    step = runner.step(served_tables(PROJECTIONS["scoreboard"]), 10)
    assert (step, where(runner, served_tables(PROJECTIONS["scoreboard"]))) == (Step(1, 2, 2), (2, 2))


async def test_no_event_is_processed_twice(store: Store, runner: Runner, connection: Connection) -> None:
    await record(store, played(ALICE, BOB))
    catch_up(runner)
    rows = await kept(connection)
    catch_up(runner)
    runner.prepare(served_tables(MATCH_LIST), served_tables(PROJECTIONS["scoreboard"]))
    catch_up(runner)
    assert await kept(connection) == rows
