import asyncio
import random

import pytest
from psycopg import AsyncConnection
from psycopg.rows import TupleRow

from domain.kernel.basics import MatchId, Seat, Version
from domain.matches.events import SeatForfeited
from domain.matches.settings import MatchSettings, Moment
from projections.match_list import MATCH_LIST
from projections.match_search import Wanted, page
from projections.projection_tables import served_tables
from projections.rebuild import RebuildInProgress, rebuild
from projections.runner import ProjectionStopped, Runner
from service.store.store import Store
from tests.kit.story import ALICE, BOB, CAROL, DAVE
from tests.projections.conftest import PROJECTIONS, catch_up, kept, opened, played, record, seated

Connection = AsyncConnection[TupleRow]


def silent(_: int, __: int) -> None:
    """Ignore progress."""


async def test_rebuilt_rows_equal_the_previous_ones(store: Store, runner: Runner, connection: Connection) -> None:
    await record(store, played(ALICE, BOB), played(ALICE, "bot:random"), seated(BOB, CAROL), opened().is_abandoned())
    catch_up(runner, limit=5)
    rows = await kept(connection)
    for projection in PROJECTIONS.values():
        rebuild(runner, projection, silent)
    assert await kept(connection) == rows
    await record(store, played(ALICE, CAROL))
    catch_up(runner)
    assert len((await kept(connection))["match_list"]) == len(rows["match_list"]) + 1


async def test_matches_of_all_games_give_the_same_rows_in_batches_of_any_size(
    store: Store, runner: Runner, connection: Connection
) -> None:
    # given matches that lists and records distinguish: games, tags, delays, practice, forfeits
    cup = MatchSettings("private", tags=("cup", "round-1"), invited=(BOB, CAROL, DAVE))
    branch = MatchSettings(branch_of=Moment(MatchId("11111111-2222-4333-8444-555555555555"), Version(9)))
    left = seated(ALICE, BOB, CAROL, game="queen_of_12", arrangement=cup)
    left = left.then((SeatForfeited(Seat(1), "overdue", "random"),)).is_played(["random"] * 3, random.Random(1))
    await record(
        store,
        left,
        played(ALICE, BOB, CAROL, DAVE, game="player_12", arrangement=cup),
        played(CAROL, DAVE, game="claim_kingdoms", arrangement=MatchSettings(delay=9)),
        played(ALICE, DAVE, game="council_of_12"),
        played(BOB, CAROL, arrangement=branch),
        seated(ALICE, BOB, game="claim_kingdoms").moves(["random"] * 2, random.Random(1)),
    )
    # when they are taken in a few at a time
    catch_up(runner, limit=37)
    rows = await kept(connection)
    # then all at once is the same
    for projection in PROJECTIONS.values():
        rebuild(runner, projection, silent)
    assert await kept(connection) == rows
    assert all(rows[table] for table in rows if not table.startswith(("chronicle", "deadlines")))


async def test_a_rebuilt_projection_continues_after_the_rebuild(store: Store, runner: Runner) -> None:
    await record(store, opened(), opened())
    rebuild(runner, MATCH_LIST, silent)
    step = runner.step(served_tables(MATCH_LIST), 10)
    assert step is not None
    assert (step.count, step.position) == (0, 2)


async def test_queries_and_projection_continue_during_a_rebuild(
    store: Store, runner: Runner, connection: Connection
) -> None:
    await record(store, *(seated(ALICE, BOB) for _ in range(20)))
    catch_up(runner)
    rebuilding = asyncio.ensure_future(asyncio.to_thread(_rebuild_often, runner))
    count = 20
    while not rebuilding.done():
        await record(store, opened())
        await asyncio.to_thread(catch_up, runner)
        count += 1
        assert len((await page(connection, Wanted(), 1_000)).matches) == count
    await rebuilding


def _rebuild_often(runner: Runner) -> None:
    for _ in range(5):
        rebuild(runner, MATCH_LIST, silent)


async def test_progress_is_reported_to_the_end(store: Store, runner: Runner) -> None:
    await record(store, played(ALICE, BOB))
    reported: list[tuple[int, int]] = []
    rebuild(runner, MATCH_LIST, lambda position, head: reported.append((position, head)))
    assert reported == sorted(reported)
    assert reported[-1][0] == reported[-1][1] == runner.checkpoints()[0]


async def test_an_interrupted_rebuild_keeps_the_previous_rows_and_blocks_nothing(
    store: Store, runner: Runner, connection: Connection
) -> None:
    await record(store, played(ALICE, BOB))
    catch_up(runner)
    rows = await kept(connection)

    def give_up(_: int, __: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rebuild(runner, MATCH_LIST, give_up)
    assert await kept(connection) == rows
    rebuild(runner, MATCH_LIST, silent)
    assert await kept(connection) == rows


async def test_concurrent_rebuilds_of_a_projection_are_refused(store: Store, runner: Runner) -> None:
    await record(store, opened())

    def again(_: int, __: int) -> None:
        with pytest.raises(RebuildInProgress):
            rebuild(runner, MATCH_LIST, silent)

    rebuild(runner, MATCH_LIST, again)


async def test_a_rebuild_repairs_a_stopped_projection(store: Store, runner: Runner, connection: Connection) -> None:
    await record(store, opened())
    await connection.execute(
        "INSERT INTO chronicle.stored_events (originator_id, originator_version, topic, state) "
        "VALUES (gen_random_uuid(), 1, 'pebbles/cheered@1', 'no JSON')"
    )
    with pytest.raises(ProjectionStopped):
        catch_up(runner)
    with pytest.raises(ProjectionStopped):
        rebuild(runner, MATCH_LIST, silent)
    await connection.execute("DELETE FROM chronicle.stored_events WHERE state = 'no JSON'")
    rebuild(runner, MATCH_LIST, silent)
    assert len((await page(connection, Wanted(), 9)).matches) == 1
