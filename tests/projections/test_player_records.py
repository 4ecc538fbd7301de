"""Records of players."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from psycopg import AsyncConnection
from psycopg.rows import TupleRow

from domain.games.claim_kingdoms.events import CardLaid
from domain.games.council_of_12.events_play import CardRevealed, SecondPlayed
from domain.games.queen_of_12.events import CardsRevealed
from domain.kernel.basics import MatchId, PlayerId, Seat, Version
from domain.matches.events import MatchFinished, SeatForfeited, SecretRevealed
from domain.matches.settings import PLAIN, MatchSettings, Moment
from projections.boards import Boards
from projections.cursors import BadCursor
from projections.player_pages import Favourite, GameRecord, PracticeRecord, SeatRecord, opponents, records
from projections.player_tallies import OpponentTally
from projections.ratings import ratings_of
from projections.runner import Runner
from service.store.store import Store
from tests.kit.story import ALICE, BOB, CAROL, DAVE, GAMES, Story
from tests.projections.conftest import catch_up, played, record, seated

Connection = AsyncConnection[TupleRow]
BRANCH = MatchSettings(branch_of=Moment(MatchId("11111111-2222-4333-8444-555555555555"), Version(9)))


def ended(*results: tuple[str, int], arrangement: MatchSettings = PLAIN, left: Sequence[int] = ()) -> Story:
    """A match of these players and bots that ends with these scores after forfeits."""
    story = seated(*(who for who, _ in results), arrangement=arrangement)
    story = story.then(tuple(SeatForfeited(Seat(seat), "overdue", "random") for seat in left))
    scores = tuple(score for _, score in results)
    ranking = [1 + sum(other > score for other in scores) for score in scores]
    winners = [seat for seat, rank in enumerate(ranking) if rank == 1]
    outcome = {"ending": "three_rounds", "scores": scores, "ranking": ranking, "winners": winners}
    return story.then((MatchFinished(outcome), SecretRevealed("")))


async def at(connection: Connection, player: PlayerId, game: str = "pebbles") -> GameRecord:
    """A player's record at a game."""
    (found,) = [each for each in await records(connection, Boards(GAMES), player) if each.game == game]
    return found


async def met(connection: Connection, player: PlayerId, game: str = "pebbles") -> dict[PlayerId, OpponentTally]:
    return {line.opponent: line.record for line in (await opponents(connection, player, game, 100)).opponents}


async def test_wins_are_counted(store: Store, runner: Runner, connection: Connection) -> None:
    await record(
        store,
        ended((ALICE, 7), (BOB, 4)),
        ended((BOB, 5), (ALICE, 5)),
        ended((ALICE, 9), (BOB, 2), (CAROL, 3)),
        ended((ALICE, 1), (BOB, 2)),
        ended((ALICE, 3), (BOB, 2)),
    )
    catch_up(runner, limit=4)
    found = await at(connection, ALICE)
    assert (found.played, found.won, found.shared, found.lost) == (5, 3, 1, 1)
    assert (found.won_in_a_row, found.most_won_in_a_row) == (1, 3)
    assert found.seats == [
        SeatRecord(2, Seat(0), 3, 2, 2 / 3),
        SeatRecord(2, Seat(1), 1, 1, 1.0),
        SeatRecord(3, Seat(0), 1, 1, 1.0),
    ]
    assert (found.favourites_of, found.favourites) == (None, None)
    assert found.rating == (await ratings_of(connection, ALICE))["pebbles"]


async def test_opponents_are_listed_by_number_of_matches(store: Store, runner: Runner, connection: Connection) -> None:
    await record(
        store,
        ended((ALICE, 7), (BOB, 4)),
        ended((BOB, 5), (ALICE, 5)),
        ended((ALICE, 2), (BOB, 9), (CAROL, 1)),
        ended((DAVE, 2), (ALICE, 1)),
    )
    catch_up(runner)
    assert list((await met(connection, ALICE)).items()) == [
        (BOB, OpponentTally(3, 1, 1, 1)),
        (DAVE, OpponentTally(1, 0, 0, 1)),
        (CAROL, OpponentTally(1, 1, 0, 0)),
    ]
    assert (await met(connection, CAROL)) == {
        ALICE: OpponentTally(1, 0, 0, 1),
        BOB: OpponentTally(1, 0, 0, 1),
    }
    one, cursor = list[PlayerId](), None
    for _ in range(3):
        page = await opponents(connection, ALICE, "pebbles", 1, cursor)
        one += [line.opponent for line in page.opponents]
        cursor = page.next
    assert (one, cursor) == ([BOB, DAVE, CAROL], None)
    with pytest.raises(BadCursor):
        await opponents(connection, ALICE, "pebbles", 1, "nowhere")


