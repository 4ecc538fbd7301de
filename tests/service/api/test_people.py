"""Registering, names and tokens."""

from collections.abc import Iterator

import pytest

from service.settings import Settings
from tests.kit.api import Api, database, running
from tests.kit.clients import Person
from tests.kit.problems import is_refused


@pytest.fixture(scope="module")
def closed(postgres_url: str) -> Iterator[Api]:
    with database(postgres_url) as url, running(url, Settings(registration="closed")) as api:
        yield api


def test_who_registers_gets_an_id_and_a_token_and_is_shown_to_everybody(api: Api) -> None:
    # when somebody registers
    answer = api.stranger.post("/v1/players", {"name": "Ada"})
    # then the answer holds the token, and the public profile does not
    registered = answer.json()
    assert answer.status_code == 201
    assert (registered["name"], registered["role"]) == ("Ada", "player")
    profile = api.stranger.looks(f"/v1/players/{registered['id']}")
    assert profile == {"id": registered["id"], "name": "Ada", "since": registered["since"]}


def test_two_people_of_one_name_are_two_people(api: Api) -> None:
    one, other = api.person("Ada"), api.person("Ada")
    assert one.id != other.id
    assert one.token != other.token


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("x", "x"),
        ("  Ada  ", "Ada"),
        ("e\u0301", "\u00e9"),
        ("\uff21da", "Ada"),
        ("y" * 40, "y" * 40),
        ("\u738b \U0001f600", "\u738b \U0001f600"),
    ],
)
def test_a_name_is_shown_in_its_normal_form(api: Api, name: str, shown: str) -> None:
    assert api.stranger.does("/v1/players", {"name": name})["name"] == shown


@pytest.mark.parametrize("name", ["", "   ", "y" * 41, "a\nb", "a\x00b", "a\u200eb", "a\x1b[31m", "\u202eabc"])
def test_a_name_that_cannot_be_shown_is_refused(api: Api, name: str) -> None:
    is_refused(api.stranger.post("/v1/players", {"name": name}), 422, "unprocessable")


def test_where_registration_is_closed_nobody_registers(closed: Api) -> None:
    is_refused(closed.stranger.post("/v1/players", {"name": "Ada"}), 403, "registration_closed")


def test_an_unknown_person_has_no_profile(api: Api) -> None:
    is_refused(api.stranger.get("/v1/players/00000000-0000-4000-8000-000000000000"), 404, "not_found")


@pytest.mark.parametrize(
    "header",
    ["Bearer c12_wrong", "Bearer", "Basic QTpC", "c12_wrong", "", "Bearer \u00e9", "Bearer " + "x" * 5000],
)
def test_a_token_that_is_not_known_is_refused_also_where_none_is_needed(api: Api, header: str) -> None:
    # given a match that everybody may look at
    path = api.person().opens("pebbles").path
    # when somebody comes with something that is no token
    answer = api.http.get(path, headers=[(b"Authorization", header.encode("latin-1"))])
    # then the answer asks who that is
    is_refused(answer, 401, "unauthenticated")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_who_has_no_token_may_look_but_not_play(api: Api) -> None:
    path = api.person().opens("pebbles").path
    assert api.stranger.get(path).status_code == 200
    for what in ("seats", "actions", "abandonment"):
        is_refused(
            api.stranger.post(f"{path}/{what}", {"action": {}} if what == "actions" else {}), 401, "unauthenticated"
        )
    is_refused(api.stranger.post("/v1/matches", {"game": "pebbles"}), 401, "unauthenticated")


def test_a_token_is_told_once_only(api: Api) -> None:
    # given a person who plays
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


def test_the_scheme_of_a_token_may_be_written_in_any_case(api: Api) -> None:
    ada = api.person()
    path = ada.opens("pebbles").seats(ada).path
    seen = api.http.get(path, headers={"Authorization": f"bearer {ada.token}"}).json()
    assert seen["you"] == 0
    assert Person(api.http).looks(path)["you"] is None
