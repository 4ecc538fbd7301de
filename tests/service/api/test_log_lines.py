"""What the service logs while people play, at its most talkative: nothing that anybody must not read."""

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


class Told(NamedTuple):
    """The log of a service, and what must not be in it."""

    lines: list[str]
    text: str
    tokens: list[str]
    secret: str
    log: list[Json]


@pytest.fixture(scope="module", params=["json", "console"])
def told(request: pytest.FixtureRequest, postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Told:
    folder = tmp_path_factory.mktemp("logs")
    settings = {"CHRONICLE_LOG_LEVEL": "debug", "CHRONICLE_LOG_FORMAT": request.param}
    with database(postgres_url) as url, process(folder, CHRONICLE_DATABASE_URL=url, **settings) as served:
        # given people who play a whole match, with a bot, mistakes, and one that is refused
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
    return Told(text.splitlines(), text, [person.token for person in people], secret, log)


def test_each_request_is_logged_without_its_query(told: Told) -> None:
    assert len([line for line in told.lines if "/actions" in line and "200" in line]) > 40
    assert "?" not in "".join(line for line in told.lines if "request" in line)


def test_in_production_a_line_is_one_json_object(told: Told, request: pytest.FixtureRequest) -> None:
    if "[json]" not in request.node.name:
        return
    lines = [json.loads(line) for line in told.lines]
    assert all({"event", "level", "timestamp"} <= line.keys() for line in lines)


def test_no_line_contains_tokens_names_or_request_bodies(told: Told) -> None:
    for private in (*told.tokens, "c12_", NAME, GIFT, KEY, "Bearer", "uthorization"):
        assert private not in told.text


def test_no_line_contains_secrets_or_salts(told: Told) -> None:
    salts = [event["sealed"]["salt"] for event in told.log if "sealed" in event]
    assert len(salts) > 20
    assert all(private not in told.text for private in (told.secret, *salts))
    assert not re.search(r"[0-9a-f]{64}", told.text)


def test_no_line_contains_a_card(told: Told) -> None:
    cards = {event["sealed"]["secret"]["event"]["card"] for event in told.log if event["type"] == "card_chosen"}
    assert len(cards) > 5
    assert all(card not in told.text for card in cards)
