"""Read your own writes: positions and consistent lists."""

import random
from collections.abc import Iterator

import httpx
import msgspec
import psycopg
import pytest

from domain.catalogue import CATALOGUE
from projections.catalogue import projections_of
from service.automation.due_matches import DUE_MATCHES
from service.settings import Settings
from tests.kit.api import Api, database, running
from tests.kit.clients import Match, Person
from tests.kit.problems import is_refused

Held = tuple[Api, psycopg.Connection]


def asks(person: Person, path: str, **headers: str) -> tuple[dict[str, str], list[str]]:
    """The headers of a list response, and the ids in it."""
    answer = person.http.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    assert answer.status_code == 200, answer.text
    return dict(answer.headers), [match["id"] for match in answer.json().get("matches", [])]


def position(answer: httpx.Response) -> str:
    return str(answer.headers["Chronicle-Position"])


def test_an_opened_match_is_in_the_list_at_its_position(api: Api) -> None:
    ada = api.person()
    for _ in range(3):
        opened = ada.post("/v1/matches", {"game": "pebbles"})
        headers, found = asks(ada, "/v1/matches", Chronicle_At_Least=position(opened), Prefer="wait=30")
        assert found[0] == opened.json()["id"]
        assert int(headers["chronicle-position"]) >= int(position(opened))
        assert headers["preference-applied"] == "wait=30"


def test_a_finished_match_is_on_the_scoreboard_at_its_position(api: Api) -> None:
    # given two players without results, and the last action of their match
    people = api.people(2)
    match = people[0].opens("pebbles").seats(*people)
    while len(waiting := match.waiting()) > 0:
        last = match.posts(waiting[0], match.legal(waiting[0])[0])
    # when they ask for the board at least as of that action, with no preference
    answer = people[0].http.get("/v1/scoreboards/pebbles?limit=200", headers={"Chronicle-At-Least": position(last)})
    # then they are on it
    assert {person.id for person in people} <= {line["player"] for line in answer.json()["players"]}
    assert int(position(answer)) >= int(position(last))


def test_a_preference_without_a_position_waits_for_the_head(api: Api) -> None:
    ada = api.person()
    opened = ada.does("/v1/matches", {"game": "pebbles"})
    headers, found = asks(ada, f"/v1/players/{ada.id}/matches", Prefer="respond-async, wait=30")
    assert found == []
    assert headers["preference-applied"] == "wait=30"
    assert asks(ada, "/v1/matches", Prefer='wait="30"')[1][0] == opened["id"]
    assert asks(ada, "/v1/chronicles/hall", Prefer="wait=30")[0]["preference-applied"] == "wait=30"


def test_a_repeated_request_returns_a_position_that_includes_it(api: Api) -> None:
    people = api.people(2)
    first = people[0].post("/v1/matches", {"game": "pebbles"}, Idempotency_Key="open")
    again = people[0].post("/v1/matches", {"game": "pebbles"}, Idempotency_Key="open")
    assert position(first) == position(again)
    match = Match(f"/v1/matches/{first.json()['id']}", (people[0],)).seats(*people)
    action = match.legal(0)[0]
    acted = [match.posts(0, action, Idempotency_Key="act") for _ in range(2)]
    assert position(acted[0]) == position(acted[1])
    assert int(position(acted[0])) > int(position(first))


@pytest.mark.parametrize("ignored", ["wait", "wait=soon", "wait=-1", "await=3", "handling=lenient", ""])
def test_unknown_preferences_are_ignored(api: Api, ignored: str) -> None:
    headers, _ = asks(api.stranger, "/v1/matches", Prefer=ignored)
    assert "preference-applied" not in headers
    assert headers["chronicle-position"].isdigit()


@pytest.mark.parametrize("wrong", ["", "-1", "soon", "1.5", "9" * 30, "٣"])
def test_an_invalid_position_is_refused(api: Api, wrong: str) -> None:
    answer = api.http.get("/v1/matches", headers=[(b"Chronicle-At-Least", wrong.encode())])
    is_refused(answer, 400, "malformed")


def test_a_position_beyond_the_head_is_refused(api: Api) -> None:
    answer = api.http.get("/v1/matches", headers={"Chronicle-At-Least": "999999999"})
    assert "999999999" in is_refused(answer, 400, "malformed")["detail"]


