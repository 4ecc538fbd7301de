import pytest
from psycopg import AsyncConnection
from psycopg.rows import TupleRow

from projections.match_list import MatchLine, SeatLine
from projections.match_search import Wanted, page
from projections.runner import Runner
from service.store.store import Store
from tests.kit.story import ALICE, BOB, CAROL, Story
from tests.projections.conftest import catch_up, opened, played, record, seated

Connection = AsyncConnection[TupleRow]


async def listed(connection: Connection, wanted: Wanted | None = None) -> list[MatchLine]:
    return (await page(connection, wanted or Wanted(), 100)).matches


def ids(*stories: Story) -> list[str]:
    """The ids of matches, the newest first."""
    return [story.match.terms.id for story in reversed(stories)]


async def test_a_line_contains_the_current_state_of_a_match(
    store: Store, runner: Runner, connection: Connection
) -> None:
    waiting, playing, over, given_up = (
        opened(),
        seated(ALICE, BOB),
        played(ALICE, "bot:random"),
        opened().is_abandoned(),
    )
    await record(store, waiting, playing, over, given_up)
    catch_up(runner)
    lines = await listed(connection)
    assert [line.id for line in lines] == ids(waiting, playing, over, given_up)
    assert [line.phase for line in lines] == ["abandoned", "finished", "playing", "open"]
    assert [line.seats for line in lines[1:3]] == [
        (SeatLine(0, ALICE), SeatLine(1, bot="random")),  # type: ignore[arg-type] # seats are numbers here
        (SeatLine(0, ALICE), SeatLine(1, BOB)),  # type: ignore[arg-type]
    ]
    assert [line.outcome is None for line in lines] == [True, False, True, True]


async def test_a_line_contains_the_newest_version_and_its_time(
    store: Store, runner: Runner, connection: Connection
) -> None:
    story = played(ALICE, BOB)
    await record(store, story)
    catch_up(runner)
    [line] = await listed(connection)
    assert (line.version, line.opened_at, line.updated_at) == (
        len(story.records),
        story.records[0].at,
        story.records[-1].at,
    )
    assert line.outcome == story.game.outcome(story.state)


async def test_matches_are_found_by_game_phase_and_player(store: Store, runner: Runner, connection: Connection) -> None:
    first, second, third = played(ALICE, BOB), seated(ALICE, CAROL), played(BOB, CAROL, game="queen_of_12")
    await record(store, first, second, third)
    catch_up(runner)
    found = {
        Wanted(): ids(first, second, third),
        Wanted(game="pebbles"): ids(first, second),
        Wanted(phase="finished"): ids(first, third),
        Wanted(player=ALICE): ids(first, second),
        Wanted(game="pebbles", phase="finished", player=BOB): ids(first),
        Wanted(game="queen_of_12", player=ALICE): [],
    }
    for wanted, expected in found.items():
        assert [line.id for line in await listed(connection, wanted)] == expected


async def test_a_cursor_stays_valid_while_matches_are_added(
    store: Store, runner: Runner, connection: Connection
) -> None:
    stories = [seated(ALICE, BOB) for _ in range(5)]
    await record(store, *stories)
    catch_up(runner)
    first = await page(connection, Wanted(player=ALICE), 2)
    await record(store, seated(ALICE, CAROL))
    catch_up(runner)
    second = await page(connection, Wanted(player=ALICE), 2, first.next)
    last = await page(connection, Wanted(player=ALICE), 2, second.next)
    assert [line.id for line in (*first.matches, *second.matches, *last.matches)] == ids(*stories)
    assert last.next is None


async def test_the_last_page_has_no_cursor(store: Store, runner: Runner, connection: Connection) -> None:
    await record(store, opened(), opened())
    catch_up(runner)
    assert (await page(connection, Wanted(), 2)).next is None


@pytest.mark.parametrize("limit", [1, 2, 5, 1_000])
async def test_batches_of_any_size_give_the_same_list(
    store: Store, runner: Runner, connection: Connection, limit: int
) -> None:
    stories = [played(ALICE, BOB), opened(3), seated(BOB, "bot:random")]
    await record(store, *stories)
    catch_up(runner, limit)
    lines = await listed(connection)
    assert [line.id for line in lines] == ids(*stories)
    assert [line.version for line in lines] == [len(story.records) for story in reversed(stories)]
    assert [line.id for line in await listed(connection, Wanted(player=BOB))] == ids(stories[0], stories[2])
