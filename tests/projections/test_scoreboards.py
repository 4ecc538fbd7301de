"""Tallies of the games' own scoreboards."""

from psycopg import AsyncConnection
from psycopg.rows import TupleRow

from domain.games.claim_kingdoms.scoreboard import ClaimTally
from domain.games.council_of_12.scoreboard import CouncilTally
from domain.games.player_12.scoreboard import PlayerTally
from domain.kernel.basics import PlayerId
from domain.kernel.messages import Outcome
from domain.kernel.scoring import Tally
from domain.matches.events import MatchFinished, SecretRevealed
from projections.rebuild import rebuild
from projections.runner import Runner
from projections.scoreboards.pages import BotLine, PairLine, bots, page, pairs
from service.store.store import Store
from tests.kit.story import ALICE, BOB, CAROL, DAVE, GAMES, Story
from tests.projections.conftest import PROJECTIONS, catch_up, kept, played, record, seated

Connection = AsyncConnection[TupleRow]


def claimed(*results: tuple[str, int], winners: tuple[int, ...]) -> Story:
    """A match of Claim Kingdoms that ends with these points."""
    outcome = {
        "ending": "all_placed",
        "scores": [points for _, points in results],
        "ranking": [1 if seat in winners else 2 for seat in (0, 1)],
        "winners": winners,
        "factions": [],
        "supplies": [3, 3],
        "decided_by": "points",
    }
    return seated(*(who for who, _ in results), game="claim_kingdoms").then(
        (MatchFinished(outcome), SecretRevealed(""))
    )


