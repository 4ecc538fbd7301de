"""Redaction: two worlds that differ only in hidden facts give a viewer the same responses.

Both worlds start as copies of one database, so ids, tokens, secrets and times are the same.
"""

import json
import random
import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import NamedTuple

import httpx
import psycopg
import pytest

from tests.kit.api import Api, database, running
from tests.kit.clients import Json, Match, Person

_MASKED = {"at", "prev", "hash", "commitment", "salt", "signature", "contribution", "updated_at"}


class World(NamedTuple):
    """A match served from one database, with a player without a seat and an anonymous caller."""

    url: str
    match: Match
    carol: Person
    stranger: Person

    def over(self, url: str, http: httpx.Client) -> "World":
        return World(url, self.match.over(http), self.carol.over(http), Person(http))


def parted(postgres_url: str, begin: Callable[[Api], Match]) -> Iterator[tuple[World, World]]:
    """A match served from two copies of one database."""
    with ExitStack() as stack:
        first = stack.enter_context(database(postgres_url))
        with running(first) as api:
            world = World(first, begin(api), api.person(), api.stranger)
        second = stack.enter_context(database(postgres_url, template=first))
        one, other = (world.over(url, stack.enter_context(running(url)).http) for url in (first, second))
        yield one, other


def some_rounds(api: Api) -> Match:
    people = api.people(3)
    match = people[0].opens("queen_of_12", 3).seats(*people)
    match.plays_on(random.Random(5), until=has_a_choice)
    return match


def has_a_choice(now: Json) -> bool:
    """Whether all three seats must play a card, after some rounds, and seat 0 has several."""
    view, deciding = now["view"], [each["decision"]["type"] for each in now["pending"]]
    return view["round"] > 1 and deciding == ["choose_card"] * 3 and len(view["seats"][0]["hand"]) > 1


@pytest.fixture(scope="module")
def worlds(postgres_url: str) -> Iterator[tuple[World, World]]:
    """Two worlds in which seat 0 has played different cards face down."""
    for pair in parted(postgres_url, some_rounds):
        for world, at in zip(pair, (0, -1), strict=True):
            while actions := world.match.legal(0):
                world.match.acts(0, actions[at])
        yield pair


def two_sit(api: Api) -> Match:
    people = api.people(3)
    match = people[0].opens("pebbles", 3)
    match.seats(*people[:2])
    return Match(match.path, people)


@pytest.fixture(scope="module")
def dealt(postgres_url: str) -> Iterator[tuple[World, World]]:
    """Two worlds with different pebbles, because the last seat contributed different bytes to the chance."""
    for pair in parted(postgres_url, two_sit):
        for world, contribution in zip(pair, "ab", strict=True):
            world.match.people[2].does(f"{world.match.path}/seats", {"contribution": contribution})
        yield pair


def masked(value: Json) -> Json:
    """Remove values that differ in any two worlds: hashes, commitments, signatures, times."""
    if isinstance(value, dict):
        return {name: "" if name in _MASKED else masked(inner) for name, inner in value.items()}
    return [masked(inner) for inner in value] if isinstance(value, list) else value


def asked(world: World, viewer: Person) -> dict[str, httpx.Response]:
    """All responses about a match after the lists have caught up."""
    while any(each["behind"] for each in viewer.looks("/health/ready")["projections"].values()):
        time.sleep(0.01)
    path, version = world.match.path, world.match.now()["version"]
    queries = [
        path,
        f"{path}/legal-actions",
        f"{path}/events?limit=500",
        f"{path}/events?after={version - 1}",
        f"{path}/events?after={version - 1}&wait=1",
        f"{path}/replay?limit=500",
        f"{path}/audit",
        *(f"{path}/replay?at={at}" for at in range(max(1, version - 3), version + 2)),
        *(f"{path}/replay?seat={seat}" for seat in range(4)),
        *(f"/v1/players/{person.id}" for person in world.match.people),
        *(f"/v1/players/{person.id}/matches" for person in world.match.people),
        *(f"/v1/players/{person.id}/record" for person in world.match.people),
        *(f"/v1/players/{person.id}/opponents?game=queen_of_12" for person in world.match.people),
        "/v1/matches",
        "/v1/matches?status=playing",
        "/v1/matches?min_length=0",
        "/v1/scoreboards/queen_of_12",
        "/v1/scoreboards/queen_of_12?period=all&seats=3",
        "/v1/ratings/queen_of_12",
    ]
    return {query: viewer.get(query) for query in queries}


