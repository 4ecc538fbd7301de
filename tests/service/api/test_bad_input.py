"""Invalid requests: each returns a problem and changes nothing."""

import random
from collections.abc import Iterator
from typing import NamedTuple

import httpx
import pytest

from tests.kit.api import Api
from tests.kit.clients import Match, Person
from tests.kit.problems import is_refused

WRITES = ("/v1/players", "/v1/editions", "/v1/matches", "{match}/seats", "{match}/actions")


class Under(NamedTuple):
    """A match in progress and one of its players."""

    match: Match
    ada: Person


@pytest.fixture(scope="module")
def under_way(api: Api) -> Iterator[Under]:
    """A match that no test of this file may change."""
    ada, bob = api.people(2)
    match = ada.opens("queen_of_12").seats(ada, bob)
    for _ in range(20):
        match.moves(random.Random(1))
    before = match.now(), match.log(ada)
    yield Under(match, ada)
    assert (match.now(), match.log(ada)) == before


def sends(under_way: Under, path: str, body: bytes, kind: str = "application/json") -> httpx.Response:
    headers = {"Authorization": f"Bearer {under_way.ada.token}", "Content-Type": kind}
    return under_way.ada.http.post(path.format(match=under_way.match.path), content=body, headers=headers)


@pytest.mark.parametrize("path", WRITES)
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"action"',
        b"12",
        b"{}}",
        b"\x00",
        b"\xff\xfe",
        b'{"name": "\xff"}',
        b"{'game': 'pebbles'}",
        b'{"name": NaN}',
        b"[" * 30_000,
        b'{"action":' * 5_000,
        b'{"options": ' + b'{"a":' * 5_000 + b"1" + b"}" * 5_001,
        b'{"surprise": 1, "name": "Ada", "game": "pebbles", "action": {}}',
        b'{"name": "\\ud800", "game": "\\ud800", "contribution": "\\ud800", "action": {"type": "\\ud800"}}',
    ],
)
def test_an_unreadable_body_is_refused(under_way: Under, path: str, body: bytes) -> None:
    if path == "{match}/seats" and not body:
        return  # a seat needs no body
    problem = is_refused(sends(under_way, path, body), 400, "malformed")
    assert body or problem["detail"] == "A JSON body is required."


@pytest.mark.parametrize("path", WRITES)
def test_an_oversized_body_is_refused(under_way: Under, path: str) -> None:
    body = b'{"name": "' + b"x" * 70_000 + b'"}'
    is_refused(sends(under_way, path, body), 413, "body_too_large")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/players", b'{"name": "Ada", "name": "Bob"}'),
        ("/v1/matches", b'{"game": "pebbles", "game": "queen_of_12"}'),
        ("/v1/matches", b'{"game": "pebbles", "options": {"double": true, "double": false}}'),
        ("{match}/seats", b'{"seat": 0, "seat": 1}'),
        ("{match}/actions", b'{"action": {"type": "choose_card", "card": "rogue", "card": "golem"}}'),
    ],
)
def test_a_body_with_duplicate_keys_is_refused(under_way: Under, path: str, body: bytes) -> None:
    is_refused(sends(under_way, path, body), 400, "malformed")


@pytest.mark.parametrize(
    "action",
    [
        b"{}",
        b'{"type": 1}',
        b'{"type": null}',
        b'{"type": "fly"}',
        b'{"type": "hide", "pebble": 1}',
        b'{"type": "choose_card"}',
        b'{"type": "choose_card", "card": 1}',
        b'{"type": "choose_card", "card": "ace"}',
        b'{"type": "choose_card", "card": "\\u0000"}',
        b'{"type": "choose_card", "card": "rogue", "seat": 1}',
        b'{"type": "take_dice", "dice": "1"}',
        b'{"type": "take_dice", "dice": [1.5]}',
        b'{"type": "take_dice", "dice": ["1"]}',
        b'{"type": "take_dice", "dice": [99999999999999999999]}',
        b'{"type": "copy_dice", "source": "0"}',
        b'{"type": "copy_dice", "source": true}',
    ],
)
def test_an_invalid_action_is_refused(under_way: Under, action: bytes) -> None:
    body = is_refused(sends(under_way, "{match}/actions", b'{"action": ' + action + b"}"), 422, "unprocessable")
    assert "Queen of 12" in body["detail"]


