"""Opening a match: terms, refusals and retries."""

import hashlib
from typing import Any

import pytest

from service.settings import Settings
from tests.kit.api import Api, database, running
from tests.kit.clients import Json, timeless
from tests.kit.problems import is_refused


def test_a_match_is_opened_with_the_given_terms_and_defaults(api: Api) -> None:
    # given a person
    ada = api.person()
    # when a match is opened with one option
    answer = ada.post("/v1/matches", {"game": "queen_of_12", "options": {"sheet": "B"}})
    # then the rest are the game's defaults: fewest seats, other options, edition
    match = answer.json()
    assert answer.status_code == 201
    assert answer.headers["Location"] == f"/v1/matches/{match['id']}"
    assert answer.headers["ETag"] == '"1"'
    assert (match["phase"], match["version"], match["opener"]) == ("open", 1, ada.id)
    assert match["options"] == {"sheet": "B", "fan": "first_game", "first_bag": None}
    assert match["seats"] == [{"seat": 0}, {"seat": 1}]
    assert (match["edition"], match["you"], match["pending"]) == ("standard", None, [])
    assert (match["view"], match["outcome"]) == (None, None)
    assert match["arrangement"] == {"expires_after": Settings().expires_after}
    # and the location leads to it
    assert timeless(api.stranger.looks(answer.headers["Location"])) == timeless(match)


def test_the_settings_of_a_match_are_returned(api: Api) -> None:
    ada = api.person()
    clock = {"decision": 60, "bank": 600, "overdue": "forfeit"}
    settings = {"visibility": "unlisted", "delay": 2, "clock": clock, "expires_after": 3600}
    match = ada.does("/v1/matches", {"game": "pebbles", "tags": ["round-1", "cup"], **settings})
    assert match["arrangement"] == {"tags": ["cup", "round-1"], **settings}


def test_the_commitment_is_fixed_before_any_seat_is_taken(api: Api) -> None:
    # given a match that is played to its end
    ada, bob = api.people(2)
    opened = ada.does("/v1/matches", {"game": "pebbles"})
    ada.does(f"/v1/matches/{opened['id']}/seats")
    bob.does(f"/v1/matches/{opened['id']}/seats", {"contribution": "luck"})
    ended = api.person().post(f"/v1/matches/{opened['id']}/abandonment")
    is_refused(ended, 403, "not_allowed")
    # then the commitment stays what it was
    assert api.stranger.looks(f"/v1/matches/{opened['id']}")["commitment"] == opened["commitment"]
    assert len(opened["commitment"]) == len(hashlib.sha256().hexdigest())


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"game": "chess"}, 422, "unknown_game"),
        ({"game": "pebbles", "seats": 1}, 422, "unprocessable"),
        ({"game": "pebbles", "seats": 4}, 422, "unprocessable"),
        ({"game": "pebbles", "seats": -1}, 422, "unprocessable"),
        ({"game": "pebbles", "seats": 10**30}, 422, "unprocessable"),
        ({"game": "pebbles", "seats": "2"}, 400, "malformed"),
        ({"game": "pebbles", "seats": 2.5}, 400, "malformed"),
        ({"game": "pebbles", "seats": True}, 400, "malformed"),
        ({"game": "pebbles", "options": {"double": "yes"}}, 422, "unprocessable"),
        ({"game": "pebbles", "options": {"triple": True}}, 422, "unprocessable"),
        ({"game": "pebbles", "options": []}, 400, "malformed"),
        ({"game": "pebbles", "visibility": "secret"}, 400, "malformed"),
        ({"game": "pebbles", "delay": -1}, 422, "unprocessable"),
        ({"game": "pebbles", "tags": ["The Cup"]}, 422, "unprocessable"),
        ({"game": "pebbles", "tags": ["cup", "cup"]}, 422, "unprocessable"),
        ({"game": "queen_of_12", "options": {"sheet": "C"}}, 422, "unprocessable"),
        ({"game": "queen_of_12", "options": {"first_bag": 2}}, 422, "unprocessable"),
        ({"game": "pebbles", "edition": "golden"}, 422, "unknown_edition"),
        ({"game": "pebbles", "edition": 1}, 400, "malformed"),
        ({"game": "pebbles", "secret": "00"}, 400, "malformed"),
        ({}, 400, "malformed"),
        ({"game": None}, 400, "malformed"),
        ([], 400, "malformed"),
    ],
)
def test_invalid_terms_are_refused(api: Api, body: Json, status: int, code: str) -> None:
    is_refused(api.person().post("/v1/matches", body), status, code)


def test_one_key_opens_one_match(api: Api) -> None:
    # given a match that was opened under a key
    ada, body = api.person(), {"game": "pebbles", "seats": 3}
    first = ada.post("/v1/matches", body, Idempotency_Key="table 1")
    # when the request is repeated, its fields in another order
    second = ada.post("/v1/matches", dict(reversed(body.items())), Idempotency_Key="table 1")
    # then it is answered alike, with the one match
    assert (first.status_code, second.status_code) == (201, 201)
    assert timeless(first.json()) == timeless(second.json())
    assert first.headers["Location"] == second.headers["Location"]


def test_keys_of_different_players_are_independent(api: Api) -> None:
    ids = {person.does("/v1/matches", {"game": "pebbles"}, Idempotency_Key="same")["id"] for person in api.people(2)}
    assert len(ids) == 2


@pytest.mark.parametrize("other", [{"seats": 3}, {"game": "queen_of_12"}, {"options": {"double": True}}])
def test_a_key_that_was_used_for_other_terms_is_refused(api: Api, other: dict[str, Any]) -> None:
    ada, body = api.person(), {"game": "pebbles", "seats": 2}
    ada.does("/v1/matches", body, Idempotency_Key="k")
    is_refused(ada.post("/v1/matches", body | other, Idempotency_Key="k"), 422, "key_reused")


@pytest.mark.parametrize("key", ["", "x" * 201])
def test_a_key_has_one_to_two_hundred_characters(api: Api, key: str) -> None:
    is_refused(api.person().post("/v1/matches", {"game": "pebbles"}, Idempotency_Key=key), 400, "malformed")


def test_one_key_opens_one_match_in_consecutive_processes(postgres_url: str) -> None:
    # given a match that was opened under a key, a seated player, and a restarted service
    body = {"game": "pebbles"}
    with database(postgres_url) as url:
        with running(url) as before:
            ada = before.person()
            first = ada.does("/v1/matches", body, Idempotency_Key="k")
        with running(url, Settings(matches_in_memory=1)) as after:
            # when the request is repeated
            again = ada.over(after.http)
            second = again.does("/v1/matches", body, Idempotency_Key="k")
            # then the same match is answered, and another body is refused
            assert timeless(first) == timeless(second)
            is_refused(again.post("/v1/matches", {"game": "queen_of_12"}, Idempotency_Key="k"), 422, "key_reused")