def tried(world: World, viewer: Person) -> dict[str, httpx.Response]:
    """The responses to all refused requests in a match."""
    path, action = world.match.path, {"type": "decline"}
    writes: dict[str, tuple[str, Json, dict[str, str]]] = {
        "sit": ("seats", {}, {}),
        "sit there": ("seats", {"seat": 0}, {}),
        "bot": ("seats", {"bot": "sensible"}, {}),
        "act": ("actions", {"action": action}, {}),
        "answer": ("actions", {"action": action, "decision": "choose_card/3/1"}, {}),
        "answer nothing": ("actions", {"action": action, "decision": "x"}, {}),
        "act late": ("actions", {"action": action}, {"If-Match": '"1"'}),
        "act badly": ("actions", {"action": {}}, {}),
        "abandon": ("abandonment", {}, {}),
    }
    return {name: viewer.post(f"{path}/{what}", body, **headers) for name, (what, body, headers) in writes.items()}


def viewers(world: World) -> dict[str, Person]:
    """All viewers except seat 0."""
    return {
        "seat 1": world.match.people[1],
        "seat 2": world.match.people[2],
        "carol": world.carol,
        "all": world.stranger,
    }


@pytest.mark.parametrize("who", ["seat 1", "seat 2", "carol", "all"])
@pytest.mark.parametrize("questions", [asked, tried])
def test_other_viewers_cannot_detect_face_down_cards(
    worlds: tuple[World, World], who: str, questions: Callable[[World, Person], dict[str, httpx.Response]]
) -> None:
    # given two worlds in which seat 0 has laid one card or another
    one, other = (questions(world, viewers(world)[who]) for world in worlds)
    # then every answer has the same status, headers, size, and content but for hashes and times
    look_the_same(one, other)


@pytest.mark.parametrize("questions", [asked, tried])
def test_spectators_cannot_detect_dealt_pieces(
    dealt: tuple[World, World], questions: Callable[[World, Person], dict[str, httpx.Response]]
) -> None:
    hands = [world.match.people[0].looks(world.match.path)["view"]["hands"] for world in dealt]
    assert hands[0] != hands[1]
    for who in ("carol", "all"):
        one, other = (questions(world, viewers(world)[who]) for world in dealt)
        look_the_same(one, other)


def look_the_same(one: dict[str, httpx.Response], other: dict[str, httpx.Response]) -> None:
    for name, answer in one.items():
        same = other[name]
        assert (answer.status_code, len(answer.content)) == (same.status_code, len(same.content)), name
        assert _headers(answer) == _headers(same), name
        assert masked(answer.json()) == masked(same.json()), name


def _headers(answer: httpx.Response) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name != "date"}


def test_the_worlds_differ_for_entitled_viewers(worlds: tuple[World, World]) -> None:
    one, other = (masked(asked(world, world.match.people[0])[world.match.path].json()) for world in worlds)
    assert one["version"] == other["version"]
    assert one != other


@pytest.mark.parametrize("seat", [1, 2])
def test_the_response_to_a_choice_reveals_no_other_choice(worlds: tuple[World, World], seat: int) -> None:
    # when another seat chooses the same in both worlds, the round still being hidden
    pair = [world.match for world in worlds]
    if seat == 2:  # the last one reveals everything, so that it only looks
        answers = [match.people[seat].get(f"{match.path}/legal-actions") for match in pair]
    else:
        answers = [match.posts(seat, match.legal(seat)[0], Idempotency_Key="choice") for match in pair]
    # then the responses are the same
    assert [answer.status_code for answer in answers] == [200, 200]
    assert masked(answers[0].json()) == masked(answers[1].json())
    assert len(answers[0].content) == len(answers[1].content)


def secret_of(world: World) -> str:
    """The secret of the match, read from the database."""
    query = "SELECT state FROM chronicle.stored_events WHERE originator_id = %s AND originator_version = 1"
    with psycopg.connect(world.url) as connection:
        (state,) = connection.execute(query, (world.match.id,)).fetchone() or (b"",)
    found = re.search(rb'"secret":"([0-9a-f]{64})"', state)
    assert found
    return found[1].decode()


def test_no_response_contains_the_secret_before_the_end(worlds: tuple[World, World]) -> None:
    # given the secret as the database keeps it
    world = worlds[0]
    secret = secret_of(world)
    # when everything is asked for and tried, by everybody
    everybody = {**viewers(world), "seat 0": world.match.people[0]}
    answers = [answer for who in everybody.values() for ask in (asked, tried) for answer in ask(world, who).values()]
    # then it is in none of the answers, nor is any salt that its viewer may not have
    assert len(answers) > 100
    assert all(secret not in answer.text for answer in answers)
    salted = {name: "salt" in json.dumps(world.match.log(who)) for name, who in everybody.items()}
    assert salted == {"seat 0": True, "seat 1": True, "seat 2": True, "carol": False, "all": False}
