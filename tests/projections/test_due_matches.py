from dataclasses import replace

import pytest
from psycopg import AsyncConnection
from psycopg.rows import TupleRow

from domain.kernel.basics import Instant, MatchId
from domain.matches.clocks import Clock
from domain.matches.decide import MatchRequest
from domain.matches.settings import MatchSettings
from projections.projection_tables import served_tables
from projections.rebuild import rebuild
from projections.runner import FormChanged, Runner
from service.automation.due_matches import DUE_MATCHES, DueMatch, first, put_off
from service.store.store import Store
from tests.kit.seeds import new_uuid
from tests.kit.story import Story, is_full, moment, opens
from tests.projections.conftest import catch_up, record

Connection = AsyncConnection[TupleRow]


def waiting(arrangement: MatchSettings) -> Story:
    return opens(MatchRequest("pebbles", 2, {}, arrangement=arrangement), match=MatchId(str(new_uuid())))


def playing(arrangement: MatchSettings) -> Story:
    return is_full(waiting(arrangement))


@pytest.fixture
async def known(store: Store, runner: Runner) -> dict[MatchId, Instant]:
    """Matches that keep times in the log, each with when it must be looked at, and some that keep none."""
    timed = [
        (waiting(MatchSettings(expires_after=30)), moment(30)),
        (playing(MatchSettings(clock=Clock(decision=40), expires_after=10)), moment(2 + 40)),
        (playing(MatchSettings(clock=Clock(decision=40, bank=10))), moment(2 + 50)),
        (playing(MatchSettings(clock=Clock(bank=60))), moment(2 + 60)),
    ]
    for arrangement in (MatchSettings(), MatchSettings(clock=Clock(bank=1)), MatchSettings(expires_after=1)):
        story = waiting(arrangement)
        await record(store, story if arrangement.expires_after is None else story.is_abandoned())
    await record(
        store, playing(MatchSettings(expires_after=1)), playing(MatchSettings(clock=Clock(bank=1))).is_abandoned()
    )
    await record(store, *(story for story, _ in timed))
    catch_up(runner)
    return {story.match.terms.id: due for story, due in timed}


async def told(connection: Connection) -> dict[MatchId, Instant]:
    return {each.match: each.due for each in await first(connection, 100)}


@pytest.mark.parametrize("limit", [1, 3, 1_000])
async def test_the_log_tells_when_each_match_must_be_looked_at(
    known: dict[MatchId, Instant], runner: Runner, connection: Connection, limit: int
) -> None:
    assert await told(connection) == known
    # and those to be looked at first come first
    assert [each.due for each in await first(connection, limit)] == sorted(known.values())[:limit]
    # and batches of any size tell the same
    await connection.execute("TRUNCATE chronicle_projections.deadlines")
    await connection.execute(
        "UPDATE chronicle.notification_tracking SET notification_id = 0 WHERE application_name = %s",
        (served_tables(DUE_MATCHES).tracking_name,),
    )
    catch_up(runner, limit)
    assert await told(connection) == known


async def test_who_has_looked_puts_it_off(known: dict[MatchId, Instant], connection: Connection) -> None:
    # given two matches that were looked at: one has time, and the other will never be overdue
    soonest, next_one, *_ = await first(connection, 100)
    await put_off(connection, [(soonest, moment(600)), (next_one, None)])
    # then both make way
    found = await told(connection)
    assert (found[soonest.match], next_one.match in found) == (moment(600), False)
    assert len(found) == len(known) - 1
    # but not where the log told something else meanwhile
    await put_off(connection, [(soonest, moment(900)), (DueMatch(next_one.match, moment(1)), moment(900))])
    assert await told(connection) == found


async def test_nothing_drops_the_rows(known: dict[MatchId, Instant], runner: Runner, connection: Connection) -> None:
    # given a match that was put off
    [soonest] = await first(connection, 1)
    await put_off(connection, [(soonest, moment(600))])
    rows = await told(connection)
    # when somebody tries to rebuild the table, or a program has it in another form
    with pytest.raises(ValueError, match="cannot restore the rows of deadlines"):
        rebuild(runner, DUE_MATCHES, lambda *_: None)
    for changed in (replace(DUE_MATCHES, revision=2), replace(DUE_MATCHES, tables=f"{DUE_MATCHES.tables} ")):
        with pytest.raises(FormChanged, match="the table 'deadlines' in another form"):
            runner.prepare(served_tables(changed))
    # then the rows and the position are as before
    assert await told(connection) == rows
    catch_up(runner)
    assert await told(connection) == rows
    assert len(rows) == len(known)
