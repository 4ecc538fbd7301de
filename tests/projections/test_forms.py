"""Projections of another form are rebuilt from the log, and the previous release does not write to them."""

from dataclasses import replace

from psycopg import AsyncConnection
from psycopg.rows import TupleRow

from projections.match_list import MATCH_LIST
from projections.match_search import Wanted, page
from projections.projection_tables import served_tables
from projections.rebuild import rebuild
from projections.runner import Runner
from service.store.store import Store
from tests.kit.story import ALICE, BOB
from tests.projections.conftest import catch_up, kept, opened, played, record

Connection = AsyncConnection[TupleRow]
FORMER = replace(MATCH_LIST, tables="CREATE TABLE IF NOT EXISTS match_list (number bigint)", project=lambda _, __: None)
"""The match list of a release before this one, which kept less."""


def drain(runner: Runner) -> None:
    while (step := runner.step(served_tables(MATCH_LIST), 100)) is None or not step.at_head:
        pass


async def served_by_a_former_release(store: Store, runner: Runner, connection: Connection) -> None:
    await connection.execute("DELETE FROM chronicle.notification_tracking")
    runner.prepare(served_tables(FORMER))
    await record(store, played(ALICE, BOB), opened())
    step = runner.step(served_tables(FORMER), 1_000)
    assert step is not None
    assert step.at_head


async def test_rows_of_another_form_are_rebuilt_from_the_log(
    store: Store, runner: Runner, connection: Connection
) -> None:
    await served_by_a_former_release(store, runner, connection)
    runner.prepare(served_tables(MATCH_LIST))
    assert runner.checkpoints(served_tables(MATCH_LIST))[1]["match_list"].position == 0
    drain(runner)
    assert len((await page(connection, Wanted(), 9)).matches) == 2


async def test_a_process_of_the_previous_release_writes_no_more_rows(
    store: Store, runner: Runner, connection: Connection
) -> None:
    await served_by_a_former_release(store, runner, connection)
    runner.prepare(served_tables(MATCH_LIST))
    await record(store, opened())
    assert runner.step(served_tables(FORMER), 10) is None
    head, places = runner.checkpoints(served_tables(FORMER))
    assert (head > 0, places["match_list"].position) == (True, 0)


async def test_a_rebuild_keeps_the_previous_rows_until_the_swap(
    store: Store, runner: Runner, connection: Connection
) -> None:
    await served_by_a_former_release(store, runner, connection)
    columns: list[int] = []

    def look(_: int, __: int) -> None:
        step = runner.step(served_tables(FORMER), 10)
        columns.append(0 if step is None else step.position)

    rebuild(runner, MATCH_LIST, look)
    head, places = runner.checkpoints(served_tables(MATCH_LIST))
    assert (set(columns), places["match_list"].position) == ({head}, head)
    assert len((await page(connection, Wanted(), 9)).matches) == 2
    assert runner.step(served_tables(FORMER), 10) is None


async def test_rows_of_the_current_form_are_kept(store: Store, runner: Runner, connection: Connection) -> None:
    await record(store, played(ALICE, BOB))
    catch_up(runner)
    rows = await kept(connection)
    runner.prepare(served_tables(MATCH_LIST))
    assert await kept(connection) == rows


def test_a_raised_revision_is_another_form() -> None:
    assert replace(MATCH_LIST, revision=2).form != MATCH_LIST.form
