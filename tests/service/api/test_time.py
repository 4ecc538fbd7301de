"""Clocks over HTTP: deadlines in responses, timeout actions, and recovery after failures."""

import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

import psycopg
import pytest

from domain.audit.verify import verify
from domain.matches.clocks import LONGEST_TIME
from service.settings import Settings
from tests.kit.api import GAMES, Api, database, process, running
from tests.kit.clients import Json, Match, Person
from tests.kit.problems import is_refused

A_LONG_TIME: Final = 60.0


def opens(person: Person, clock: Json, *others: Person, game: str = "pebbles", **more: object) -> Match:
    """Open a match with a clock and these players."""
    people = (person, *others)
    opened = person.does("/v1/matches", {"game": game, "seats": len(people), "clock": clock, **more})
    return Match(f"/v1/matches/{opened['id']}", (person,)).seats(*people)


def becomes(look: Callable[[], bool]) -> None:
    """Poll until the condition holds."""
    end = time.monotonic() + A_LONG_TIME
    while not look():
        assert time.monotonic() < end
        time.sleep(0.05)


def moment(instant: str) -> datetime:
    return datetime.fromisoformat(instant)


def types(match: Match) -> list[str]:
    return [event["type"] for event in match.log()]


# Deadlines in responses


def test_every_deadline_comes_with_the_time_of_the_service(api: Api) -> None:
    # given a match with a clock
    ada, bob = api.people(2)
    match = opens(ada, {"decision": 3600, "bank": 600}, bob)
    started = next(event["at"] for event in match.log() if event["type"] == "match_started")
    # then the pending decision has a deadline
    now = match.now()
    assert now["arrangement"]["clock"] == {"decision": 3600, "bank": 600}
    assert [(moment(each["due"]) - moment(started)).total_seconds() for each in now["pending"]] == [4200, 4200]
    assert moment(started) <= moment(now["now"]) < moment(now["pending"][0]["due"])
    assert [seat["bank"] for seat in now["seats"]] == [600, 600]
    # and beside the legal actions
    legal = ada.looks(f"{match.path}/legal-actions")
    assert legal["due"] == now["pending"][0]["due"]
    assert legal["now"] >= now["now"]
    # but a seat without a decision has none
    match.acts(0, match.legal(0)[0])
    assert ada.looks(f"{match.path}/legal-actions").keys().isdisjoint({"due", "now"})
    assert api.stranger.looks(f"{match.path}/legal-actions").keys().isdisjoint({"due", "now"})


def test_a_match_without_a_clock_has_no_times(api: Api) -> None:
    ada, bob = api.people(2)
    now = ada.opens("pebbles").seats(ada, bob).now()
    assert now.keys().isdisjoint({"now", "expires_at"})
    assert all(each.keys() == {"seat", "decision"} for each in now["pending"])
    assert all("bank" not in seat for seat in now["seats"])


def test_an_open_match_shows_its_expiry(api: Api) -> None:
    ada = api.person()
    usual, short = (ada.does("/v1/matches", {"game": "pebbles", **more}) for more in ({}, {"expires_after": 60}))
    for match, seconds in ((usual, Settings().expires_after), (short, 60)):
        assert (moment(match["expires_at"]) - moment(match["opened_at"])).total_seconds() == seconds
        assert match["arrangement"]["expires_after"] == seconds
        assert match["opened_at"] <= match["now"] < match["expires_at"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"clock": {}}, 422, "unprocessable"),
        ({"clock": {"decision": 0}}, 422, "unprocessable"),
        ({"clock": {"bank": LONGEST_TIME + 1}}, 422, "unprocessable"),
        ({"clock": {"decision": 60, "overdue": "win"}}, 400, "malformed"),
        ({"clock": {"decision": 1.5}}, 400, "malformed"),
        ({"clock": {"decision": 60, "more": 1}}, 400, "malformed"),
        ({"clock": 60}, 400, "malformed"),
        ({"expires_after": 0}, 422, "unprocessable"),
        ({"expires_after": 10**30}, 422, "unprocessable"),
    ],
)
def test_invalid_clocks_are_refused(api: Api, body: Json, status: int, code: str) -> None:
    is_refused(api.person().post("/v1/matches", {"game": "pebbles", **body}), status, code)


# Missed deadlines


def test_the_service_acts_for_a_seat_after_its_deadline(api: Api) -> None:
    # given a match whose people do nothing
    ada, bob = api.people(2)
    match = opens(ada, {"decision": 1}, bob)
    # then the service plays it to its end, each decision once and none too early
    becomes(lambda: match.now()["phase"] == "finished")
    log = match.log()
    late = [(event["seat"], event["data"]["decision"]) for event in log if event["type"] == "time_ran_out"]
    assert sorted(late) == [(seat, f"hide_one/{turn}") for seat in (0, 1) for turn in (1, 2, 3)]
    proof = verify(api.stranger.get(f"{match.path}/audit").content.splitlines(), GAMES)
    assert proof.actions == 0


