"""Registration, names and tokens."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from service.settings import Settings
from tests.kit.api import Api, database, running
from tests.kit.clients import Person
from tests.kit.people import appointed, with_scopes
from tests.kit.problems import is_refused


class Closed(NamedTuple):
    """A service with closed registration, and one of its organizers."""

    api: Api
    olga: Person


@pytest.fixture(scope="module")
def closed(postgres_url: str) -> Iterator[Closed]:
    with database(postgres_url) as url, running(url, Settings(registration="closed")) as api:
        yield Closed(api, appointed(api, url, "organizer"))


def test_registration_returns_an_id_and_a_token_and_creates_a_public_profile(api: Api) -> None:
    # when a player registers
    answer = api.stranger.post("/v1/players", {"name": "Ada"})
    # then the answer holds the token, and the public profile does not
    registered = answer.json()
    assert answer.status_code == 201
    assert (registered["name"], registered["role"]) == ("Ada", "player")
    profile = api.stranger.looks(f"/v1/players/{registered['id']}")
    assert profile == {name: registered[name] for name in ("id", "name", "tag", "since")}


def test_players_of_the_same_name_have_different_tags(api: Api) -> None:
    one, other = api.person("Ada"), api.person("Ada")
    assert one.id != other.id
    assert one.token != other.token
    tags = [api.stranger.looks(f"/v1/players/{person.id}")["tag"] for person in (one, other)]
    assert tags == [one.id[:8], other.id[:8]]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("x", "x"),
        ("  Ada  ", "Ada"),
        ("e\u0301", "\u00e9"),
        ("\uff21da", "Ada"),
        ("y" * 40, "y" * 40),
        ("\u738b \U0001f600", "\u738b \U0001f600"),
        ("Ada \u00a0 \u3000B", "Ada B"),
        ("\ufb01n", "fin"),
        ("e\u0301" * 40, "\u00e9" * 40),
        ("Zo\u00eb O'Brien-Smith 3", "Zo\u00eb O'Brien-Smith 3"),
        ("\u0412\u0435\u0440\u0430", "\u0412\u0435\u0440\u0430"),
        ("Ken \u6f22\u5b57\u304b\u30ab", "Ken \u6f22\u5b57\u304b\u30ab"),
        ("\uae40 Kim", "\uae40 Kim"),
        ("\u0928\u094d\u092f\u0942", "\u0928\u094d\u092f\u0942"),
        ("\u0645\u062d\u0645\u062f", "\u0645\u062d\u0645\u062f"),
    ],
)
def test_a_name_is_shown_in_its_normal_form(api: Api, name: str, shown: str) -> None:
    assert api.stranger.does("/v1/players", {"name": name})["name"] == shown


@pytest.mark.parametrize(
    "name",
    [
        "", "   ", "y" * 41, "y" * 60_000, "a\nb", "a\x00b", "a\x7fb", "a\x1b[31m", "\u202eabc", "a\u2066b",
        "a\u200eb", "a\u200bb", "a\u200db", "a\ufeffb", "a\u00adb", "a\ufe0fb", "\u3164", "\u115f", "\u2800", "\u2028",
        "\ue000", "\U0001fae9\uffff", "a" + "\u0316" * 5,
    ],
)  # fmt: skip
def test_an_unprintable_name_is_refused(api: Api, name: str) -> None:
    is_refused(api.stranger.post("/v1/players", {"name": name}), 422, "unprocessable")


@pytest.mark.parametrize(
    "name", ["\u0410da", "Ad\u03b1", "\u13aada", "\u0441\u043ero", "Ada\u0301\u0430", "\u6f22\u0430"]
)
def test_a_name_in_mixed_scripts_is_refused(api: Api, name: str) -> None:
    body = is_refused(api.stranger.post("/v1/players", {"name": name}), 422, "unprocessable")
    assert "one script" in body["detail"]


@pytest.mark.parametrize("name", ["Former player", " FORMER  PLAYER "])
def test_the_neutral_name_cannot_be_registered(api: Api, name: str) -> None:
    is_refused(api.stranger.post("/v1/players", {"name": name}), 422, "unprocessable")


def test_only_organizers_register_players_when_registration_is_closed(closed: Closed) -> None:
    is_refused(closed.api.stranger.post("/v1/players", {"name": "Ada"}), 403, "registration_closed")
    # when an organizer registers a player
    ada = Person(closed.api.http, closed.olga.does("/v1/players", {"name": "Ada"}))
    # then the new player cannot register others
    assert ada.looks("/v1/tokens")["tokens"][0]["scopes"] == ["read", "play", "open", "profile"]
    is_refused(ada.post("/v1/players", {"name": "Bob"}), 403, "not_allowed")
    is_refused(with_scopes(closed.olga, "open").post("/v1/players", {"name": "Bob"}), 403, "scope_missing")


def test_an_unknown_player_has_no_profile(api: Api) -> None:
    is_refused(api.stranger.get("/v1/players/00000000-0000-4000-8000-000000000000"), 404, "not_found")


@pytest.mark.parametrize(
    "header",
    ["Bearer c12_wrong", "Bearer", "Basic QTpC", "c12_wrong", "", "Bearer \u00e9", "Bearer " + "x" * 5000],
)
def test_an_unknown_token_is_refused_even_if_none_is_required(api: Api, header: str) -> None:
    # given a match that everybody may look at
    path = api.person().opens("pebbles").path
    # when a request has an invalid token
    answer = api.http.get(path, headers=[(b"Authorization", header.encode("latin-1"))])
    # then the response requires authentication
    is_refused(answer, 401, "unauthenticated")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_callers_without_a_token_can_read_but_not_play(api: Api) -> None:
    path = api.person().opens("pebbles").path
    assert api.stranger.get(path).status_code == 200
    for what in ("seats", "actions", "abandonment"):
        is_refused(
            api.stranger.post(f"{path}/{what}", {"action": {}} if what == "actions" else {}), 401, "unauthenticated"
        )
    is_refused(api.stranger.post("/v1/matches", {"game": "pebbles"}), 401, "unauthenticated")


def test_a_token_is_returned_only_once(api: Api) -> None:
    # given a player
    ada, bob = api.people(2)
    match = ada.opens("pebbles").seats(ada, bob)
    match.acts(0, match.legal(0)[0])
    # when anything is asked for, also with wrong requests
    answers = [
        viewer.get(f"{where}")
        for viewer in (ada, bob, api.stranger)
        for where in (
            match.path,
            f"{match.path}/events",
            f"{match.path}/replay",
            f"{match.path}/audit",
            f"/v1/players/{ada.id}",
        )
    ]
    answers += [ada.post("/v1/players", {"name": ""}), ada.post(f"{match.path}/actions", {"action": ada.token})]
    # then no answer holds the token
    assert all(ada.token not in answer.text and ada.token not in str(answer.headers) for answer in answers)


def test_the_authentication_scheme_is_case_insensitive(api: Api) -> None:
    ada = api.person()
    path = ada.opens("pebbles").seats(ada).path
    seen = api.http.get(path, headers={"Authorization": f"bearer {ada.token}"}).json()
    assert seen["you"] == 0
    assert Person(api.http).looks(path)["you"] is None
