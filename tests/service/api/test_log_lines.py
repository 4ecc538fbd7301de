"""Log lines at the most verbose level contain no secrets."""

import json
import random
import re
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest

from tests.kit.api import database, process
from tests.kit.clients import Json

NAME, GIFT, KEY = "Xenophilia Quux", "contribution-of-xeno", "key-of-xeno"


class LoggedService(NamedTuple):
    """The log lines of a service, and the values that they must not contain."""

    lines: list[str]
    text: str
    tokens: list[str]
    secret: str
    log: list[Json]


@pytest.fixture(scope="module", params=["json", "console"])
def logged(
    request: pytest.FixtureRequest, postgres_url: str, tmp_path_factory: pytest.TempPathFactory
) -> LoggedService:
    folder = tmp_path_factory.mktemp("logs")
    settings = {"CHRONICLE_LOG_LEVEL": "debug", "CHRONICLE_LOG_FORMAT": request.param}
    with database(postgres_url) as url, process(folder, CHRONICLE_DATABASE_URL=url, **settings) as served:
        # given a whole match with a bot, with mistakes and a refused caller
        api = served.api
        people = [api.person(NAME), api.person(NAME)]
        match = people[0].opens("queen_of_12", 3).seats()
        for person in people:
            person.does(f"{match.path}/seats", {"contribution": GIFT})
        people[0].does(f"{match.path}/seats", {"bot": "sensible"})
        seated = type(match)(match.path, (*people, api.stranger))
        seated.people[0].post(f"{match.path}/actions", {"action": {"type": NAME}})
        api.stranger.post("/v1/players", {"name": NAME, "more": 1})
        api.http.get(match.path, headers={"Authorization": f"Bearer {people[0].token}x"})
        rng = random.Random(1)
        while seated.now()["phase"] == "playing":
            for seat in (0, 1):
                if legal := seated.legal(seat):
                    seated.acts(seat, rng.choice(legal), Idempotency_Key=f"{KEY}-{rng.random()}")
        api.stranger.get(f"{match.path}/audit")
        secret = seated.log()[-1]["data"]["secret"]
        log = seated.log()
        # (and the database goes away under the service, so that it has errors to log)
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            terminate = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
            connection.execute(terminate, (url.partition("?")[0].rpartition("/")[2],))
        people[0].post("/v1/matches", {"game": "queen_of_12"}, Idempotency_Key=KEY)
        served.stop()
        text = Path(served.log).read_text()
    return LoggedService(text.splitlines(), text, [person.token for person in people], secret, log)


def test_each_request_is_logged_without_its_query(logged: LoggedService) -> None:
    assert len([line for line in logged.lines if "/actions" in line and "200" in line]) > 40
    assert "?" not in "".join(line for line in logged.lines if "request" in line)


def test_in_production_a_line_is_one_json_object(logged: LoggedService, request: pytest.FixtureRequest) -> None:
    if "[json]" not in request.node.name:
        return
    lines = [json.loads(line) for line in logged.lines]
    assert all({"event", "level", "timestamp"} <= line.keys() for line in lines)


def test_no_line_contains_tokens_names_or_request_bodies(logged: LoggedService) -> None:
    for private in (*logged.tokens, "c12_", NAME, GIFT, KEY, "Bearer", "uthorization"):
        assert private not in logged.text


def test_no_line_contains_secrets_or_salts(logged: LoggedService) -> None:
    salts = [event["sealed"]["salt"] for event in logged.log if "sealed" in event]
    assert len(salts) > 20
    assert all(private not in logged.text for private in (logged.secret, *salts))
    assert not re.search(r"[0-9a-f]{64}", logged.text)


def test_no_line_contains_a_card(logged: LoggedService) -> None:
    cards = {event["sealed"]["secret"]["event"]["card"] for event in logged.log if event["type"] == "card_chosen"}
    assert len(cards) > 5
    assert all(card not in logged.text for card in cards)
