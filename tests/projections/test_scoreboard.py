from psycopg import AsyncConnection
from psycopg.rows import TupleRow

from domain.kernel.basics import PlayerId
from domain.kernel.general_scoring import GeneralTally
from domain.kernel.messages import Outcome
from domain.matches.events import MatchFinished, SecretRevealed
from projections.runner import Runner
from projections.scoreboards.pages import BotLine, PersonLine, bots, page
from service.store.store import Store
from tests.kit.story import ALICE, BOB, CAROL, DAVE, GAMES, Story
from tests.projections.conftest import catch_up, opened, played, record, seated

Connection = AsyncConnection[TupleRow]


def ended(*results: tuple[str, int]) -> Story:
    """A match of these people or bots that ends with these scores."""
    story = seated(*(who for who, _ in results))
    scores = tuple(score for _, score in results)
    ranking = [1 + sum(other > score for other in scores) for score in scores]
    winners = [seat for seat, rank in enumerate(ranking) if rank == 1]
    outcome = {"ending": "three_rounds", "scores": scores, "ranking": ranking, "winners": winners}
    return story.then((MatchFinished(outcome), SecretRevealed("")))


async def board(connection: Connection) -> dict[PlayerId, PersonLine]:
    return {line.player: line for line in (await page(connection, GAMES.game("pebbles"), 100)).players}


def total(line: PersonLine) -> int:
    assert isinstance(line.record, GeneralTally)
    return line.record.total


async def test_wins_of_players_are_counted(store: Store, runner: Runner, connection: Connection) -> None:
    await record(
        store, ended((ALICE, 7), (BOB, 4)), ended((BOB, 5), (ALICE, 5)), ended((ALICE, 1), (BOB, 2), (CAROL, 3))
    )
    catch_up(runner)
    lines = await board(connection)
    assert {player: line.record for player, line in lines.items()} == {
        ALICE: GeneralTally(3, 1, 1, (2, 0, 1), 13, 7, 13 / 3),
        BOB: GeneralTally(3, 0, 1, (1, 2), 11, 5, 11 / 3),
        CAROL: GeneralTally(1, 1, 0, (1,), 3, 3, 3.0),
    }
    assert [(line.player, line.place) for line in lines.values()] == [(ALICE, 1), (CAROL, 2), (BOB, 3)]


async def test_bots_are_separate_and_practice_does_not_affect_places(
    store: Store, runner: Runner, connection: Connection
) -> None:
    await record(store, ended((ALICE, 9), ("bot:random", 2)), ended((BOB, 1), (CAROL, 0), ("bot:random", 8)))
    catch_up(runner)
    lines = await board(connection)
    assert [(line.player, line.place) for line in lines.values()] == [(BOB, 1), (CAROL, 2), (ALICE, None)]
    assert lines[ALICE].practice == GeneralTally(1, 1, 0, (1,), 9, 9, 9.0)
    assert {line.record for line in lines.values() if line.player != ALICE} == {
        GeneralTally(1, 0, 0, (0, 1), 1, 1, 1.0),
        GeneralTally(1, 0, 0, (0, 0, 1), 0, 0, 0.0),
    }
    assert await bots(connection, GAMES.game("pebbles")) == [
        BotLine("random", GeneralTally(2, 1, 0, (1, 1), 10, 8, 5.0))
    ]


async def test_a_match_without_an_outcome_counts_for_nobody(
    store: Store, runner: Runner, connection: Connection
) -> None:
    await record(store, seated(ALICE, BOB), seated(ALICE, BOB).is_abandoned(), opened().is_abandoned())
    catch_up(runner)
    assert await board(connection) == {}


async def test_each_game_has_its_own_scoreboard(store: Store, runner: Runner, connection: Connection) -> None:
    pebbles, queen = played(ALICE, BOB), played(ALICE, CAROL, game="queen_of_12")
    await record(store, pebbles, queen)
    catch_up(runner)
    assert set(await board(connection)) == {ALICE, BOB}
    players = (await page(connection, GAMES.game("queen_of_12"), 100)).players
    outcome: Outcome = queen.game.outcome(queen.state)
    assert {line.player: total(line) for line in players} == dict(zip((ALICE, CAROL), outcome.scores, strict=True))


async def test_pages_continue_and_equal_records_share_a_place(
    store: Store, runner: Runner, connection: Connection
) -> None:
    await record(store, ended((ALICE, 6), (BOB, 2)), ended((CAROL, 6), (DAVE, 2)))
    catch_up(runner)
    whole = (await page(connection, GAMES.game("pebbles"), 100)).players
    assert [line.place for line in whole] == [1, 1, 3, 3]
    one, cursor = [], None
    for _ in whole:
        found = await page(connection, GAMES.game("pebbles"), 1, cursor)
        one += found.players
        cursor = found.next
    assert (one, cursor) == (whole, None)


async def test_a_match_can_span_several_batches(store: Store, runner: Runner, connection: Connection) -> None:
    await record(store, ended((ALICE, 7), (BOB, 4)), ended((ALICE, 3), (BOB, 4)))
    catch_up(runner, limit=1)
    assert {player: total(line) for player, line in (await board(connection)).items()} == {ALICE: 10, BOB: 8}
