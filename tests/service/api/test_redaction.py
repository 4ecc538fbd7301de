"""Two worlds that differ only in what a viewer may not know look the same to that viewer, whatever is asked for.

The worlds are one database until they part: copied, so that ids, tokens, secrets and times are the same in both.
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
    """A match as a service serves it from a database, with somebody who has no seat, and a stranger."""

    url: str
    match: Match
    carol: Person
    stranger: Person

    def over(self, url: str, http: httpx.Client) -> "World":
        return World(url, self.match.over(http), self.carol.over(http), Person(http))


def parted(postgres_url: str, begin: Callable[[Api], Match]) -> Iterator[tuple[World, World]]:
    """A match, begun once, then served from two copies of one database."""
    with ExitStack() as stack:
        first = stack.enter_context(database(postgres_url))
        with running(first) as api:
            world = World(first, begin(api), api.person(), api.stranger)
        second = stack.enter_context(database(postgres_url, template=first))
        one, other = (world.over(url, stack.enter_context(running(url)).http) for url in (first, second))
        yield one, other


def two_rounds(api: Api) -> Match:
    people = api.people(3)
    match = people[0].opens("queen_of_12", 3).seats(*people)
    match.plays_on(random.Random(5), until=lambda now: now["view"]["round"] == 3 and now["view"]["phase"] == "choosing")
    return match


@pytest.fixture(scope="module")
def worlds(postgres_url: str) -> Iterator[tuple[World, World]]:
    """In each, seat 0 has laid another card face down (and then any other that it must lay)."""
    for pair in parted(postgres_url, two_rounds):
        for world, at in zip(pair, (0, -1), strict=True):
            while actions := world.match.legal(0):
                world.match.acts(0, actions[at])
        yield pair


def two_sit(api: Api) -> Match:
    people = api.people(3)
    match = people[0].opens("pebbles", 3)
    match.seats(*people[:2])
    return Match(match.path, people)


def a_penalty(api: Api) -> Match:
    """A match of four in which a team is to place its keeper: soon, with a die of many penalties."""
    people = api.people(4)
    while True:
        opening = {"game": "player_12", "seats": 4, "edition": "penalties-5"}
        match = Match(f"/v1/matches/{people[0].does('/v1/matches', opening)['id']}", people).seats(*people)
        match.plays_on(random.Random(1), until=lambda now: now["view"]["phase"] == "keeping")
        if match.waiting():
            return match


@pytest.fixture(scope="module")
def dealt(postgres_url: str) -> Iterator[tuple[World, World]]:
    """In each, everybody holds other pebbles, since the last one who sat down gave other bytes to the chance."""
    for pair in parted(postgres_url, two_sit):
        for world, contribution in zip(pair, "ab", strict=True):
            world.match.people[2].does(f"{world.match.path}/seats", {"contribution": contribution})
        yield pair


def seers(api: Api) -> Match:
    """A match of Claim Kingdoms in which somebody is to keep two of several cards that the Seers brought."""
    people, factions = api.people(2), ["goblins", "dwarves", "gnomes", "trolls", "undead", "seers", "doppelgangers"]
    while True:
        match = people[0].opens("claim_kingdoms", factions=factions).seats(*people)
        match.plays_on(random.Random(1), until=lambda now: now["view"]["phase"] == "keeping")
        waiting, display = match.waiting(), match.now()["view"]["display"]
        # A display that is not full takes from the pile what was returned to it, for all to see.
        if waiting and len(display) == 3 and len(match.legal(waiting[0])) > 1:
            return match


@pytest.fixture(scope="module")
def kept(postgres_url: str) -> Iterator[tuple[World, World]]:
    """In each, the same seat has kept other cards."""
    for pair in parted(postgres_url, seers):
        for world, at in zip(pair, (0, -1), strict=True):
            (seat,) = world.match.waiting()
            world.match.acts(seat, world.match.legal(seat)[at])
        yield pair


@pytest.fixture(scope="module")
def keepers(postgres_url: str) -> Iterator[tuple[World, World]]:
    """In each, the same seat has placed its keeper elsewhere."""
    for pair in parted(postgres_url, a_penalty):
        for world, spot in zip(pair, ("left", "right"), strict=True):
            world.match.acts(world.match.waiting()[0], {"type": "place_keeper", "spot": spot})
        yield pair


def masked(value: Json) -> Json:
    """Without what is different in any two worlds and tells nothing: hashes, commitments, signatures, times."""
    if isinstance(value, dict):
        return {name: "" if name in _MASKED else masked(inner) for name, inner in value.items()}
    return [masked(inner) for inner in value] if isinstance(value, list) else value


def asked(world: World, viewer: Person) -> dict[str, httpx.Response]:
    """Everything that can be asked about a match, when the lists have caught up with it."""
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
        "/v1/matches",
        "/v1/matches?status=playing",
        "/v1/scoreboards/queen_of_12",
    ]
    return {query: viewer.get(query) for query in queries}


def tried(world: World, viewer: Person) -> dict[str, httpx.Response]:
    """Everything that can be tried in a match and is refused."""
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
    """Everybody but seat 0."""
    return {
        "seat 1": world.match.people[1],
        "seat 2": world.match.people[2],
        "carol": world.carol,
        "all": world.stranger,
    }


@pytest.mark.parametrize("who", ["seat 1", "seat 2", "carol", "all"])
@pytest.mark.parametrize("questions", [asked, tried])
def test_nobody_else_can_tell_what_was_laid_face_down(
    worlds: tuple[World, World], who: str, questions: Callable[[World, Person], dict[str, httpx.Response]]
) -> None:
    # given two worlds in which seat 0 has laid one card or another
    one, other = (questions(world, viewers(world)[who]) for world in worlds)
    # then every answer has the same status, headers, size, and content but for hashes and times
    look_the_same(one, other)


@pytest.mark.parametrize("questions", [asked, tried])
def test_who_only_watches_cannot_tell_what_was_dealt(
    dealt: tuple[World, World], questions: Callable[[World, Person], dict[str, httpx.Response]]
) -> None:
    hands = [world.match.people[0].looks(world.match.path)["view"]["hands"] for world in dealt]
    assert hands[0] != hands[1]
    for who in ("carol", "all"):
        one, other = (questions(world, viewers(world)[who]) for world in dealt)
        look_the_same(one, other)


def last_to(world: World, kind: str) -> int:
    """The seat to which something of a kind happened last."""
    seat: int = [event for event in world.match.log() if event["type"] == kind][-1]["seat"]
    return seat


@pytest.mark.parametrize("questions", [asked, tried])
def test_nobody_else_can_tell_which_cards_were_kept(
    kept: tuple[World, World], questions: Callable[[World, Person], dict[str, httpx.Response]]
) -> None:
    # given two worlds in which a seat has kept these cards or others, and sees that it did
    seat = last_to(kept[0], "cards_kept")
    hands = [world.match.people[seat].looks(world.match.path)["view"]["seats"][seat]["hand"] for world in kept]
    assert hands[0] != hands[1]
    # then the other seat, somebody else and a stranger are answered alike
    everybody = [(world.match.people[1 - seat], world.carol, world.stranger) for world in kept]
    for pair in zip(*everybody, strict=True):
        one, other = (questions(world, viewer) for world, viewer in zip(kept, pair, strict=True))
        look_the_same(one, other)


@pytest.mark.parametrize("questions", [asked, tried])
def test_nobody_but_who_placed_it_can_tell_where_a_keeper_stands_not_even_its_mate(
    keepers: tuple[World, World], questions: Callable[[World, Person], dict[str, httpx.Response]]
) -> None:
    seat = last_to(keepers[0], "keeper_placed")
    others = [other for other in range(4) if other != seat]
    everybody = [(*(world.match.people[other] for other in others), world.carol) for world in keepers]
    for pair in zip(*everybody, strict=True):
        one, other = (questions(world, viewer) for world, viewer in zip(keepers, pair, strict=True))
        look_the_same(one, other)


def test_who_placed_a_keeper_sees_where_and_the_kick_shows_it_to_all(keepers: tuple[World, World]) -> None:
    for world, spot in zip(keepers, ("left", "right"), strict=True):
        # given the keeper's own log, the placing has been told to it alone
        seat = last_to(world, "keeper_placed")
        placed = world.match.log(world.match.people[seat])[-1]
        assert placed["sealed"]["secret"] == {
            "action": {"type": "place_keeper", "spot": spot},
            "event": {"spot": spot},
        }
        # when the other team kicks, then everybody is told
        world.match.acts(world.match.waiting()[0], {"type": "kick", "spot": "left"})
        (kicked,) = [event for event in world.match.log()[placed["version"] :] if event["type"] == "penalty_kicked"]
        assert (kicked["data"]["keeper_spot"], kicked["data"]["scored"]) == (spot, spot != "left")


def look_the_same(one: dict[str, httpx.Response], other: dict[str, httpx.Response]) -> None:
    for name, answer in one.items():
        same = other[name]
        assert (answer.status_code, len(answer.content)) == (same.status_code, len(same.content)), name
        assert _headers(answer) == _headers(same), name
        assert masked(answer.json()) == masked(same.json()), name


def _headers(answer: httpx.Response) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name != "date"}


def test_the_worlds_do_differ_for_who_may_know(worlds: tuple[World, World]) -> None:
    one, other = (masked(asked(world, world.match.people[0])[world.match.path].json()) for world in worlds)
    assert one["version"] == other["version"]
    assert one != other


@pytest.mark.parametrize("seat", [1, 2])
def test_an_accepted_choice_tells_nothing_of_the_others(worlds: tuple[World, World], seat: int) -> None:
    # when another seat chooses the same in both worlds, the round still being hidden
    pair = [world.match for world in worlds]
    if seat == 2:  # the last one reveals everything, so that it only looks
        answers = [match.people[seat].get(f"{match.path}/legal-actions") for match in pair]
    else:
        answers = [match.posts(seat, match.legal(seat)[0], Idempotency_Key="choice") for match in pair]
    # then it is told the same
    assert [answer.status_code for answer in answers] == [200, 200]
    assert masked(answers[0].json()) == masked(answers[1].json())
    assert len(answers[0].content) == len(answers[1].content)


def secret_of(world: World) -> str:
    """What the match's chance comes from, read where it is kept."""
    query = "SELECT state FROM chronicle.stored_events WHERE originator_id = %s AND originator_version = 1"
    with psycopg.connect(world.url) as connection:
        (state,) = connection.execute(query, (world.match.id,)).fetchone() or (b"",)
    found = re.search(rb'"secret":"([0-9a-f]{64})"', state)
    assert found
    return found[1].decode()


def test_no_answer_holds_the_secret_before_the_end(worlds: tuple[World, World]) -> None:
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
