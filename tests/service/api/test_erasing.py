"""Erasure of players: the name and the tokens are gone, and matches still verify."""

import random
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from domain.audit.verify import verify
from domain.catalogue import CATALOGUE
from service.access.names import NEUTRAL
from tests.kit.api import Api, database, running
from tests.kit.clients import Json, Person
from tests.kit.people import appointed, makes, with_scopes, with_token
from tests.kit.problems import is_refused

NAME = "Zenobia of Nowhere"


class Place(NamedTuple):
    """A service, its database and an admin."""

    api: Api
    url: str
    root: Person


@pytest.fixture(scope="module")
def place(postgres_url: str) -> Iterator[Place]:
    with database(postgres_url) as url, running(url) as api:
        yield Place(api, url, appointed(api, url, "admin"))


def soon(look: Callable[[], Json], is_so: Callable[[Json], object]) -> Json:
    """Poll until the projection has caught up."""
    end = time.monotonic() + 30
    while not is_so(seen := look()):
        assert time.monotonic() < end, seen
        time.sleep(0.02)
    return seen


def erases(person: Person) -> None:
    assert person.delete(f"/v1/players/{person.id}").status_code == 204


def test_an_erased_player_has_a_neutral_name_and_no_token(place: Place) -> None:
    # given a player with two tokens
    zenobia = place.api.person(NAME)
    app = with_token(zenobia, makes(zenobia))
    # when she erases herself
    erases(app)
    # then her profile has the neutral name, and her tokens are refused
    profile = place.api.stranger.looks(f"/v1/players/{zenobia.id}")
    assert (profile["name"], profile["erased"]) == (NEUTRAL, True)
    for gone in (zenobia, app):
        is_refused(gone.get("/v1/tokens"), 401, "unauthenticated")
        is_refused(gone.post("/v1/matches", {"game": "pebbles"}), 401, "unauthenticated")


def test_a_match_of_an_erased_player_shows_a_neutral_name_and_verifies(place: Place) -> None:
    # given a finished match, in a chronicle, of two people
    zenobia, bob = place.api.person(NAME), place.api.person("Bob")
    book = zenobia.does("/v1/chronicles", {"name": "The Quiet Table"})["id"]
    council = zenobia.opens("council_of_12", chronicle=book).seats(zenobia, bob)
    queen = zenobia.opens("queen_of_12").seats(zenobia, bob)
    for match in (council, queen):
        match.plays_on(random.Random(1))
    stranger = place.api.stranger
    soon(lambda: stranger.looks(f"/v1/chronicles/{book}/reigns")["reigns"], bool)
    soon(lambda: stranger.looks("/v1/scoreboards/queen_of_12")["players"], bool)
    pages = [
        f"/v1/chronicles/{book}", f"/v1/chronicles/{book}/reigns", "/v1/chronicles/hall", "/v1/scoreboards/queen_of_12",
        "/v1/scoreboards/council_of_12", "/v1/matches", f"/v1/players/{zenobia.id}/matches", council.path, queen.path,
        f"{queen.path}/events", f"{queen.path}/replay",
    ]  # fmt: skip
    assert sum(NAME in stranger.get(page).text for page in pages) >= 4
    bundle = stranger.get(f"{queen.path}/audit").content
    # when one of them is erased
    erases(zenobia)
    # then no page has her name, those that had it have a neutral one
    texts = {page: bob.get(page).text for page in pages}
    assert not any(NAME in text for text in texts.values())
    assert sum(NEUTRAL in text for text in texts.values()) >= 4
    markdown = bob.http.get(f"/v1/chronicles/{book}", headers={"Accept": "text/markdown"}).text
    assert NEUTRAL in markdown
    assert NAME not in markdown
    # and the bundles are as they were, and prove the matches
    assert stranger.get(f"{queen.path}/audit").content == bundle
    for match in (council, queen):
        lines = stranger.get(f"{match.path}/audit").content.splitlines()
        assert verify(lines, CATALOGUE).match == match.id


def test_only_the_player_or_an_admin_can_erase(place: Place) -> None:
    zenobia, bob = place.api.person(NAME), place.api.person("Bob")
    organizer = appointed(place.api, place.url, "organizer")
    for other in (bob, organizer):
        is_refused(other.delete(f"/v1/players/{zenobia.id}"), 403, "not_allowed")
    is_refused(place.api.stranger.delete(f"/v1/players/{zenobia.id}"), 401, "unauthenticated")
    limited = with_scopes(place.root, "profile")
    is_refused(limited.delete(f"/v1/players/{zenobia.id}"), 403, "not_allowed")
    assert zenobia.looks(f"/v1/players/{zenobia.id}")["name"] == NAME
    # an admin does, and again
    for _ in range(2):
        assert place.root.delete(f"/v1/players/{zenobia.id}").status_code == 204
    assert bob.looks(f"/v1/players/{zenobia.id}")["name"] == NEUTRAL
    unknown = "00000000-0000-4000-8000-000000000000"
    is_refused(place.root.delete(f"/v1/players/{unknown}"), 404, "not_found")
