"""Match search by conditions, limited to matches that the requester may find."""

import pytest
from psycopg import AsyncConnection
from psycopg.rows import TupleRow

from domain.kernel.basics import MatchId, Seat, Version
from domain.matches.events import MatchFinished, SeatForfeited, SecretRevealed
from domain.matches.settings import MatchSettings, Moment
from projections.match_list import SeatLine
from projections.match_search import Reader, Wanted, page
from projections.runner import Runner
from service.store.store import Store
from tests.kit.story import ALICE, BOB, CAROL, DAVE, Story, moment
from tests.projections.conftest import catch_up, opened, played, record, seated

Connection = AsyncConnection[TupleRow]


async def found(connection: Connection, wanted: Wanted | None = None, reader: Reader = "everybody") -> list[str]:
    return [line.id for line in (await page(connection, wanted or Wanted(), 100, reader=reader)).matches]


def ids(*stories: Story) -> list[str]:
    """The ids of matches, the newest first."""
    return [story.match.terms.id for story in reversed(stories)]


def scored(*scores: int) -> Story:
    """A match that ends with these scores."""
    people = (ALICE, BOB, CAROL)[: len(scores)]
    outcome = {"ending": "three_rounds", "scores": scores, "ranking": [1] * len(scores), "winners": []}
    return seated(*people).then((MatchFinished(outcome), SecretRevealed("")))


async def test_matches_are_found_by_tag(store: Store, runner: Runner, connection: Connection) -> None:
    cup, both = MatchSettings(tags=("cup",)), MatchSettings(tags=("cup", "round-2"))
    first, second, third = opened(arrangement=cup), seated(ALICE, BOB, arrangement=both), opened()
    await record(store, first, second, third)
    catch_up(runner)
    assert await found(connection, Wanted(tag="cup")) == ids(first, second)
    assert await found(connection, Wanted(tag="round-2", player=ALICE)) == ids(second)
    assert await found(connection, Wanted(tag="round-2", player=CAROL)) == []


async def test_finished_matches_are_found_by_length_and_score(
    store: Store, runner: Runner, connection: Connection
) -> None:
    low, high, lost, waiting = scored(3, 5), scored(1, 9, 2), opened().is_abandoned(), seated(ALICE, BOB)
    await record(store, low, high, lost, waiting)
    catch_up(runner)
    assert await found(connection, Wanted(min_length=0)) == ids(low, high, lost)
    assert await found(connection, Wanted(max_length=len(lost.records))) == ids(lost)
    assert await found(connection, Wanted(min_length=len(high.records))) == ids(high)
    assert await found(connection, Wanted(game="pebbles", min_score=6)) == ids(high)
    assert await found(connection, Wanted(game="pebbles", min_score=5, max_score=5)) == ids(low)


async def test_matches_are_found_by_opening_time(store: Store, runner: Runner, connection: Connection) -> None:
    story = played(ALICE, BOB)
    await record(store, story)
    catch_up(runner)
    at, later = moment(0), moment(1)
    assert await found(connection, Wanted(since=at, until=later)) == ids(story)
    assert await found(connection, Wanted(since=later)) == []
    assert await found(connection, Wanted(until=at)) == []


async def test_matches_are_found_by_edition(store: Store, runner: Runner, connection: Connection) -> None:
    story = opened(game="queen_of_12")
    await record(store, story, opened())
    catch_up(runner)
    name = story.match.terms.opened.edition
    assert await found(connection, Wanted(game="queen_of_12", edition=name)) == ids(story)
    assert await found(connection, Wanted(game="queen_of_12", edition="none")) == []


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
async def test_only_participants_find_a_match_that_is_not_public_until_it_is_over(
    store: Store, runner: Runner, connection: Connection, visibility: str
) -> None:
    # given a match that Alice opened and Bob was invited to, if that is needed, in which he sits down first
    invited = (BOB,) if visibility == "private" else ()
    hidden = MatchSettings("private" if invited else "unlisted", tags=("cup",), invited=invited)
    lasting, over, public = (
        opened(arrangement=hidden),
        played(ALICE, BOB, arrangement=hidden),
        seated(CAROL, DAVE),
    )
    await record(store, lasting, over, public)
    catch_up(runner)
    # then others find it only when it is over
    for wanted in (Wanted(), Wanted(player=ALICE), Wanted(tag="cup"), Wanted(phase="open")):
        for reader in ("everybody", CAROL):
            assert set(await found(connection, wanted, reader)) <= set(ids(over, public))
    assert await found(connection, Wanted(tag="cup")) == ids(over)
    # and whom it concerns, organizers and the service at once
    for reader in (ALICE, *invited, "organizer", "service"):
        assert await found(connection, reader=reader) == ids(lasting, over, public)
        assert await found(connection, Wanted(tag="cup"), reader) == ids(lasting, over)


async def test_a_list_shows_no_more_of_a_delayed_match_than_spectators_see(
    store: Store, runner: Runner, connection: Connection
) -> None:
    # given a match that is followed with a delay, one of whose people left
    forfeited = (SeatForfeited(Seat(1), "resigned", "random"),)
    story = seated(ALICE, BOB, arrangement=MatchSettings(delay=3)).then(forfeited)
    await record(store, story)
    catch_up(runner)
    # then no list shows its newest events
    for reader in ("everybody", ALICE):
        (line,) = (await page(connection, Wanted(), 9, reader=reader)).matches
        assert (line.version, line.updated_at, line.outcome) == (None, None, None)
        assert line.seats == (SeatLine(Seat(0), ALICE), SeatLine(Seat(1), BOB))
    assert await found(connection, Wanted(min_length=0)) == []
    # but the service itself is, so that its bots play on
    (line,) = (await page(connection, Wanted(), 9, reader="service")).matches
    assert (line.version, line.seats[1]) == (len(story.records), SeatLine(Seat(1), bot="random", left=BOB))


async def test_a_delayed_match_is_shown_completely_once_it_is_over(
    store: Store, runner: Runner, connection: Connection
) -> None:
    story = seated(ALICE, BOB, arrangement=MatchSettings(delay=3))
    story = story.then((SeatForfeited(Seat(1), "resigned", "random"),)).is_abandoned()
    await record(store, story)
    catch_up(runner)
    (line,) = (await page(connection, Wanted(player=BOB), 9)).matches
    assert (line.version, line.updated_at) == (len(story.records), story.records[-1].at)
    assert line.seats[1] == SeatLine(Seat(1), bot="random", left=BOB)


async def test_a_branch_is_marked_as_practice(store: Store, runner: Runner, connection: Connection) -> None:
    branch = MatchSettings(branch_of=Moment(MatchId("11111111-2222-4333-8444-555555555555"), Version(3)))
    await record(store, opened(arrangement=branch), opened())
    catch_up(runner)
    assert [line.practice for line in (await page(connection, Wanted(), 9)).matches] == [False, True]
