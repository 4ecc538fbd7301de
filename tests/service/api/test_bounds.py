"""Quotas of a player: open matches, matches with bots, long polls."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

import httpx
import pytest

from service.settings import Settings
from tests.kit.api import Api, database, running
from tests.kit.clients import Person
from tests.kit.people import appointed
from tests.kit.problems import is_refused

BOUND = 3
SETTINGS = Settings(open_matches=BOUND, bot_matches=BOUND, streams=BOUND, caller_rate="off", address_rate="off")


class Narrow(NamedTuple):
    """A service with low limits, and its database."""

    api: Api
    url: str


@pytest.fixture(scope="module")
def narrow(postgres_url: str) -> Iterator[Narrow]:
    with database(postgres_url) as url, running(url, SETTINGS) as api:
        yield Narrow(api, url)


def soon(attempt: Callable[[], httpx.Response]) -> httpx.Response:
    """Retry until the request is allowed: projections lag behind."""
    end = time.monotonic() + 30
    while not (answer := attempt()).is_success:
        assert time.monotonic() < end, answer.text
        time.sleep(0.05)
    return answer


def soon_refused(attempt: Callable[[], httpx.Response], code: str) -> None:
    """Retry until the request is refused with this code: the first exceeded limit changes as projections catch up."""
    end = time.monotonic() + 30
    while (answer := attempt()).json()["code"] != code:
        assert (answer.status_code, time.monotonic() < end) == (409, True), answer.text
        time.sleep(0.05)


def tries(person: Person, **more: str) -> httpx.Response:
    return person.post("/v1/matches", {"game": "pebbles", "seats": 2}, **more)


def test_open_matches_of_a_player_are_limited(narrow: Narrow) -> None:
    # given a player at the open-match limit
    ada, bob = narrow.api.people(2)
    matches = [ada.opens("pebbles") for _ in range(BOUND - 1)]
    first = tries(ada, Idempotency_Key="last")
    assert first.status_code == 201
    # when she opens one more, at once or later, it is refused
    is_refused(tries(ada), 409, "too_many_matches")
    time.sleep(1.5)
    is_refused(tries(ada), 409, "too_many_matches")
    # but a retry returns the response of the first request
    assert tries(ada, Idempotency_Key="last").json()["id"] == first.json()["id"]
    # and others are not concerned
    assert tries(bob).status_code == 201
    # when one starts, or is given up, there is room
    matches[0].seats(ada, bob)
    soon(lambda: tries(ada))
    ada.does(f"{matches[1].path}/abandonment")
    soon(lambda: tries(ada))


def test_a_rematch_counts_towards_the_open_match_limit(narrow: Narrow) -> None:
    # given a match that is over, and one of its people with as many matches as may wait
    ada, bob = narrow.api.people(2)
    match = ada.opens("pebbles").seats(ada, bob)
    match.plays_on(random.Random(1))
    waiting = [soon(lambda: tries(ada)).json()["id"] for _ in range(BOUND)]
    # when she asks for a rematch, it is refused, and opened for the other
    is_refused(ada.post(f"{match.path}/rematches"), 409, "too_many_matches")
    rematch = bob.does(f"{match.path}/rematches")["id"]
    # but the one that is there is answered, and when that was given up, another needs room again
    assert ada.does(f"{match.path}/rematches")["id"] == rematch
    bob.does(f"/v1/matches/{rematch}/abandonment")
    is_refused(ada.post(f"{match.path}/rematches"), 409, "too_many_matches")
    # and with room she opens it
    ada.does(f"/v1/matches/{waiting[0]}/abandonment")
    assert soon(lambda: ada.post(f"{match.path}/rematches")).json()["opener"] == ada.id


def test_a_rematch_with_bots_counts_towards_the_bot_match_limit(narrow: Narrow) -> None:
    # given a finished match with a bot, and its player at the bot-match limit
    ada = narrow.api.person()
    over = ada.opens("pebbles").seats(ada)
    ada.does(f"{over.path}/seats", {"bot": "highest"})
    while over.now()["phase"] == "playing":
        if actions := over.legal(0):
            over.posts(0, actions[0])
    matches = [soon(lambda: tries(ada)).json()["id"] for _ in range(BOUND)]
    for match in matches:
        soon(partial(ada.post, f"/v1/matches/{match}/seats", {"bot": "random"}))
    ada.does(f"/v1/matches/{matches[0]}/seats")
    # when she asks for a rematch with the bot, it is refused
    soon_refused(lambda: ada.post(f"{over.path}/rematches"), "too_many_bot_matches")
    # and when one of the others is given up there is room
    ada.does(f"/v1/matches/{matches[1]}/abandonment")
    soon(lambda: ada.post(f"{over.path}/rematches"))


def test_concurrent_requests_do_not_exceed_the_open_match_limit(narrow: Narrow) -> None:
    ada = narrow.api.person()
    with ThreadPoolExecutor(16) as threads:
        answers = list(threads.map(lambda _: tries(ada), range(40)))
    # then no more came through than one after the other would have
    statuses = sorted(answer.status_code for answer in answers)
    assert statuses == [201] * BOUND + [409] * (40 - BOUND)


def test_bot_matches_of_a_player_are_limited(narrow: Narrow) -> None:
    # given a player at the bot-match limit, whose bots wait for her moves
    ada, bob = narrow.api.people(2)
    matches = [ada.opens("queen_of_12") for _ in range(BOUND)]
    for match in matches:
        match.seats(ada)
        ada.does(f"{match.path}/seats", {"bot": "random"})
    more = soon(lambda: tries(ada)).json()["id"]
    # when a bot is to sit in one more, it is refused
    is_refused(ada.post(f"/v1/matches/{more}/seats", {"bot": "random"}), 409, "too_many_bot_matches")
    # but another person's bots play
    assert bob.post(f"{bob.opens('pebbles').path}/seats", {"bot": "random"}).status_code == 200
    # and when one of the matches is over there is room
    olga = appointed(narrow.api, narrow.url, "organizer")
    olga.does(f"{matches[0].path}/abandonment")
    soon(lambda: ada.post(f"/v1/matches/{more}/seats", {"bot": "random"}))
    # (a second bot in the same match needs none)
    assert ada.post(f"/v1/matches/{more}/seats", {"bot": "random"}).status_code == 200


def test_organizers_have_no_open_match_limit(narrow: Narrow) -> None:
    olga = appointed(narrow.api, narrow.url, "organizer")
    for _ in range(BOUND + 2):
        olga.opens_for_bots("pebbles", "random", "random")


def test_concurrent_long_polls_of_a_player_are_limited(narrow: Narrow) -> None:
    # given a player and an anonymous caller at the limit of long polls
    ada = narrow.api.person()
    match = narrow.api.person().opens("pebbles")
    begun = threading.Barrier(2 * BOUND + 1)

    def waits(person: Person) -> int:
        begun.wait()
        while (answer := person.get(f"{match.path}/events", after=1, wait=30)).status_code == 429:
            time.sleep(0.01)  # the test's own look at whether there is room was a little earlier
        return answer.status_code

    with ThreadPoolExecutor(2 * BOUND) as threads:
        waiting = [threads.submit(waits, person) for person in (ada, narrow.api.stranger) for _ in range(BOUND)]
        begun.wait()
        # when either waits once more
        for person in (ada, narrow.api.stranger):
            answer = refused(person, f"{match.path}/events")
            is_refused(answer, 429, "too_many_streams")
            assert answer.headers["Retry-After"] == "1"
        # then other callers and requests without a wait are not affected
        assert narrow.api.person().get(f"{match.path}/events", after=1, wait=0.01).status_code == 200
        assert ada.get(f"{match.path}/events", after=0).status_code == 200
        # and when there is news, all are answered, and there is room
        match.people[0].does(f"{match.path}/seats")
        assert [each.result() for each in waiting] == [200] * 2 * BOUND
    assert ada.get(f"{match.path}/events", after=2, wait=0.01).status_code == 200


def refused(person: Person, path: str) -> httpx.Response:
    """Send a short long poll until all others have started."""
    end = time.monotonic() + 20
    while (answer := person.get(path, after=1, wait=0.05)).is_success:
        assert time.monotonic() < end, "nobody was refused"
    return answer
