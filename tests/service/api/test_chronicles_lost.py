"""No reign is lost when a process ends between the end of a match and its reign."""

import asyncio
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import accumulate

import pytest

from domain.catalogue import CATALOGUE
from domain.kernel.basics import GameKey, MatchId
from domain.matches.evolve import fold
from service.matches.event_store import MatchEventStore
from service.migrations.schema import SCHEMA
from service.store.store import Store
from tests.kit.api import Api, database, running
from tests.kit.clients import Json, Match, Person
from tests.kit.story import Story
from tests.projections.test_lists import sooner_or_later

GAME = GameKey("council_of_12")


@pytest.fixture
def url(postgres_url: str) -> Iterator[str]:
    with database(postgres_url) as url:
        yield url


async def ends_unnoticed(url: str, match: MatchId) -> int:
    """Play a match to its end without recording the reign, as a killed process would; return the duration."""
    async with Store.open(url, schema=SCHEMA) as store:
        event_store = MatchEventStore(store, CATALOGUE)
        records = await event_store.load(match)
        known = fold(CATALOGUE, None, records)
        assert known is not None
        story = Story(known, tuple(records)).is_played(["random"] * len(known.occupants), random.Random(match))
        await event_store.append(GAME, story.records[len(records) :])
        result = story.match.result  # type: ignore[attr-defined] # it is finished
        years: int = result.duration
        return years


def opens(api: Api) -> tuple[str, tuple[Person, ...], Match]:
    """A chronicle and a match in progress."""
    people = api.people(2)
    book = people[0].does("/v1/chronicles", {"name": "The Quiet Table"})["id"]
    return book, people, people[0].opens(GAME, chronicle=book).seats(*people)


def hall(api: Api) -> list[int]:
    return [line["reign"]["duration"] for line in api.stranger.looks("/v1/chronicles/hall")["reigns"]]


def test_a_reign_missed_by_a_killed_process_is_recorded_after_the_next_start(url: str) -> None:
    # given a match that ended in a process which was lost at once
    with running(url) as api:
        book, _, match = opens(api)
        sooner_or_later(lambda: api.stranger.looks(f"/v1/chronicles/{book}")["version"], 2)
    years = asyncio.run(ends_unnoticed(url, MatchId(match.id)))
    # when a service starts
    with running(url) as api:
        # then the reign is there, without anybody asking for its chronicle
        sooner_or_later(lambda: hall(api), [years])


def test_the_next_read_of_a_chronicle_records_a_missed_reign(url: str) -> None:
    with running(url) as api:
        book, _, match = opens(api)
        years = asyncio.run(ends_unnoticed(url, MatchId(match.id)))
        (reign,) = api.stranger.looks(f"/v1/chronicles/{book}/reigns")["reigns"]
        assert (reign["match"], reign["duration"]) == (match.id, years)


def test_reigns_are_recorded_in_the_order_in_which_matches_ended(url: str) -> None:
    # given two matches of which the one that was opened last ended first, both unnoticed
    with running(url) as api:
        book, people, first = opens(api)
        second = people[0].opens(GAME, chronicle=book).seats(*people)
        for match in (second, first):
            asyncio.run(ends_unnoticed(url, MatchId(match.id)))
        # when a third one ends
        third = people[0].opens(GAME, chronicle=book).seats(*people)
        third.plays_on(random.Random(3))
        # then the order is that of their ends
        reigns = api.stranger.looks(f"/v1/chronicles/{book}/reigns")["reigns"]
        assert [reign["match"] for reign in reigns] == [second.id, first.id, third.id]


def test_two_processes_record_reigns_of_one_chronicle(url: str) -> None:
    # given matches of one chronicle that end on two services at once
    with ExitStack() as stack:
        one, other = (stack.enter_context(running(url)) for _ in range(2))
        book, people, match = opens(one)
        matches = [match, *(people[0].opens(GAME, chronicle=book).seats(*people) for _ in range(5))]
        served = [each.over((one, other)[number % 2].http) for number, each in enumerate(matches)]
        with ThreadPoolExecutor(len(served)) as threads:
            list(threads.map(lambda each: each.plays_on(random.Random(each.id)), served))
        # then both tell the same chronicle: each match once, without a gap
        histories: list[Json] = [api.stranger.looks(f"/v1/chronicles/{book}/reigns")["reigns"] for api in (one, other)]
        assert histories[0] == histories[1]
        assert sorted(reign["match"] for reign in histories[0]) == sorted(each.id for each in matches)
        years = list(accumulate((reign["duration"] for reign in histories[0]), initial=1))
        assert [reign["year"] for reign in histories[0]] == years[:-1]


def test_a_match_opened_earlier_under_the_same_key_adds_no_reign(url: str) -> None:
    # given a key under which a match was opened for no chronicle
    with running(url) as api:
        book, people, match = opens(api)
        plain = people[0].does("/v1/matches", {"game": GAME}, Idempotency_Key="k")
        body = {"game": GAME, "options": {"chronicle": book}}
        assert people[0].post("/v1/matches", body, Idempotency_Key="k").json()["code"] == "key_reused"
        # when that match ends, and one of the chronicle after it
        for each in (Match(f"/v1/matches/{plain['id']}", people).seats(*people), match):
            each.plays_on(random.Random(1))
        # then only the other one is a reign
        reigns = api.stranger.looks(f"/v1/chronicles/{book}/reigns")["reigns"]
        assert [reign["match"] for reign in reigns] == [match.id]
