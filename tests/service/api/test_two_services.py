"""Two processes of the service on one database."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from domain.audit.verify import verify
from domain.catalogue import CATALOGUE
from tests.kit.api import Api, database, process
from tests.kit.clients import Json, Match, timeless


@pytest.fixture(scope="module")
def pair(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Api, Api]]:
    folder = tmp_path_factory.mktemp("shared")
    with ExitStack() as stack:
        url = stack.enter_context(database(postgres_url))
        one, other = (stack.enter_context(process(folder, CHRONICLE_DATABASE_URL=url)) for _ in range(2))
        yield one.api, other.api


def plays(match: Match, seat: int, rng: random.Random) -> list[Json]:
    """Play a seat to the end in one process; some actions are refused because the other process was faster."""
    accepted: list[Json] = []
    while (now := match.now())["phase"] == "playing":
        if not (legal := match.legal(seat)):
            match.people[seat].get(f"{match.path}/events", after=now["version"], wait=1)
            continue
        answer = match.posts(seat, rng.choice(legal))
        if answer.status_code == 200:
            accepted.append(answer.json())
        else:
            assert answer.json()["code"] in {"rule_broken", "match_not_playing"}, answer.text
    return accepted


def test_no_action_is_lost_duplicated_or_reordered(pair: tuple[Api, Api]) -> None:
    # given a match whose four seats all play on both services at once
    people = pair[0].people(4)
    match = people[0].opens("queen_of_12", 4).seats(*people)
    ways = [(match.over(api.http), seat, random.Random(seat)) for api in pair for seat in range(4)]
    # when it is played to its end
    with ThreadPoolExecutor(len(ways)) as threads:
        accepted = list(threads.map(lambda way: plays(*way), ways))
    log = match.log()
    assert any(accepted[:4])
    assert any(accepted[4:])
    # then every acknowledged action is in the log, at its version, with its events
    for answers in accepted:
        versions = [answer["version"] for answer in answers]
        assert versions == sorted(set(versions))
        for answer in answers:
            events = [(event["version"], event["hash"]) for event in answer["events"]]
            assert events == [(event["version"], event["hash"]) for event in log[events[0][0] - 1 : answer["version"]]]
    # and the log holds no other, and proves itself
    lines = pair[1].stranger.get(f"{match.path}/audit").content.splitlines()
    assert verify(lines, CATALOGUE).actions == sum(map(len, accepted))
    assert pair[1].stranger.looks(match.path)["version"] == len(log)


def test_a_long_poll_returns_on_an_event_of_another_process(pair: tuple[Api, Api]) -> None:
    people = pair[0].people(2)
    match = people[0].opens("queen_of_12").seats(*people)
    version, action = match.now()["version"], match.legal(0)[0]
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(pair[1].stranger.looks, f"{match.path}/events", after=version, wait=30)
        match.acts(0, action)
        assert waiting.result(25)["events"][0]["version"] == version + 1


def test_an_idempotency_key_is_shared_between_processes(pair: tuple[Api, Api]) -> None:
    people = pair[0].people(2)
    match = people[0].opens("queen_of_12").seats(*people)
    there = match.over(pair[1].http)
    there.now()
    action = match.legal(0)[0]
    first = match.acts(0, action, Idempotency_Key="k")
    assert there.acts(0, action, Idempotency_Key="k") == first
    # opening too
    opened = [
        timeless(person.does("/v1/matches", {"game": "queen_of_12"}, Idempotency_Key="o"))
        for person in (people[0], there.people[0])
    ]
    assert opened[0] == opened[1]


def test_both_processes_sign_with_one_key(pair: tuple[Api, Api]) -> None:
    assert pair[0].stranger.looks("/v1/keys") == pair[1].stranger.looks("/v1/keys")
