"""Overload and database failures: clear problems, and safe retries."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from urllib.parse import urlsplit

import httpx
import psycopg
import pytest
from psycopg import sql

from service.settings import Settings
from tests.kit.api import database, running
from tests.kit.problems import is_refused


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the statement timeout of services in this process to two seconds."""
    monkeypatch.setattr("service.app._STATEMENT_TIMEOUT_SECONDS", 2)


def is_told_to_retry(answer: httpx.Response, code: str) -> None:
    is_refused(answer, 503, code)
    assert int(answer.headers["Retry-After"]) > 0


def test_a_request_blocked_by_a_lock_gets_retry_after(postgres_url: str) -> None:
    # given a service whose tokens an operator works on
    with database(postgres_url) as url, running(url) as api:
        unknown = {"Authorization": "Bearer c12_any.token"}
        with psycopg.connect(url) as holder, ThreadPoolExecutor(2) as threads:
            holder.execute("LOCK TABLE chronicle.tokens IN ACCESS EXCLUSIVE MODE")
            # when a player registers meanwhile, and another request needs a token lookup
            registering = threads.submit(api.stranger.post, "/v1/players", {"name": "Ada"})
            looked_up = threads.submit(api.http.get, "/v1/tokens", headers=unknown)
            is_told_to_retry(registering.result(60), "unavailable")
            is_told_to_retry(looked_up.result(60), "unavailable")
        # then both go on when it is let go
        assert api.person().get("/v1/tokens").is_success


def test_a_locked_log_makes_the_service_not_ready(postgres_url: str) -> None:
    # given a service on whose log an operator works
    with database(postgres_url) as url, running(url) as api:
        with psycopg.connect(url) as holder, ThreadPoolExecutor(2) as threads:
            holder.execute("LOCK TABLE chronicle.stored_events IN ACCESS EXCLUSIVE MODE")
            # when it is asked how it is
            ready = threads.submit(api.stranger.get, "/health/ready")
            figures = threads.submit(api.stranger.get, "/metrics")
            # then it says so, and gives the figures that it has
            is_told_to_retry(ready.result(60), "unavailable")
            assert "chronicle_projection_position{" not in figures.result(60).text
            assert api.stranger.get("/health/live").is_success
        # and it is ready again when the log is let go
        assert api.stranger.get("/health/ready").is_success
        assert "chronicle_projection_position{" in api.stranger.get("/metrics").text


def test_a_full_append_queue_makes_the_service_overloaded(postgres_url: str) -> None:
    # given a service whose queue takes one request, and a log that is held up
    with database(postgres_url) as url, running(url, Settings(queue_bound=1)) as api:
        ada = api.person()
        with psycopg.connect(url) as holder, ThreadPoolExecutor(8) as threads:
            holder.execute("LOCK TABLE chronicle.stored_events IN EXCLUSIVE MODE")
            # when eight requests arrive
            asked = [threads.submit(ada.post, "/v1/matches", {"game": "pebbles"}) for _ in range(8)]
            first = next(as_completed(asked, timeout=60)).result()
            holder.rollback()
            answers = [each.result(60) for each in asked]
        # then requests beyond the bound are refused at once with Retry-After, and all others succeed
        is_told_to_retry(first, "overloaded")
        for answer in answers:
            if answer.status_code == 201:
                assert api.stranger.get(answer.headers["Location"]).is_success
            else:
                is_told_to_retry(answer, "overloaded")
        assert any(answer.status_code == 201 for answer in answers)


@contextmanager
def away(postgres_url: str, url: str) -> Iterator[None]:
    """Refuse all connections to a database, as if its server had failed."""
    name = urlsplit(url).path[1:]
    allow = sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS {}")
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(allow.format(sql.Identifier(name), sql.Literal(False)))
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))
        yield
        connection.execute(allow.format(sql.Identifier(name), sql.Literal(True)))


def test_the_service_is_unavailable_without_its_database_and_recovers(postgres_url: str) -> None:
    with database(postgres_url) as url, running(url) as api:
        # given a match, and a database that goes away
        people = api.people(2)
        match, second, third = (people[0].opens("pebbles").seats(*people) for _ in range(3))
        action, before = match.legal(0)[0], match.now()
        with away(postgres_url, url):
            # when anything is asked for or tried
            asks = [
                lambda: match.posts(0, action, Idempotency_Key="k"),
                lambda: people[0].post("/v1/matches", {"game": "pebbles"}),
                lambda: people[0].get(second.path),
                lambda: people[0].get(f"{third.path}/events"),
                lambda: people[0].get(f"{match.path}/replay"),
                lambda: people[0].get(f"/v1/players/{people[0].id}"),
                lambda: api.stranger.post("/v1/players", {"name": "Ada"}),
                lambda: api.stranger.get("/v1/matches"),
                lambda: api.stranger.get("/v1/scoreboards/pebbles"),
                lambda: api.stranger.get("/health/ready"),
            ]
            with ThreadPoolExecutor(len(asks)) as threads:
                answers = [each.result(60) for each in [threads.submit(ask) for ask in asks]]
            # then the answer says that it is unavailable, and only the process itself is well
            assert api.stranger.looks("/health/live") == {"status": "ok"}
        for answer in answers:
            is_told_to_retry(answer, "unavailable")
        # and when the database is back, nothing was changed, and the repeated action is taken once
        for _ in range(100):
            if api.stranger.get("/v1/matches").is_success:
                break
        assert match.now() == before
        match.acts(0, action, Idempotency_Key="k")
        assert match.now()["version"] == before["version"] + 1


@pytest.mark.slow
def test_bots_continue_when_the_database_is_back(postgres_url: str) -> None:
    with database(postgres_url) as url, running(url) as api:
        # given bots that play when the database goes away
        match = api.person().opens_for_bots("queen_of_12", *["sensible"] * 4)
        with away(postgres_url, url):
            is_told_to_retry(api.stranger.get(match.path), "unavailable")
        # when it is back, then they go on
        assert match.ends()["phase"] == "finished"