def test_timeout_actions_stay_hidden(api: Api) -> None:
    # given a player whose time bank is used up, and another with time left
    ada, bob = api.people(2)
    match = opens(ada, {"bank": 3}, bob)
    match.acts(1, match.legal(1)[0])
    becomes(lambda: types(match).count("pebble_hidden") == 3)
    # then the service acts for her at once, and the action is hidden from others
    hidden = next(event for event in reversed(match.log()) if event["type"] == "pebble_hidden")
    assert (hidden["seat"], hidden["data"], hidden.keys() & {"action"}) == (0, {}, set())
    assert hidden["sealed"].keys() == {"seats", "commitment"}


def test_a_missed_deadline_forfeits_the_seat_if_configured(api: Api) -> None:
    # given a match in which one of two is late
    ada, bob = api.people(2)
    match = opens(ada, {"decision": 2, "overdue": "forfeit"}, bob)
    match.acts(1, match.legal(1)[0])
    # then a bot plays on for her, and the other finishes
    becomes(lambda: "left" in match.now()["seats"][0])
    while match.now()["phase"] == "playing":
        if legal := match.legal(1):
            match.acts(1, legal[0])
    assert match.now()["phase"] == "finished"
    assert match.now()["seats"][0]["left"] == ada.id
    verify(api.stranger.get(f"{match.path}/audit").content.splitlines(), GAMES)


def test_a_match_that_does_not_start_expires(api: Api) -> None:
    ada = api.person()
    opened = ada.does("/v1/matches", {"game": "pebbles", "expires_after": 1})
    match = Match(f"/v1/matches/{opened['id']}", (ada,)).seats(ada)
    becomes(lambda: match.now()["phase"] == "abandoned")
    assert match.log()[-2]["data"] == {"reason": "expired"}
    assert match.now().keys().isdisjoint({"now", "expires_at"})
    is_refused(api.person().post(f"{match.path}/seats"), 409, "match_not_open")
    verify(api.stranger.get(f"{match.path}/audit").content.splitlines(), GAMES)


# Failures of the service


def test_deadlines_missed_during_downtime_are_processed(postgres_url: str) -> None:
    with database(postgres_url) as url:
        # given matches whose time runs out while the service is away
        with running(url) as before:
            ada, bob = before.people(2)
            late = opens(ada, {"decision": 1, "overdue": "forfeit"}, bob)
            waiting = Match(
                f"/v1/matches/{ada.does('/v1/matches', {'game': 'pebbles', 'expires_after': 1})['id']}", (ada,)
            )
        time.sleep(1)
        # when it is back, then they are processed without a request
        with running(url) as after:
            becomes(lambda: all(line["phase"] == "abandoned" for line in lines(after)))
            for match in (late, waiting):
                assert types(match.over(after.http))[-2:] == ["match_abandoned", "secret_revealed"]


def lines(api: Api) -> list[Json]:
    found: list[Json] = api.stranger.looks("/v1/matches")["matches"]
    return found


def test_another_process_takes_over_from_a_killed_scheduler(postgres_url: str, tmp_path: Path) -> None:
    with database(postgres_url) as url, process(tmp_path, CHRONICLE_DATABASE_URL=url) as first:
        becomes(lambda: schedulers(url) == 1)
        with process(tmp_path, CHRONICLE_DATABASE_URL=url) as second:
            # given two processes of which the first processes the deadlines of matches that both of them serve
            ada, bob = first.api.people(2)
            matches = [opens_for_forfeits(ada, bob, seconds) for seconds in (1, 1, 2, 2, 3, 3)]
            assert schedulers(url) == 1
            becomes(lambda: any("time_ran_out" in types(match) for match in matches))
            # when it is killed in the middle of that
            first.kill()
            # then the other one goes on, and everything has happened once
            becomes(lambda: all(line["phase"] == "abandoned" for line in lines(second.api)))
            assert schedulers(url) == 1
            for match in matches:
                there = match.over(second.api.http)
                assert types(there).count("time_ran_out") == types(there).count("seat_forfeited") == 2
                assert types(there)[-2:] == ["match_abandoned", "secret_revealed"]
                verify(second.api.stranger.get(f"{match.path}/audit").content.splitlines(), GAMES)


def opens_for_forfeits(ada: Person, bob: Person, seconds: int) -> Match:
    return opens(ada, {"decision": seconds, "overdue": "forfeit"}, bob, game="queen_of_12")


def schedulers(url: str) -> int:
    """The number of sessions that hold the lock of the scheduler."""
    with psycopg.connect(url) as connection:
        found = connection.execute(
            "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database "
            "WHERE locktype = 'advisory' AND granted AND datname = current_database()"
        )
        [(number,)] = found.fetchall()
        return int(number)
