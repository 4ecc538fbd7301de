"""Taking seats and seating bots."""

from typing import Any

import pytest

from tests.kit.api import Api
from tests.kit.clients import Match
from tests.kit.problems import is_refused


def is_unchanged(match: Match, version: int) -> bool:
    return bool(match.now()["version"] == version)


def test_the_last_seat_starts_the_match(api: Api) -> None:
    # given a match with one of two seats taken
    ada, bob = api.people(2)
    match = ada.opens("pebbles")
    first = ada.post(f"{match.path}/seats", {"seat": 1, "contribution": "for luck \u2660"})
    assert (first.status_code, first.headers["ETag"]) == (200, '"2"')
    assert match.now()["phase"] == "open"
    # when the other is taken
    second = bob.post(f"{match.path}/seats", {})
    # then the match has started, and its seats and contributions are public
    answer, now = second.json(), match.now()
    assert [event["type"] for event in answer["events"]][:2] == ["seat_taken", "match_started"]
    assert second.headers["ETag"] == f'"{answer["version"]}"'
    assert (now["phase"], now["version"]) == ("playing", answer["version"])
    assert now["seats"] == [
        {"seat": 0, "player": bob.id, "contribution": ""},
        {"seat": 1, "player": ada.id, "contribution": "for luck \u2660"},
    ]
    assert [(each["seat"], each["decision"]["type"]) for each in now["pending"]] == [(0, "hide_one"), (1, "hide_one")]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"seat": 0}, 409, "seat_taken"),
        ({"seat": 3}, 422, "unknown_seat"),
        ({"seat": -1}, 422, "unknown_seat"),
        ({"seat": 10**20}, 422, "unknown_seat"),
        ({"seat": "1"}, 400, "malformed"),
        ({"seat": 1.5}, 400, "malformed"),
        ({"contribution": "x" * 65}, 422, "unprocessable"),
        ({"contribution": "\u2660" * 22}, 422, "unprocessable"),
        ({"contribution": 1}, 400, "malformed"),
        ({"chair": 1}, 400, "malformed"),
        ({"player": "somebody"}, 400, "malformed"),
    ],
)
def test_an_invalid_seat_request_is_refused(api: Api, body: dict[str, Any], status: int, code: str) -> None:
    # given a match of three seats with one of them taken
    ada, bob = api.people(2)
    match = ada.opens("pebbles", 3).seats(ada)
    # when a player requests it, then it is refused and nothing changes
    is_refused(bob.post(f"{match.path}/seats", body), status, code)
    assert is_unchanged(match, 2)


def test_a_player_cannot_take_two_seats(api: Api) -> None:
    ada = api.person()
    match = ada.opens("pebbles", 3).seats(ada)
    is_refused(ada.post(f"{match.path}/seats"), 409, "already_seated")
    assert is_unchanged(match, 2)


def test_a_contribution_has_at_most_64_bytes(api: Api) -> None:
    ada = api.person()
    match = ada.opens("pebbles")
    ada.does(f"{match.path}/seats", {"contribution": "\u2660" * 21 + "!"})
    assert match.now()["seats"][0]["contribution"] == "\u2660" * 21 + "!"


def test_seats_of_a_started_match_cannot_be_taken(api: Api) -> None:
    ada, bob, carol = api.people(3)
    match = ada.opens("pebbles").seats(ada, bob)
    version = match.now()["version"]
    is_refused(carol.post(f"{match.path}/seats"), 409, "match_not_open")
    assert is_unchanged(match, version)


def test_a_seat_in_an_unknown_match_is_not_found(api: Api) -> None:
    is_refused(api.person().post("/v1/matches/00000000-0000-4000-8000-000000000000/seats"), 404, "not_found")


def test_only_the_opener_can_seat_bots(api: Api) -> None:
    # given a match of another opener
    ada, bob = api.people(2)
    match = ada.opens("pebbles")
    # when another one wants to seat a bot, then that is refused; the opener may
    is_refused(bob.post(f"{match.path}/seats", {"bot": "random"}), 403, "not_allowed")
    assert is_unchanged(match, 1)
    ada.does(f"{match.path}/seats", {"bot": "random", "seat": 1})
    assert match.now()["seats"] == [{"seat": 0}, {"seat": 1, "bot": "random", "contribution": ""}]


def test_an_unknown_bot_is_refused(api: Api) -> None:
    ada = api.person()
    match = ada.opens("pebbles")
    is_refused(ada.post(f"{match.path}/seats", {"bot": "deep blue"}), 422, "unknown_bot")
    assert is_unchanged(match, 1)