@pytest.mark.parametrize(
    "body",
    [
        b'{"action": 1}',
        b'{"action": "roll"}',
        b'{"action": []}',
        b'{"action": {}, "decision": 1}',
        b'{"decision": "x"}',
    ],
)
def test_a_body_without_an_action_is_refused(under_way: Under, body: bytes) -> None:
    is_refused(sends(under_way, "{match}/actions", body), 400, "malformed")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "application/xml", "multipart/form-data"]
)
@pytest.mark.parametrize("path", WRITES)
def test_a_body_that_is_not_json_is_refused(under_way: Under, path: str, kind: str) -> None:
    is_refused(sends(under_way, path, b"name=Ada&game=pebbles", kind), 400, "malformed")


@pytest.mark.parametrize(
    "query",
    [
        "after=-1", "after=x", "after=1.5", "after=", "limit=0", "limit=-1", "limit=501", "limit=x", "wait=-1",
        "wait=x", "wait=nan", f"limit={10**30}", "after=%00",
    ],
)  # fmt: skip
def test_invalid_pages_of_the_log_are_refused(under_way: Under, query: str) -> None:
    is_refused(under_way.ada.get(f"{under_way.match.path}/events?{query}"), 400, "malformed")


@pytest.mark.parametrize("query", ["at=0", "at=-1", "at=x", "after=-1", "limit=0", "limit=501", "seat=-1", "seat=x"])
def test_invalid_pages_of_the_replay_are_refused(under_way: Under, query: str) -> None:
    is_refused(under_way.ada.get(f"{under_way.match.path}/replay?{query}"), 400, "malformed")


@pytest.mark.parametrize("far", [10**9, 2**31, 2**63, 10**30])
def test_a_page_beyond_the_end_of_the_log_is_empty(under_way: Under, far: int) -> None:
    answer = under_way.ada.get(f"{under_way.match.path}/events?after={far}")
    if answer.is_success:
        assert answer.json() == {"events": [], "next": far}
    else:
        is_refused(answer, 400, "malformed")
    replay = under_way.ada.get(f"{under_way.match.path}/replay?after={far}")
    assert replay.json()["frames"] == [] if replay.is_success else is_refused(replay, 400, "malformed")
    is_refused(under_way.ada.get(f"{under_way.match.path}/replay?seat={far}"), 422, "unknown_seat")


@pytest.mark.parametrize(
    "name",
    ["1", "x", "00000000-0000-4000-8000-00000000000", "00000000-0000-4000-8000-00000000000g", "%00", "..%2f", "\u00e9"],
)
def test_an_invalid_id_is_not_found(api: Api, name: str) -> None:
    for path in (f"/v1/matches/{name}", f"/v1/matches/{name}/events", f"/v1/players/{name}"):
        is_refused(api.stranger.get(path), 404, "not_found")


@pytest.mark.parametrize("what", ["", "/legal-actions", "/events", "/replay", "/audit"])
def test_an_unknown_match_is_not_found(api: Api, what: str) -> None:
    is_refused(api.stranger.get(f"/v1/matches/00000000-0000-4000-8000-000000000000{what}"), 404, "not_found")


@pytest.mark.parametrize("header", ["x", '"', '""', '"-1"', '"1.5"', "1, 2", "\u00b2"])
def test_an_invalid_version_is_refused(under_way: Under, header: str) -> None:
    headers = [(b"Authorization", f"Bearer {under_way.ada.token}".encode()), (b"If-Match", header.encode())]
    action = {"action": {"type": "choose_card", "card": "rogue"}}
    answer = under_way.ada.http.post(f"{under_way.match.path}/actions", json=action, headers=headers)
    is_refused(answer, 400, "malformed")


@pytest.mark.parametrize("name", [b"If-Match", b"Idempotency-Key"])
def test_a_duplicate_conditional_header_is_refused(under_way: Under, name: bytes) -> None:
    headers = [(b"Authorization", f"Bearer {under_way.ada.token}".encode()), (name, b"*"), (name.lower(), b"*")]
    answer = under_way.ada.http.post(f"{under_way.match.path}/resignation", headers=headers)
    is_refused(answer, 400, "malformed")
    assert under_way.match.now()["phase"] == "playing"


def test_an_id_in_capital_letters_is_the_same_match(under_way: Under) -> None:
    upper = under_way.match.path.replace(under_way.match.id, under_way.match.id.upper())
    assert under_way.ada.looks(upper) == under_way.ada.looks(under_way.match.path)
