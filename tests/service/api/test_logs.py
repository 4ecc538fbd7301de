"""The log of a match: pages, cursors, long polls and the hash chain."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.kit import straight
from tests.kit.api import Api
from tests.kit.clients import Json, Match, Person


@pytest.fixture(scope="module")
def under_way(api: Api) -> Match:
    """A match with a hidden card, which no test changes."""
    people = api.people(3)
    match = people[0].opens("queen_of_12", 3).seats(*people)
    match.plays_on(random.Random(1), until=lambda now: now["view"]["round"] > 1 and all_lay_cards(now))
    match.acts(0, match.legal(0)[0])
    return match


def all_lay_cards(now: Json) -> bool:
    return [each["decision"]["type"] for each in now["pending"]] == ["choose_card"] * 3


@pytest.fixture
def table(api: Api) -> Match:
    people = api.people(2)
    return people[0].opens("pebbles").seats(*people)


@pytest.mark.parametrize("limit", [1, 7, 100, 500])
def test_the_log_is_read_page_by_page_without_gaps(under_way: Match, limit: int) -> None:
    viewer, whole = under_way.people[0], under_way.log(under_way.people[0])
    found, after = list[Json](), 0
    while (page := viewer.looks(f"{under_way.path}/events", after=after, limit=limit))["events"]:
        assert len(page["events"]) <= limit
        assert page["next"] == page["events"][-1]["version"]
        found, after = found + page["events"], page["next"]
    assert found == whole
    assert [event["version"] for event in whole] == list(range(1, under_way.now()["version"] + 1))
    assert page == {"events": [], "next": len(whole)}


def test_a_page_without_parameters_starts_at_the_first_event(under_way: Match) -> None:
    page = under_way.people[0].looks(f"{under_way.path}/events")
    assert page["events"] == under_way.log(under_way.people[0])[:100]


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_any_viewer_can_verify_the_hash_chain(under_way: Match, seat: int | None) -> None:
    log = under_way.log(None if seat is None else under_way.people[seat])
    assert [event["prev"] for event in log] == ["0" * 64, *(event["hash"] for event in log[:-1])]
    assert [event["hash"] for event in log] == [straight.event_hash(event) for event in log]


def test_seals_are_open_to_their_owner_and_match_their_commitments(under_way: Match) -> None:
    # given the card that seat 0 laid face down
    logs = [under_way.log(person)[-1]["sealed"] for person in under_way.people]
    # then it sees the card, which is what was committed to, and the others see the commitment only
    assert logs[0]["seats"] == [0]
    salt = bytes.fromhex(logs[0]["salt"])
    assert straight.seal(salt, logs[0]["secret"]) == logs[0]["commitment"]
    assert logs[0]["secret"]["action"]["card"] == logs[0]["secret"]["event"]["card"]
    assert logs[1] == logs[2] == {"seats": [0], "commitment": logs[0]["commitment"]}


def test_a_long_poll_returns_on_the_action_of_another_player(api: Api, table: Match) -> None:
    # given several long polls with a timeout that exceeds the duration of this test
    version, action = table.now()["version"], table.legal(0)[0]

    def wait(person: Person) -> Json:
        return person.looks(f"{table.path}/events", after=version, wait=30)

    with ThreadPoolExecutor(3) as threads:
        waiting = [threads.submit(wait, person) for person in (*table.people, api.stranger)]
        # when a player acts
        table.acts(0, action)
        # then all of them return, each redacted for its caller
        pages = [each.result(25) for each in waiting]
    assert [page["next"] for page in pages] == [version + 1] * 3
    assert ["secret" in page["events"][0]["sealed"] for page in pages] == [True, False, False]


def test_a_long_poll_returns_an_empty_page_after_the_timeout(table: Match) -> None:
    version = table.now()["version"]
    page = table.people[0].looks(f"{table.path}/events", after=version, wait=0.1)
    assert page == {"events": [], "next": version}


def test_a_long_poll_for_existing_events_returns_at_once(table: Match) -> None:
    page = table.people[0].looks(f"{table.path}/events", after=0, wait=30)
    assert page["next"] == table.now()["version"]


def test_a_long_poll_of_a_finished_match_returns_at_once(api: Api) -> None:
    ada = api.person()
    match = ada.opens("pebbles")
    ada.does(f"{match.path}/abandonment")
    page = ada.looks(f"{match.path}/events", after=3, wait=30)
    assert page == {"events": [], "next": 3}


def test_paging_during_play_misses_no_event(table: Match) -> None:
    # given a client that follows a match from its beginning
    def follow() -> list[Json]:
        viewer, found = Person(table.people[0].http), list[Json]()
        while not found or found[-1]["type"] != "secret_revealed":
            page = viewer.looks(f"{table.path}/events", after=len(found), limit=3, wait=30)
            found += page["events"]
        return found

    with ThreadPoolExecutor(1) as threads:
        following = threads.submit(follow)
        # when it is played to its end
        table.plays_on(random.Random(2))
        followed = following.result(25)
    # then each event was there once, in order, and what it says is what the log says
    assert [event["hash"] for event in followed] == [event["hash"] for event in table.log()]