async def test_practice_is_counted_separately(store: Store, runner: Runner, connection: Connection) -> None:
    await record(
        store,
        ended((ALICE, 7), ("bot:random", 4)),
        ended((ALICE, 1), (BOB, 2), arrangement=BRANCH),
        seated(ALICE, BOB).is_abandoned(),
    )
    catch_up(runner)
    found = await at(connection, ALICE)
    assert (found.played, found.practice, found.seats, found.rating) == (0, PracticeRecord(2, 1), [], None)
    assert await met(connection, ALICE) == {}


async def test_a_forfeit_ranks_behind_all_remaining_players(
    store: Store, runner: Runner, connection: Connection
) -> None:
    await record(store, ended((ALICE, 9), (BOB, 4), (CAROL, 2), left=(0, 2)))
    catch_up(runner)
    assert [(await at(connection, who)).won for who in (ALICE, BOB, CAROL)] == [0, 1, 0]
    assert await met(connection, ALICE) == {BOB: OpponentTally(1, 0, 0, 1), CAROL: OpponentTally(1, 0, 0, 1)}


async def test_partners_are_no_opponents(store: Store, runner: Runner, connection: Connection) -> None:
    pairs, council = (
        played(ALICE, BOB, CAROL, DAVE, game="player_12"),
        played(ALICE, BOB, game="council_of_12"),
    )
    await record(store, pairs, council)
    catch_up(runner)
    assert set(await met(connection, ALICE, "player_12")) == {BOB, DAVE}
    outcome = pairs.game.outcome(pairs.state)
    found = await at(connection, ALICE, "player_12")
    assert (found.won, found.shared, found.lost) == (Seat(0) in outcome.winners, 0, Seat(0) not in outcome.winners)
    assert await met(connection, ALICE, "council_of_12") == {}


def chosen(story: Story) -> Counter[str]:
    """The choices of seat 0 in a match, counted from its events."""
    found = Counter[str]()
    for event in story.events:
        match event:
            case CardLaid(seat=0, faction=name) | CardRevealed(seat=0, card=name) | SecondPlayed(seat=0, card=name):
                found[name] += 1
            case CardsRevealed():
                found.update(event.cards[0])
            case _:
                pass
    return found


def has_a_second_card(story: Story) -> bool:
    return any(isinstance(event, SecondPlayed) and event.seat == 0 for event in story.events)


async def test_favourites_are_the_most_frequent_choices(store: Store, runner: Runner, connection: Connection) -> None:
    # given a match of each game that counts choices, with a second card of seat 0 in the council
    queen, kingdoms = (played(ALICE, BOB, game=game) for game in ("queen_of_12", "claim_kingdoms"))
    council = next(filter(has_a_second_card, (played(ALICE, BOB, game="council_of_12", seed=n) for n in range(99))))
    await record(store, queen, kingdoms, council)
    # when the records have caught up
    catch_up(runner, limit=50)
    # then they list every choice, the most frequent first
    for story, kind in ((queen, "characters"), (kingdoms, "factions"), (council, "characters")):
        found = await at(connection, ALICE, story.game.key)
        assert found.favourites_of == kind
        assert found.favourites == [
            Favourite(name, times)
            for name, times in sorted(chosen(story).items(), key=lambda each: (-each[1], each[0]))
        ]


async def test_choices_of_a_substitute_bot_are_not_counted(
    store: Store, runner: Runner, connection: Connection
) -> None:
    story = seated(ALICE, BOB, game="claim_kingdoms").then((SeatForfeited(Seat(0), "resigned", "random"),))
    await record(store, story.is_played(["random", "random"], random.Random(1)))
    catch_up(runner)
    assert (await at(connection, ALICE, "claim_kingdoms")).favourites == []
    assert (await at(connection, BOB, "claim_kingdoms")).favourites != []


def test_counted_choices_cannot_be_undone() -> None:
    assert not any(kind.RETRACTABLE for kind in Boards(GAMES).choices)
