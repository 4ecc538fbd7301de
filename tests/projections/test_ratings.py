"""Ratings follow from the log alone: these tests compute them again from the formulas in openapi/ratings.md."""

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from psycopg import AsyncConnection
from psycopg.rows import TupleRow

from domain.kernel.basics import MatchId, PlayerId, Seat, Version
from domain.kernel.messages import Outcome
from domain.matches.events import MatchFinished, SeatForfeited, SecretRevealed
from domain.matches.settings import PLAIN, MatchSettings, Moment
from projections.cursors import BadCursor
from projections.ratings import page, ratings_of
from projections.runner import Runner
from projections.weng_lin import Strength, rated
from service.store.store import Store
from tests.kit.story import ALICE, BOB, CAROL, DAVE, PLAYERS, Story
from tests.projections.conftest import catch_up, played, record, seated

Connection = AsyncConnection[TupleRow]
Believed = tuple[float, float]
NEW: Believed = (25.0, 25 / 3)


def ended(*scores: int, people: Sequence[PlayerId] = PLAYERS, arrangement: MatchSettings = PLAIN) -> Story:
    """A match of these people that ends with these scores."""
    ranking = [1 + sum(other > score for other in scores) for score in scores]
    winners = [seat for seat, rank in enumerate(ranking) if rank == 1]
    outcome = {"ending": "three_rounds", "scores": scores, "ranking": ranking, "winners": winners}
    story = seated(*people[: len(scores)], arrangement=arrangement)
    return story.then((MatchFinished(outcome), SecretRevealed("")))


def reckoned(teams: Sequence[Sequence[Believed]], ranks: Sequence[int]) -> list[list[Believed]]:
    """The formulas of openapi/ratings.md."""
    teams = [[(mu, math.sqrt(sigma**2 + (25 / 300) ** 2)) for mu, sigma in team] for team in teams]
    means = [sum(mu for mu, _ in team) for team in teams]
    variances = [sum(sigma**2 for _, sigma in team) for team in teams]
    after = []
    for i, team in enumerate(teams):
        omega = delta = 0.0
        for q in range(len(teams)):
            if q == i:
                continue
            c = math.sqrt(variances[i] + variances[q] + 2 * (25 / 6) ** 2)
            p = 1 / (1 + math.exp((means[q] - means[i]) / c))
            s = 1.0 if ranks[i] < ranks[q] else 0.5 if ranks[i] == ranks[q] else 0.0
            omega += variances[i] / c * (s - p)
            delta += math.sqrt(variances[i]) / c * variances[i] / c**2 * p * (1 - p)
        after.append([_moved(mu, sigma, variances[i], omega, delta) for mu, sigma in team])
    return after


def _moved(mu: float, sigma: float, variance: float, omega: float, delta: float) -> Believed:
    share = sigma**2 / variance
    return mu + share * omega, sigma * math.sqrt(max(1 - share * delta, 0.0001))


async def strengths(connection: Connection, game: str = "pebbles") -> dict[PlayerId, Believed]:
    return {line.player: (line.rating.mu, line.rating.sigma) for line in (await page(connection, game, 100)).players}


async def test_ratings_follow_from_the_log(store: Store, runner: Runner, connection: Connection) -> None:
    # given matches of two and three seats, some with shared ranks
    results = ((3, 5), (5, 5), (1, 9, 4), (7, 7, 2), (0, 1))
    await record(store, *(ended(*scores) for scores in results), played(ALICE, BOB, game="queen_of_12"))
    catch_up(runner, limit=7)
    # when they are reckoned from their outcomes in the order of the log
    expected: dict[PlayerId, Believed] = {}
    for scores in results:
        ranks = [1 + sum(other > score for other in scores) for score in scores]
        people = PLAYERS[: len(scores)]
        after = reckoned([[expected.get(player, NEW)] for player in people], ranks)
        expected |= {player: team[0] for player, team in zip(people, after, strict=True)}
    # then the same is there
    found = await strengths(connection)
    assert found.keys() == expected.keys()
    for player, believed in expected.items():
        assert found[player] == pytest.approx(believed, rel=1e-12)
    assert set(await strengths(connection, "queen_of_12")) == {ALICE, BOB}