def whistled(*who: str, goals: tuple[int, int], penalties: tuple[int, int] | None = None) -> Story:
    """A finished match of Player 12."""
    teams = [[seat for seat in range(len(who)) if seat % 2 == team] for team in (0, 1)]
    score = penalties or goals
    winner = 0 if score[0] > score[1] else 1
    outcome = {
        "ending": "full_time" if penalties is None else "penalties",
        "scores": [goals[seat % 2] for seat in range(len(who))],
        "ranking": [1 if seat % 2 == winner else 1 + len(who) // 2 for seat in range(len(who))],
        "winners": teams[winner],
        "teams": teams,
        "goals": goals,
        **({} if penalties is None else {"penalties": penalties}),
    }
    return seated(*who, game="player_12").then((MatchFinished(outcome), SecretRevealed("")))


def reigned(*who: str, won: bool, duration: int, silent_boxes: int = 0) -> Story:
    """A finished match of Council of 12."""
    outcome = {
        "ending": "won" if won else "favor_spent",
        "scores": [duration] * len(who),
        "ranking": [1] * len(who),
        "winners": list(range(len(who))) if won else [],
        "won": won,
        "duration": duration,
        "reign": {"dilemmas": duration - 10, "crowns": 10, "favor": 0},
        "line": "content",
        "throne": None,
        "silent_boxes": silent_boxes,
        "boxes": [True] * silent_boxes,
        "obstacle": 3,
        "obstacle_name": "Festival",
        "month": None,
        "bells": 0,
    }
    return seated(*who, game="council_of_12").then((MatchFinished(outcome), SecretRevealed("")))


def silent(_: int, __: int) -> None:
    """Ignore progress."""


async def records(connection: Connection, game: str) -> dict[PlayerId, Tally]:
    """The records of all players, the best first."""
    return {line.player: line.record for line in (await page(connection, GAMES.game(game), 100)).players}


async def test_claim_kingdoms_counts_points_and_margins(store: Store, runner: Runner, connection: Connection) -> None:
    await record(
        store,
        claimed((ALICE, 61), (BOB, 40), winners=(0,)),
        claimed((BOB, 50), (ALICE, 52), winners=(1,)),
        claimed((BOB, 44), (ALICE, 44), winners=(0, 1)),
        claimed((BOB, 70), (CAROL, 70), winners=(0,)),
    )
    catch_up(runner)
    assert list((await records(connection, "claim_kingdoms")).items()) == [
        (ALICE, ClaimTally(3, 2, 1, 0, 157, 134, 23, 61, 21, 157 / 3, 23 / 3)),
        (BOB, ClaimTally(4, 1, 1, 2, 204, 227, -23, 70, 0, 51.0, -23 / 4)),
        (CAROL, ClaimTally(1, 0, 0, 1, 70, 70, 0, 70, 0, 70.0, 0.0)),
    ]


async def test_equal_wins_at_claim_kingdoms_are_ordered_by_margin(
    store: Store, runner: Runner, connection: Connection
) -> None:
    await record(store, claimed((ALICE, 80), (BOB, 79), winners=(0,)), claimed((CAROL, 30), (DAVE, 10), winners=(0,)))
    catch_up(runner)
    assert list(await records(connection, "claim_kingdoms")) == [CAROL, ALICE, BOB, DAVE]


async def test_player_12_counts_matches_goals_and_penalties(
    store: Store, runner: Runner, connection: Connection
) -> None:
    await record(
        store,
        whistled(ALICE, BOB, goals=(2, 1)),
        whistled(ALICE, BOB, goals=(1, 1), penalties=(2, 3)),
        whistled(ALICE, "bot:random", goals=(5, 0)),
    )
    catch_up(runner)
    assert list((await records(connection, "player_12")).items()) == [
        (ALICE, PlayerTally(2, 1, 1, 0, 1, 3, 2)),
        (BOB, PlayerTally(2, 1, 1, 1, 0, 2, 3)),
    ]
    alice = (await page(connection, GAMES.game("player_12"), 1)).players[0]
    assert alice.practice == PlayerTally(1, 1, 0, 0, 0, 5, 0)
    assert await bots(connection, GAMES.game("player_12")) == [BotLine("random", PlayerTally(1, 0, 1, 0, 0, 0, 5))]
    assert (await pairs(connection, GAMES.game("player_12"), 100)).pairs == []


async def test_pairs_are_counted_independently_of_seats(store: Store, runner: Runner, connection: Connection) -> None:
    await record(
        store,
        whistled(ALICE, BOB, CAROL, DAVE, goals=(3, 1)),
        whistled(DAVE, CAROL, BOB, ALICE, goals=(2, 2), penalties=(3, 2)),
        whistled(ALICE, BOB, "bot:random", DAVE, goals=(0, 4)),
    )
    catch_up(runner)
    assert (await pairs(connection, GAMES.game("player_12"), 100)).pairs == [
        PairLine((BOB, DAVE), 1, PlayerTally(3, 2, 1, 1, 0, 7, 5)),
        PairLine((ALICE, CAROL), 2, PlayerTally(2, 1, 1, 0, 1, 5, 3)),
    ]
    # and every one of them has a line alone
    assert (await records(connection, "player_12"))[ALICE] == PlayerTally(3, 1, 2, 0, 1, 5, 7)


async def test_pages_of_pairs_continue(store: Store, runner: Runner, connection: Connection) -> None:
    await record(
        store, whistled(ALICE, BOB, CAROL, DAVE, goals=(3, 1)), whistled(ALICE, BOB, DAVE, CAROL, goals=(3, 1))
    )
    catch_up(runner)
    whole = (await pairs(connection, GAMES.game("player_12"), 100)).pairs
    assert [line.place for line in whole] == [1, 1, 3, 3]
    one, cursor = list[PairLine](), None
    for _ in whole:
        found = await pairs(connection, GAMES.game("player_12"), 1, cursor)
        one += found.pairs
        cursor = found.next
    assert (one, cursor) == (whole, None)


async def test_played_matches_are_counted_and_a_rebuild_gives_the_same_rows(
    store: Store, runner: Runner, connection: Connection
) -> None:
    # given matches that were played to their ends
    stories = [
        *(played(ALICE, BOB, game="claim_kingdoms", seed=seed) for seed in (1, 2)),
        *(played(ALICE, BOB, CAROL, DAVE, game="player_12", seed=seed) for seed in (1, 2)),
        played(ALICE, "bot:random", game="player_12"),
    ]
    await record(store, *stories)
    catch_up(runner)
    followed = await kept(connection)
    # then they are counted as they ended
    outcomes: list[Outcome] = [story.game.outcome(story.state) for story in stories]
    points = (await records(connection, "claim_kingdoms"))[ALICE]
    goals = (await records(connection, "player_12"))[ALICE]
    assert isinstance(points, ClaimTally)
    assert isinstance(goals, PlayerTally)
    assert points.points == sum(outcome.scores[0] for outcome in outcomes[:2])
    assert goals.goals_for == sum(outcome.scores[0] for outcome in outcomes[2:4])
    assert goals.goals_against == sum(outcome.scores[1] for outcome in outcomes[2:4])
    # and a rebuild gives the same scoreboard
    rebuild(runner, PROJECTIONS["scoreboard"], silent)
    assert await kept(connection) == followed


async def test_council_of_12_counts_reigns_and_years(store: Store, runner: Runner, connection: Connection) -> None:
    await record(
        store,
        reigned(ALICE, BOB, won=True, duration=40, silent_boxes=3),
        reigned(ALICE, CAROL, won=True, duration=36),
        reigned(BOB, ALICE, CAROL, won=False, duration=61, silent_boxes=1),
        reigned(BOB, "bot:sensible", won=True, duration=99),
    )
    catch_up(runner)
    assert list((await records(connection, "council_of_12")).items()) == [
        (ALICE, CouncilTally(3, 2, 0, 137, 61, 40, 4, 137 / 3)),
        (BOB, CouncilTally(2, 1, 0, 101, 61, 40, 4, 101 / 2)),
        (CAROL, CouncilTally(2, 1, 0, 97, 61, 36, 1, 97 / 2)),
    ]
    assert await bots(connection, GAMES.game("council_of_12")) == [
        BotLine("sensible", CouncilTally(1, 1, 1, 99, 99, 99, 0, 99.0)),
    ]
