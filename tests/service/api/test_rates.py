"""Rate limits: reported in every response, and never a reason to refuse a legal action."""

import re
from collections.abc import Iterator

import httpx
import pytest

from service.settings import Settings
from tests.kit.api import Api, database, running
from tests.kit.clients import Person
from tests.kit.people import makes, with_token
from tests.kit.problems import is_refused

CALLER, ADDRESS, FAILURES = 30, 40, 5
CALLERS = Settings(caller_rate=f"{CALLER}/day", address_rate="off", failure_rate="off")
EVERYBODY = Settings(caller_rate=f"{CALLER}/day", address_rate=f"{ADDRESS}/day", failure_rate=f"{FAILURES}/day")


@pytest.fixture(scope="module")
def api(postgres_url: str) -> Iterator[Api]:
    """A service that counts tokens only."""
    with database(postgres_url) as url, running(url, CALLERS) as api:
        yield api


def left(answer: httpx.Response, name: str = "token") -> int:
    """The remaining quota that a response reports."""
    reported = re.fullmatch(rf'"{name}";r=(\d+);t=(\d+)', answer.headers["RateLimit"])
    assert reported, answer.headers["RateLimit"]
    quota = {"token": CALLER, "address": ADDRESS, "failures": FAILURES}[name]
    assert answer.headers["RateLimit-Policy"] == f'"{name}";q={quota};w=86400'
    assert int(reported[2]) <= 86_400
    return int(reported[1])


def spends_all(person: Person, path: str = "/v1/games") -> None:
    while left(person.get(path)):
        pass


def is_limited(answer: httpx.Response, name: str = "token") -> None:
    is_refused(answer, 429, "rate_limited")
    assert 0 < int(answer.headers["Retry-After"]) <= 86_400
    assert left(answer, name) == 0


def test_every_response_reports_the_remaining_quota_which_is_enforced(api: Api) -> None:
    # given two people
    ada, bob = api.people(2)
    # when one asks as often as she may
    reported = [left(ada.get("/v1/games")) for _ in range(CALLER)]
    # then each answer says what is left, refused ones too
    assert reported == list(range(CALLER - 1, -1, -1))
    is_limited(ada.get("/v1/games"))
    is_limited(ada.post("/v1/matches", {"game": "pebbles"}))
    # and the quotas of other callers are unchanged
    assert left(bob.get("/v1/games")) == CALLER - 1


def test_legal_actions_are_accepted_beyond_the_quota(api: Api) -> None:
    # given a match of two players who read with their own tokens and play with tokens whose quotas are used up
    ada, bob = api.people(2)
    match = ada.opens("pebbles").seats(ada, bob)
    apps = [with_token(person, makes(person)) for person in (ada, bob)]
    for app in apps:
        spends_all(app)
    # when they play to the end
    accepted = 0
    while waiting := match.waiting():
        for seat in waiting:
            for action in match.legal(seat)[:1]:
                answer = apps[seat].post(f"{match.path}/actions", {"action": action})
                assert answer.status_code == 200, answer.text
                assert left(answer) == 0
                accepted += 1
    # then all of it was accepted, and they still may nothing else
    assert accepted >= 4
    is_limited(apps[0].get(match.path))


def test_only_refused_actions_use_the_quota(api: Api) -> None:
    ada, bob = api.people(2)
    match = ada.opens("pebbles").seats(ada, bob)
    app, path = with_token(ada, makes(ada)), f"{match.path}/actions"
    (action, *_) = match.legal(0)
    # when a legal action is taken, nothing is counted
    first = app.post(path, {"action": action}, Idempotency_Key="one")
    assert first.status_code == 200
    assert left(first) == CALLER
    # when it is repeated, or refused for any reason, each attempt counts
    bodies = [{"action": action}, {"action": {"type": "fly"}}, {"act": 1}]
    assert left(app.post(path, bodies[0], Idempotency_Key="one")) == CALLER - 1
    assert [left(app.post(path, body)) for body in bodies] == [CALLER - 2, CALLER - 3, CALLER - 4]


def test_illegal_actions_beyond_the_quota_are_rate_limited_and_change_nothing(api: Api) -> None:
    ada, bob = api.people(2)
    match = ada.opens("pebbles").seats(ada, bob)
    app, path = with_token(ada, makes(ada)), f"{match.path}/actions"
    (action, *_) = match.legal(0)
    app.post(path, {"action": action}, Idempotency_Key="one")
    spends_all(app)
    version = match.now()["version"]
    for body in ({"action": {"type": "fly"}}, {"action": action}, {"act": 1}):
        is_limited(app.post(path, body))
    is_limited(app.post(path, {"action": action}, Idempotency_Key="one"))
    is_limited(app.post("/v1/matches/00000000-0000-4000-8000-000000000000/actions", {"action": action}))
    assert match.now()["version"] == version


def test_requests_without_a_token_are_counted_by_address(database_url: str) -> None:
    with running(database_url, EVERYBODY) as api:
        is_counted_by_address(api, *api.people(2))


def is_counted_by_address(api: Api, ada: Person, bob: Person) -> None:
    # given a match, and a client that guesses tokens from the same address
    match = ada.opens("pebbles").seats(ada, bob)
    thief = Person(api.http, {"token": "c12_0000000000000000.stolen"})
    for _ in range(FAILURES):
        is_refused(thief.get(match.path), 401, "unauthenticated")
    is_limited(thief.get(match.path), "failures")
    is_limited(thief.post(f"{match.path}/actions", {"action": {}}), "failures")
    # and an anonymous client that exceeds its quota, also with forged addresses
    reported = [left(forwarded(api, f"203.0.113.{number}"), "address") for number in range(3)]
    assert reported == [reported[0], reported[0] - 1, reported[0] - 2]
    while left(api.stranger.get("/v1/games"), "address"):
        pass
    is_limited(api.stranger.post("/v1/players", {"name": "Eve"}), "address")
    is_limited(api.stranger.post(f"{match.path}/actions", {"action": {}}), "address")
    # then requests with a valid token pass, even a new one, and so do health checks
    app = with_token(ada, makes(ada))
    (action, *_) = match.legal(0)
    assert app.post(f"{match.path}/actions", {"action": action}).status_code == 200
    for path in ("/health/live", "/health/ready", "/metrics"):
        answer = api.stranger.get(path)
        assert answer.status_code == 200
        assert "RateLimit" not in answer.headers


def forwarded(api: Api, chain: str) -> httpx.Response:
    return api.http.get("/v1/games", headers={"X-Forwarded-For": chain})


def test_a_trusted_proxy_forwards_the_client_address(database_url: str) -> None:
    settings = Settings(address_rate=f"{ADDRESS}/day", trusted_proxies=("127.0.0.0/8",))
    with running(database_url, settings) as api:
        assert left(forwarded(api, "203.0.113.1"), "address") == ADDRESS - 1
        assert left(forwarded(api, "203.0.113.2"), "address") == ADDRESS - 1
        # addresses claimed by the client are further left and do not count
        assert left(forwarded(api, "198.51.100.7, 203.0.113.2"), "address") == ADDRESS - 2
        # IPv6 addresses count by network
        assert left(forwarded(api, "2001:db8::1"), "address") == ADDRESS - 1
        assert left(forwarded(api, "2001:db8::ffff:1"), "address") == ADDRESS - 2
        assert left(forwarded(api, "::ffff:203.0.113.1"), "address") == ADDRESS - 2
        # what is no address at all is one address
        assert [left(forwarded(api, junk), "address") for junk in ("x", "y" * 5000)] == [ADDRESS - 1, ADDRESS - 2]
