"""Spectator delay: two worlds that differ only in delayed events look the same to spectators."""

import asyncio
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from service.access.players import register_offline
from tests.kit.api import Api
from tests.kit.clients import Json, Match, Person
from tests.kit.problems import is_refused
from tests.kit.streams import events, messages, opened
from tests.service.api.test_redaction import World, asked, parted, tried

DELAY = 3
ACTS = (("hide", "cheer", "hide"), ("cheer", "hide", "cheer"))
"""The actions of seats 0, 1 and 2 in each world; some of them would be public."""


def begun(api: Api) -> Match:
    """A match that has just started, whose opener has no seat."""
    opener, *people = api.people(4)
    wanted = {"game": "pebbles", "seats": 3, "delay": DELAY}
    path = f"/v1/matches/{opener.does('/v1/matches', wanted)['id']}"
    return Match(path, (*people, opener)).seats(*people)


@pytest.fixture(scope="module")
def worlds(postgres_url: str) -> Iterator[tuple[World, World]]:
    for pair in parted(postgres_url, begun):
        for world, acts in zip(pair, ACTS, strict=True):
            for seat, kind in enumerate(acts):
                action = next(each for each in world.match.legal(seat) if each["type"] == kind)
                world.match.acts(seat, action)
        yield pair


@pytest.fixture(scope="module")
def onlookers(worlds: tuple[World, World]) -> dict[str, tuple[Person, Person]]:
    """All viewers without a seat, in both worlds."""
    olga = [asyncio.run(register_offline(world.url, "Olga", "organizer")) for world in worlds]
    people = [Person(w.stranger.http, {"id": o.id, "token": o.token}) for w, o in zip(worlds, olga, strict=True)]
    return {
        "carol": (worlds[0].carol, worlds[1].carol),
        "all": (worlds[0].stranger, worlds[1].stranger),
        "organizer": (people[0], people[1]),
    }


def with_every_version(world: World, viewer: Person) -> dict[str, httpx.Response]:
    """All requests, for each version that the match might have."""
    path = world.match.path
    return {
        f"{what} at {version}": viewer.post(f"{path}/{what}", body, If_Match=f'"{version}"')
        for version in range(1, 16)
        for what, body in (("seats", {}), ("seats", {"bot": "random"}), ("actions", {"action": {"type": "cheer"}}))
    }


def given_up_with_every_version(world: World, viewer: Person) -> dict[str, httpx.Response]:
    path = f"{world.match.path}/abandonment"
    return {f"{version}": viewer.post(path, If_Match=f'"{version}"') for version in range(1, 16)}


Questions = Callable[[World, Person], dict[str, httpx.Response]]


def look_exactly_the_same(one: dict[str, httpx.Response], other: dict[str, httpx.Response]) -> None:
    for name, answer in one.items():
        same = other[name]
        assert (answer.status_code, answer.content) == (same.status_code, same.content), name
        assert {**answer.headers, "date": ""} == {**same.headers, "date": ""}, name


@pytest.mark.parametrize("who", ["carol", "all", "organizer"])
@pytest.mark.parametrize("questions", [asked, with_every_version])
def test_viewers_without_a_seat_cannot_detect_events_within_the_delay(
    worlds: tuple[World, World], onlookers: dict[str, tuple[Person, Person]], who: str, questions: Questions
) -> None:
    one, other = (questions(world, viewer) for world, viewer in zip(worlds, onlookers[who], strict=True))
    look_exactly_the_same(one, other)


@pytest.mark.parametrize("questions", [tried, given_up_with_every_version])
@pytest.mark.parametrize("who", ["carol", "all"])
def test_refusals_do_not_reveal_delayed_events(
    worlds: tuple[World, World], onlookers: dict[str, tuple[Person, Person]], who: str, questions: Questions
) -> None:
    one, other = (questions(world, viewer) for world, viewer in zip(worlds, onlookers[who], strict=True))
    look_exactly_the_same(one, other)