@pytest.fixture
def held(postgres_url: str) -> Iterator[Held]:
    """A service that waits for at most a second, and an operator who can block its projections."""
    settings = msgspec.structs.replace(Settings(), longest_wait=1)
    with database(postgres_url) as url, running(url, settings) as api, psycopg.connect(url) as operator:
        yield api, operator


def test_after_the_timeout_the_response_states_its_position(held: Held) -> None:
    # given read models that do not go on
    api, operator = held
    ada = api.person()
    before = ada.post("/v1/matches", {"game": "pebbles"})
    asks(ada, "/v1/matches", Chronicle_At_Least=position(before))
    operator.execute("SELECT FROM chronicle.notification_tracking FOR UPDATE")
    opened = ada.post("/v1/matches", {"game": "pebbles"})
    # when one asks for more than they have
    headers, found = asks(ada, "/v1/matches", Chronicle_At_Least=position(opened), Prefer="wait=99")
    # then there is an answer all the same, and its position says what it knows of
    assert found == [before.json()["id"]]
    assert headers["chronicle-position"] == position(before)
    assert "preference-applied" not in headers
    # and readiness and figures say how far they are behind
    ready = ada.looks("/health/ready")
    assert ready["status"] == "behind"
    listed = ready["projections"]["match_list"]
    assert (listed["behind"], listed["waiting_since"]) == (1, opened.json()["opened_at"])
    figures = ada.get("/metrics").text
    assert 'chronicle_projection_lag_positions{projection="match_list"} 1.0' in figures
    assert 'chronicle_projection_stopped_at{projection="match_list"} 0.0' in figures
    assert 'chronicle_projection_lag_seconds{projection="match_list"} 0.0\n' not in figures
    # and when they go on, all is as asked for
    operator.rollback()
    _, found = asks(ada, "/v1/matches", Prefer="wait=60")
    assert found == [opened.json()["id"], before.json()["id"]]


def test_an_unreadable_event_stops_one_projection_and_its_position_is_reported(
    held: Held,
) -> None:
    # given an event that only the match list looks at, and cannot read
    api, operator = held
    operator.execute(
        "INSERT INTO chronicle.stored_events (originator_id, originator_version, topic, state) "
        "VALUES (gen_random_uuid(), 1, 'pebbles/cheered@1', 'no JSON')"
    )
    operator.commit()
    # when people play on
    ada = api.person()
    opened = ada.post("/v1/matches", {"game": "pebbles"})
    answer = ada.http.get("/v1/scoreboards/pebbles", headers={"Chronicle-At-Least": position(opened)})
    # then the others go on, and readiness and figures say which one does not, and where it stopped
    assert int(position(answer)) >= int(position(opened))
    headers, _ = asks(ada, "/v1/matches", Prefer="wait=1")
    assert headers["chronicle-position"] == "0"
    ready = ada.looks("/health/ready")
    assert ready["status"] == "stopped"
    stopped = {name: each["stopped_at"] for name, each in ready["projections"].items()}
    assert stopped == {**dict.fromkeys([*projections_of(CATALOGUE), DUE_MATCHES.name]), "match_list": 1}
    assert 'chronicle_projection_stopped_at{projection="match_list"} 1.0' in ada.get("/metrics").text


def test_a_new_reign_is_in_the_hall_at_its_position(api: Api) -> None:
    # given a match of a chronicle, played to its last action
    people = api.people(2)
    founded = people[0].post("/v1/chronicles", {"name": "The Hasty Table"})
    assert int(position(founded)) > 0
    match = people[0].opens("council_of_12", chronicle=founded.json()["id"]).seats(*people)
    rng = random.Random(1)
    while waiting := match.waiting():
        last = match.posts(waiting[0], rng.choice(match.legal(waiting[0])))
    # when the hall is asked for as of that action
    headers = {"Chronicle-At-Least": position(last), "Prefer": "wait=30"}
    answer = people[0].http.get("/v1/chronicles/hall?limit=200", headers=headers)
    # then the reign that followed from it is there
    assert "The Hasty Table" in [line["name"] for line in answer.json()["reigns"]]
