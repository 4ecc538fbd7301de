"""The scheduler in difficult cases: a lost connection, unreadable matches, rebuilds, actions at the last moment."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Final

import psycopg
import pytest

from domain.audit.verify import verify
from tests.kit.api import GAMES, Api, database, running
from tests.kit.clients import Match, Person
from tests.service.api.test_command_line import run

A_LONG_TIME: Final = 60.0
FAR: Final = "2099-01-01T00:00:00.000000Z"
LOCK: Final = "locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = %s)"


@pytest.fixture(scope="module")
def served(postgres_url: str) -> Iterator[tuple[str, Api]]:
    with database(postgres_url) as url, running(url) as api:
        yield url, api


def becomes(holds: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + A_LONG_TIME
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def is_noticed(api: Api) -> Match:
    """Open a match that expires soon, and wait until it has."""
    ada = api.person()
    opened = ada.does("/v1/matches", {"game": "pebbles", "expires_after": 1})
    match = Match(f"/v1/matches/{opened['id']}", (ada,))
    becomes(lambda: bool(match.now()["phase"] == "abandoned"))
    return match


def test_a_lost_connection_is_made_anew(served: tuple[str, Api]) -> None:
    # given a scheduler whose session is ended
    url, api = served
    is_noticed(api)
    with psycopg.connect(url, autocommit=True) as connection:
        name = connection.info.dbname
        found = connection.execute(f"SELECT pg_terminate_backend(pid) FROM pg_locks WHERE {LOCK}", (name,))  # noqa: S608 -- a constant
        assert found.fetchall() == [(True,)]
    # then time goes on
    is_noticed(api)


def test_what_cannot_be_looked_at_holds_up_nobody(served: tuple[str, Api]) -> None:
    # given a deadline of a match that is not there, and one of a match that this program cannot read
    url, api = served
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "INSERT INTO chronicle.stored_events (originator_id, originator_version, topic, state) "
            "SELECT gen_random_uuid(), 1, 'match/what_is_not_known@1', '{\"at\": \"2026-11-30T12:00:00.000000Z\"}'"
        )
        connection.execute(
            "INSERT INTO chronicle_projections.deadlines (match, due) "
            "SELECT unnest(array_agg(originator_id) || gen_random_uuid()), '2026-01-01T00:00:00.000000Z' "
            "FROM chronicle.stored_events WHERE topic LIKE '%not_known%'"
        )
        # when another match becomes due, then it is noticed
        is_noticed(api)
        # and the other two are tried again later
        found = connection.execute("SELECT count(*) FROM chronicle_projections.deadlines WHERE due > '2026-01-02'")
        assert found.fetchall() == [(2,)]


def test_a_rebuild_of_all_read_models_leaves_deadlines_alone(postgres_url: str) -> None:
    with database(postgres_url) as url, running(url) as api:
        # given a match with a short clock, and one whose next check was put off
        people = api.people(2)
        short, put_off = (started(people, seconds) for seconds in (1, 3600))
        with psycopg.connect(url, autocommit=True) as connection:
            becomes(lambda: due_of(connection, put_off) is not None)
            connection.execute(
                "UPDATE chronicle_projections.deadlines SET due = %s WHERE match = %s", (FAR, put_off.id)
            )
            # when all read models are rebuilt while the clock runs
            rebuilt = run("projections", "rebuild", CHRONICLE_DATABASE_URL=url)
            assert rebuilt.returncode == 0, rebuilt.stderr
            # then the time of the next check is unchanged, and the time of the other match runs out
            assert due_of(connection, put_off) == FAR
        before = timeouts(short)
        becomes(lambda: timeouts(short) > before)


def started(people: tuple[Person, ...], seconds: int) -> Match:
    """Start a match with so many seconds for each decision."""
    opened = people[0].does("/v1/matches", {"game": "queen_of_12", "seats": 2, "clock": {"decision": seconds}})
    return Match(f"/v1/matches/{opened['id']}", people).seats(*people)


def due_of(connection: psycopg.Connection, match: Match) -> str | None:
    found = connection.execute("SELECT due FROM chronicle_projections.deadlines WHERE match = %s", (match.id,))
    row = found.fetchone()
    return None if row is None else row[0]


def timeouts(match: Match) -> int:
    return sum(event["type"] == "time_ran_out" for event in match.log())


def test_the_command_line_cannot_rebuild_deadlines(postgres_url: str) -> None:
    with database(postgres_url) as url:
        refused = run("projections", "rebuild", "deadlines", CHRONICLE_DATABASE_URL=url)
    assert refused.returncode == 2
    assert "'deadlines' is not one of" in refused.stderr


def test_a_decision_is_met_once_by_its_person_or_by_the_service(api: Api) -> None:
    # given matches in which everybody acts at the last moment or a little later
    people = api.people(2)
    body = {"game": "pebbles", "seats": 2, "clock": {"decision": 1}}
    matches = [
        Match(f"/v1/matches/{people[0].does('/v1/matches', body)['id']}", people).seats(*people) for _ in range(4)
    ]
    ways = [(match, seat, 0.03 * number) for number, match in enumerate(matches) for seat in (0, 1)]
    with ThreadPoolExecutor(len(ways)) as threads:
        acted = list(threads.map(lambda way: acts_late(*way), ways))
    # then each of their three decisions was met once
    for number, match in enumerate(matches):
        log = match.log()
        late = sum(event["type"] == "time_ran_out" for event in log)
        assert late + sum(acted[2 * number : 2 * number + 2]) == 6
        proof = verify(Person(api.http).get(f"{match.path}/audit").content.splitlines(), GAMES)
        assert proof.actions == 6 - late


def acts_late(match: Match, seat: int, late: float) -> int:
    """Hide a pebble in each round when it is due, and later by so many seconds; say how often that was accepted."""
    accepted = 0
    while (now := match.now())["phase"] == "playing":
        legal = match.people[seat].looks(f"{match.path}/legal-actions")
        if legal["actions"]:
            left = datetime.fromisoformat(legal["due"]) - datetime.fromisoformat(legal["now"])
            time.sleep(max(0.0, left.total_seconds() + late))
            accepted += match.posts(seat, legal["actions"][0]).status_code == 200
        else:
            match.people[seat].looks(f"{match.path}/events", after=now["version"], wait=1)
    return accepted
