"""Abandoning matches: permissions and effects."""

import asyncio
import hashlib
from collections.abc import Iterator

import pytest

from service.access.players import register_offline
from tests.kit.api import Api, database, running
from tests.kit.clients import Person
from tests.kit.problems import is_refused


@pytest.fixture(scope="module")
def organizer(postgres_url: str) -> Iterator[Person]:
    with database(postgres_url) as url, running(url) as api:
        registered = asyncio.run(register_offline(url, "Olga", "organizer"))
        yield Person(api.http, {"id": registered.id, "token": registered.token})


def registered(organizer: Person, name: str) -> Person:
    stranger = Person(organizer.http)
    return Person(organizer.http, stranger.does("/v1/players", {"name": name}))


def test_the_opener_can_abandon_a_match_before_the_start(api: Api) -> None:
    # given a match with a free seat
    ada = api.person()
    match = ada.opens("pebbles").seats(ada)
    # when its opener abandons it
    answer = ada.post(f"{match.path}/abandonment")
    # then it is over, with its secret revealed and no outcome
    assert answer.status_code == 200
    abandoned, revealed = answer.json()["events"]
    assert (abandoned["type"], abandoned["data"]) == ("match_abandoned", {"by": ada.id})
    now = match.now()
    assert (now["phase"], now["outcome"], now["pending"], now["version"]) == ("abandoned", None, [], 4)
    assert hashlib.sha256(bytes.fromhex(revealed["data"]["secret"])).hexdigest() == now["commitment"]


def test_the_opener_cannot_abandon_a_started_match(api: Api) -> None:
    ada, bob = api.people(2)
    match = ada.opens("pebbles").seats(ada, bob)
    version = match.now()["version"]
    for person in (ada, bob):
        is_refused(person.post(f"{match.path}/abandonment"), 403, "not_allowed")
    assert match.now()["version"] == version


def test_other_players_cannot_abandon_a_match(api: Api) -> None:
    ada, bob = api.people(2)
    match = ada.opens("pebbles").seats(bob)
    is_refused(bob.post(f"{match.path}/abandonment"), 403, "not_allowed")
    assert match.now()["phase"] == "open"


def test_an_organizer_can_abandon_any_match_which_reveals_all_secrets(organizer: Person) -> None:
    # given a match that is being played, with something hidden
    ada, bob = registered(organizer, "Ada"), registered(organizer, "Bob")
    match = ada.opens("queen_of_12").seats(ada, bob)
    chosen = match.legal(0)[0]
    match.acts(0, chosen)
    assert match.log()[-1]["sealed"].keys() == {"seats", "commitment"}
    # when an organizer abandons it
    organizer.does(f"{match.path}/abandonment")
    # then it is over, and what was hidden is open to everybody
    now = match.now()
    assert (now["phase"], now["outcome"]) == ("abandoned", None)
    sealed = match.log()[now["version"] - 3]["sealed"]
    assert sealed["secret"]["action"] == chosen


def test_a_match_that_is_over_cannot_be_abandoned(organizer: Person) -> None:
    ada = registered(organizer, "Ada")
    match = ada.opens("pebbles")
    ada.does(f"{match.path}/abandonment")
    for person in (ada, organizer):
        is_refused(person.post(f"{match.path}/abandonment"), 409, "match_not_playing")
    is_refused(ada.post(f"{match.path}/seats"), 409, "match_not_open")
    assert match.now()["version"] == 3


def test_an_organizer_can_seat_bots_in_matches_of_others(organizer: Person) -> None:
    match = registered(organizer, "Ada").opens("pebbles")
    organizer.does(f"{match.path}/seats", {"bot": "random"})
    assert match.now()["seats"][0]["bot"] == "random"
