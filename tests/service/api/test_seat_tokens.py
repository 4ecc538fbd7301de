"""Tokens for one seat: they read and play that seat only."""

from typing import NamedTuple

import pytest

from tests.kit.api import Api
from tests.kit.clients import Match, Person
from tests.kit.people import makes, with_token
from tests.kit.problems import is_refused


class Table(NamedTuple):
    """Two matches of two players, and a browser with a token for a seat of the first match."""

    match: Match
    other: Match
    ada: Person
    browser: Person


@pytest.fixture
def table(api: Api) -> Table:
    ada, bob = api.people(2)
    match = ada.opens("pebbles").seats(ada, bob)
    other = ada.opens("pebbles").seats(ada, bob)
    made = makes(ada, "browser", match=match.id, seat=0)
    assert (made["scopes"], made["match"], made["seat"]) == (["read", "play"], match.id, 0)
    return Table(match, other, ada, with_token(ada, made))


def test_a_seat_token_sees_what_its_seat_sees(table: Table) -> None:
    for what in ("", "/legal-actions", "/events", "/replay", "/replay?seat=0"):
        seen = table.browser.looks(f"{table.match.path}{what}")
        assert seen == table.ada.looks(f"{table.match.path}{what}")
    assert table.browser.looks(table.match.path)["you"] == 0
    is_refused(table.browser.get(f"{table.match.path}/replay?seat=1"), 403, "not_allowed")


def test_a_seat_token_plays_its_seat(table: Table) -> None:
    (action, *_) = table.browser.looks(f"{table.match.path}/legal-actions")["actions"]
    accepted = table.browser.does(f"{table.match.path}/actions", {"action": action})
    assert accepted["events"][0]["seat"] == 0


def test_a_seat_token_has_no_rights_in_other_matches(api: Api, table: Table) -> None:
    for what in ("", "/legal-actions", "/events", "/replay"):
        seen = table.browser.looks(f"{table.other.path}{what}")
        assert seen == api.stranger.looks(f"{table.other.path}{what}")
        assert seen != table.ada.looks(f"{table.other.path}{what}") or what == "/replay"
    (action, *_) = table.other.legal(0)
    is_refused(table.browser.post(f"{table.other.path}/actions", {"action": action}), 403, "token_elsewhere")
    assert table.other.now()["version"] == len(table.other.log())


def test_a_seat_token_is_refused_elsewhere(table: Table) -> None:
    for path, body, scope in (
        ("/v1/matches", {"game": "pebbles"}, "open"),
        (f"{table.match.path}/seats", {}, "open"),
        (f"{table.match.path}/abandonment", {}, "open"),
        ("/v1/tokens", {"name": "more"}, "profile"),
        ("/v1/chronicles", {"name": "Book"}, "open"),
    ):
        assert is_refused(table.browser.post(path, body), 403, "scope_missing")["scope"] == scope
    assert is_refused(table.browser.get("/v1/tokens"), 403, "scope_missing")["scope"] == "profile"
    is_refused(table.browser.delete(f"/v1/players/{table.ada.id}"), 403, "scope_missing")
    obstacle = "/v1/chronicles/00000000-0000-4000-8000-000000000000/reigns/1/obstacle"
    is_refused(table.browser.post(obstacle, {"words": "rain"}), 403, "token_elsewhere")


def test_a_token_for_another_players_seat_is_refused(api: Api, table: Table) -> None:
    for person, seat in ((table.ada, 1), (table.ada, 2), (table.ada, -1), (api.person(), 0)):
        wanted = {"name": "browser", "match": table.match.id, "seat": seat}
        is_refused(person.post("/v1/tokens", wanted), 403, "not_seated")


def test_a_seat_token_has_at_most_the_scopes_read_and_play(table: Table) -> None:
    wanted = {"name": "browser", "match": table.match.id, "seat": 0}
    for scopes in (["open"], ["read", "profile"]):
        is_refused(table.ada.post("/v1/tokens", {**wanted, "scopes": scopes}), 422, "unprocessable")
    watching = with_token(table.ada, makes(table.ada, match=table.match.id, seat=0, scopes=["read"]))
    assert watching.looks(table.match.path)["you"] == 0
    action = table.match.legal(0)[0]
    answer = watching.post(f"{table.match.path}/actions", {"action": action})
    assert is_refused(answer, 403, "scope_missing")["scope"] == "play"