def test_the_worlds_differ_for_seated_players(worlds: tuple[World, World]) -> None:
    logs = [[event["type"] for event in world.match.log(world.match.people[0])] for world in worlds]
    assert [len(log) for log in logs] == [12, 12]
    assert logs[0][:9] == logs[1][:9]
    assert logs[0][9:] != logs[1][9:]


def test_a_spectator_sees_a_consistent_earlier_state(worlds: tuple[World, World]) -> None:
    world = worlds[0]
    carol, path, horizon = world.carol, world.match.path, 9
    now = carol.get(path)
    assert (now.json()["version"], now.headers["ETag"]) == (horizon, f'"{horizon}"')
    log = carol.looks(f"{path}/events")
    assert (len(log["events"]), log["next"], log["events"][-1]["hash"]) == (horizon, horizon, now.json()["hash"])
    replay = carol.looks(f"{path}/replay")
    assert (replay["last"], replay["frames"][-1]["view"]) == (horizon, now.json()["view"])
    assert is_refused(carol.get(f"{path}/replay", at=horizon + 1), 404, "not_found")["detail"].endswith("9 events.")
    assert carol.looks(f"{path}/legal-actions")["version"] == horizon
    (line,) = (each for each in carol.looks("/v1/matches")["matches"] if each["id"] == world.match.id)
    assert (line["version"], line["updated_at"], line["phase"]) == (None, None, "playing")
    # and those at the table see the present
    assert world.match.people[0].looks(path)["version"] == horizon + DELAY


def played_out(match: Match, rng: random.Random) -> None:
    while match.people[0].looks(match.path)["phase"] == "playing":
        for seat in range(2):
            if legal := match.legal(seat):
                match.acts(seat, rng.choice(legal))


@pytest.fixture
def late(api: Api) -> Match:
    """A match whose spectators see its beginning, and later its end."""
    people = api.people(2)
    opened = people[0].does("/v1/matches", {"game": "pebbles", "delay": 100})
    return Match(f"/v1/matches/{opened['id']}", people).seats(*people)


def test_a_stream_is_delayed_and_sends_the_rest_at_the_end(api: Api, late: Match) -> None:
    with opened(late, api.stranger) as answer:
        sent = events(messages(answer))
        # given the events without delay: taken seats and the start
        beginning = [next(sent)["type"] for _ in range(4)]
        assert beginning == ["match_opened", "seat_taken", "seat_taken", "match_started"]
        # when it is played to its end, then the rest follows, and is open
        played_out(late, random.Random(1))
        rest = list(sent)
    assert rest == late.log()[4:]
    assert all("secret" in event["sealed"] for event in rest if "sealed" in event)


def test_delayed_events_do_not_wake_a_spectators_long_poll(api: Api, late: Match) -> None:
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(api.stranger.looks, f"{late.path}/events", after=4, wait=1.5)
        late.acts(0, late.legal(0)[0])
        assert waiting.result(30) == {"events": [], "next": 4}
        # and at the end he is
        waiting = threads.submit(api.stranger.looks, f"{late.path}/events", after=4, wait=30)
        played_out(late, random.Random(1))
        assert len(waiting.result(30)["events"]) == late.now()["version"] - 4


def test_seating_the_last_bot_without_a_seat_shows_only_the_start(api: Api) -> None:
    # given an opener without a seat
    opener, ada = api.people(2)
    match = Match(f"/v1/matches/{opener.does('/v1/matches', {'game': 'pebbles', 'delay': 50})['id']}", (ada,))
    match.seats(ada)
    # when he seats a bot, so that the match starts
    answers = [opener.does(f"{match.path}/seats", {"bot": "random"}, Idempotency_Key="bot") for _ in range(2)]
    # then the answer ends with the start, its receipt is for that version, and a repeated request is answered alike
    assert [event["type"] for event in answers[0]["events"]] == ["seat_taken", "match_started"]
    assert (answers[0]["version"], answers[0]["receipt"]["version"]) == (4, 4)
    assert answers[0]["receipt"]["hash"] == answers[0]["events"][-1]["hash"]
    assert answers[1] == answers[0]
    again: Json = opener.does("/v1/matches", {"game": "pebbles", "delay": 50}, Idempotency_Key="open")
    assert again["version"] == 1