async def test_players_are_ordered_by_the_lower_bound_of_their_rating(
    store: Store, runner: Runner, connection: Connection
) -> None:
    await record(store, ended(1, 2), ended(5, 5, people=(CAROL, DAVE)), ended(1, 2))
    catch_up(runner)
    whole = (await page(connection, "pebbles", 9)).players
    assert [line.place for line in whole] == [1, 2, 2, 4]
    assert (whole[0].player, whole[3].player) == (BOB, ALICE)
    assert all(line.rating.rating == line.rating.mu - 3 * line.rating.sigma for line in whole)
    one, cursor = [], None
    for _ in whole:
        found = await page(connection, "pebbles", 1, cursor)
        one += found.players
        cursor = found.next
    assert (one, cursor) == (whole, None)
    with pytest.raises(BadCursor):
        await page(connection, "pebbles", 1, "nowhere")
    assert (await ratings_of(connection, BOB))["pebbles"] == whole[0].rating


async def test_bots_practice_abandoned_and_cooperative_matches_are_not_rated(
    store: Store, runner: Runner, connection: Connection
) -> None:
    branch = MatchSettings(branch_of=Moment(MatchId("11111111-2222-4333-8444-555555555555"), Version(9)))
    await record(
        store,
        played(ALICE, BOB, "bot:random"),
        played(ALICE, "bot:random"),
        ended(3, 4, arrangement=branch),
        seated(ALICE, BOB).is_abandoned(),
        played(ALICE, BOB, game="council_of_12"),
    )
    catch_up(runner)
    assert await ratings_of(connection, ALICE) == {}


async def test_a_forfeit_is_rated_as_a_loss(store: Store, runner: Runner, connection: Connection) -> None:
    # given a match that ends in a draw between the remaining player and a bot in the other seat
    story = seated(ALICE, BOB).then((SeatForfeited(Seat(1), "resigned", "random"),))
    outcome = {"ending": "three_rounds", "scores": (5, 5), "ranking": (1, 1), "winners": (0, 1)}
    await record(store, story.then((MatchFinished(outcome), SecretRevealed(""))))
    catch_up(runner)
    found = await strengths(connection)
    assert [[found[ALICE]], [found[BOB]]] == [
        [pytest.approx(believed) for believed in team] for team in reckoned([[NEW], [NEW]], (1, 2))
    ]


def four(ranking: tuple[int, ...]) -> Outcome:
    return Outcome(ending="full_time", scores=(0,) * 4, ranking=ranking, winners=())


def test_pairs_are_rated_as_teams() -> None:
    new = {Seat(seat): Strength() for seat in range(4)}
    teams = ((Seat(0), Seat(2)), (Seat(1), Seat(3)))
    after = rated(new, teams, four((1, 3, 1, 3)), ())
    ((winner, _), (loser, _)) = reckoned([[NEW, NEW], [NEW, NEW]], (1, 2))
    assert (after[Seat(0)].mu, after[Seat(0)].sigma) == pytest.approx(winner)
    assert (after[Seat(3)].mu, after[Seat(3)].sigma) == pytest.approx(loser)


def test_a_forfeit_in_a_winning_pair_is_rated_as_a_loss() -> None:
    new = {Seat(seat): Strength() for seat in range(4)}
    teams = ((Seat(0), Seat(2)), (Seat(1), Seat(3)))
    after = rated(new, teams, four((1, 2, 4, 2)), (Seat(2),))
    ((winner, _), (loser, _)) = reckoned([[NEW, NEW], [NEW, NEW]], (1, 2))
    assert (after[Seat(0)].mu, after[Seat(0)].sigma) == pytest.approx(winner)
    assert (after[Seat(2)].mu, after[Seat(2)].sigma) == pytest.approx(loser)


@given(
    st.lists(st.tuples(st.floats(0, 50), st.floats(1, 25 / 3)), min_size=2, max_size=4),
    st.data(),
)
def test_ratings_of_any_table_agree_with_the_formulas(table: list[Believed], data: st.DataObject) -> None:
    ranks = data.draw(st.lists(st.integers(1, 3), min_size=len(table), max_size=len(table)))
    ranking = [1 + sum(other < rank for other in ranks) for rank in ranks]
    before = {Seat(seat): Strength(*believed) for seat, believed in enumerate(table)}
    outcome = Outcome(ending="over", scores=(0,) * len(table), ranking=tuple(ranking), winners=())
    after = rated(before, [(seat,) for seat in before], outcome, ())
    expected = reckoned([[believed] for believed in table], ranking)
    for seat, ((mu, sigma),) in enumerate(expected):
        assert (after[Seat(seat)].mu, after[Seat(seat)].sigma) == pytest.approx((mu, sigma), rel=1e-9)
