"""Scopes of the scoreboard."""

from psycopg import AsyncConnection
from psycopg.rows import TupleRow

from domain.games.player_12.scoreboard import PlayerTally
from domain.kernel.basics import MatchId, Seat, Version
from domain.kernel.general_scoring import GeneralTally
from domain.matches.events import MatchFinished, SeatForfeited, SecretRevealed
from domain.matches.settings import PLAIN, MatchSettings, Moment
from projections.runner import Runner
from projections.scoreboards.pages import bots, page, pairs
from projections.scoreboards.scopes import EVER, scope
from service.store.store import Store
from tests.kit.story import ALICE, BOB, CAROL, DAVE, GAMES, Story
from tests.projections.conftest import catch_up, played, record, seated

Connection = AsyncConnection[TupleRow]
BRANCH = MatchSettings(branch_of=Moment(MatchId("11111111-2222-4333-8444-555555555555"), Version(9)))


def ended(*results: tuple[str, int], arrangement: MatchSettings = PLAIN, left: tuple[int, ...] = ()) -> Story:
    """A match of these players and bots that ends with these scores after forfeits."""
    story = seated(*(who for who, _ in results), arrangement=arrangement)
    story = story.then(tuple(SeatForfeited(Seat(seat), "resigned", "random") for seat in left))
    scores = tuple(score for _, score in results)
    ranking = [1 + sum(other > score for other in scores) for score in scores]
    winners = [seat for seat, rank in enumerate(ranking) if rank == 1]
    outcome = {"ending": "three_rounds", "scores": scores, "ranking": ranking, "winners": winners}
    return story.then((MatchFinished(outcome), SecretRevealed("")))


async def totals(connection: Connection, asked: str, game: str = "pebbles") -> dict[str, int]:
    lines = (await page(connection, GAMES.game(game), 100, scope=asked)).players
    tallies = {line.player: line.record for line in lines}
    return {who: tally.total for who, tally in tallies.items() if isinstance(tally, GeneralTally)}


async def test_a_match_counts_in_its_month_its_tags_its_seats_and_its_edition(
    store: Store, runner: Runner, connection: Connection
) -> None:
    cup = ended((ALICE, 7), (BOB, 4), arrangement=MatchSettings(tags=("cup", "round-1")))
    await record(store, cup, ended((ALICE, 1), (BOB, 2), (CAROL, 3)))
    catch_up(runner)
    edition = cup.match.terms.opened.edition
    both, two, three = {ALICE: 8, BOB: 6, CAROL: 3}, {ALICE: 7, BOB: 4}, {ALICE: 1, BOB: 2, CAROL: 3}
    for period in ("all", "2026-11"):
        assert await totals(connection, scope(period)) == both
        assert await totals(connection, scope(period, "edition", edition)) == both
        assert await totals(connection, scope(period, "tag", "round-1")) == two
        assert await totals(connection, scope(period, "seats", 2)) == two
        assert await totals(connection, scope(period, "seats", 3)) == three
    assert await totals(connection, scope("2026-12")) == {}
    assert await totals(connection, scope("all", "tag", "league")) == {}


async def test_games_define_their_divisions(store: Store, runner: Runner, connection: Connection) -> None:
    one, other = (played(ALICE, BOB, game="queen_of_12", sheet=side) for side in "AB")
    council = played(ALICE, BOB, game="council_of_12")
    await record(store, one, other, council)
    catch_up(runner)
    for side, story in (("A", one), ("B", other)):
        scores = dict(zip((ALICE, BOB), story.game.outcome(story.state).scores, strict=True))
        assert await totals(connection, scope("all", "side", side), "queen_of_12") == scores
    standard = await page(connection, GAMES.game("council_of_12"), 9, scope=scope("2026-11", "scenario", "standard"))
    assert {line.player for line in standard.players} == {ALICE, BOB}


async def test_a_branch_is_practice_for_all_players(store: Store, runner: Runner, connection: Connection) -> None:
    await record(store, ended((ALICE, 7), (BOB, 4), ("bot:random", 1), arrangement=BRANCH))
    catch_up(runner)
    lines = (await page(connection, GAMES.game("pebbles"), 9)).players
    nothing = GeneralTally(0, 0, 0, (), 0, None, None)
    assert {line.player: (line.place, line.record) for line in lines} == {
        ALICE: (None, nothing),
        BOB: (None, nothing),
    }
    assert {line.player: line.practice for line in lines}[ALICE] == GeneralTally(1, 1, 0, (1,), 7, 7, 7.0)
    assert [line.record for line in await bots(connection, GAMES.game("pebbles"))] == [nothing]


async def test_a_forfeit_ranks_behind_all_remaining_players(
    store: Store, runner: Runner, connection: Connection
) -> None:
    # given a match whose best seat was played to its end by a bot
    await record(store, ended((ALICE, 9), (BOB, 4), (CAROL, 2), left=(0,)))
    catch_up(runner)
    lines = {line.player: line.record for line in (await page(connection, GAMES.game("pebbles"), 9)).players}
    # then that player is last, and the best remaining player has won
    assert lines == {
        BOB: GeneralTally(1, 1, 0, (1,), 4, 4, 4.0),
        CAROL: GeneralTally(1, 0, 0, (0, 1), 2, 2, 2.0),
        ALICE: GeneralTally(1, 0, 0, (0, 0, 1), 9, 9, 9.0),
    }
    assert await bots(connection, GAMES.game("pebbles")) == []


async def test_a_pair_with_a_forfeit_has_lost(store: Store, runner: Runner, connection: Connection) -> None:
    outcome = {
        "ending": "full_time",
        "scores": (2, 1, 2, 1),
        "ranking": (1, 3, 1, 3),
        "winners": (0, 2),
        "teams": ((0, 2), (1, 3)),
        "goals": (2, 1),
    }
    story = seated(ALICE, BOB, CAROL, DAVE, game="player_12").then((SeatForfeited(Seat(2), "overdue", "random"),))
    await record(store, story.then((MatchFinished(outcome), SecretRevealed(""))))
    catch_up(runner)
    people = {line.player: line.record for line in (await page(connection, GAMES.game("player_12"), 9)).players}
    won = {who: tally.won for who, tally in people.items() if isinstance(tally, PlayerTally)}
    assert won == {ALICE: 1, BOB: 0, CAROL: 0, DAVE: 0}
    found = {
        line.players: line.record for line in (await pairs(connection, GAMES.game("player_12"), 9, scope=EVER)).pairs
    }
    assert found[ALICE, CAROL] == PlayerTally(1, 0, 1, 0, 0, 2, 1)
