"""Tokens: creation, listing, expiry and revocation, and limits of their rights."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import psycopg
import pytest

from tests.kit.api import Api, database, running
from tests.kit.clients import Json, Person
from tests.kit.people import appointed, makes, with_scopes, with_token
from tests.kit.problems import is_refused


class Two(NamedTuple):
    """Two services on one database."""

    here: Api
    there: Api
    url: str


@pytest.fixture(scope="module")
def two(postgres_url: str) -> Iterator[Two]:
    with database(postgres_url) as url, running(url) as here, running(url) as there:
        yield Two(here, there, url)


def listed(person: Person) -> list[Json]:
    tokens: list[Json] = person.looks("/v1/tokens")["tokens"]
    return tokens


def soon(**time: float) -> str:
    return (datetime.now(UTC) + timedelta(**time)).isoformat()


def is_of_no_use(person: Person) -> None:
    """Wait until a token is refused."""
    end = time.monotonic() + 30
    while (answer := person.get("/v1/tokens")).status_code != 401:
        assert time.monotonic() < end, "the token is still good"
        time.sleep(0.05)
    is_refused(answer, 401, "unauthenticated")


def test_a_created_token_authenticates_its_player_and_is_returned_once(api: Api) -> None:
    # given a registered player
    ada = api.person()
    # when she makes a token
    made = makes(ada, "my phone")
    # then she is known by it, and it may all that she may
    phone = with_token(ada, made)
    opened = phone.does("/v1/matches", {"game": "pebbles"})
    assert opened["opener"] == ada.id
    assert made["scopes"] == ["read", "play", "open", "profile"]
    # and the list tells everything but the secrets
    first, second = listed(phone)
    assert (first["name"], first["current"]) == ("first", False)
    told = {name: made[name] for name in ("id", "name", "scopes", "match", "seat", "since", "expires")}
    assert second == {**told, "used": datetime.now(UTC).date().isoformat(), "current": True}
    secret = made["token"].removeprefix(f"c12_{made['id']}.")
    assert len(secret) > 40
    assert secret not in ada.get("/v1/tokens").text


def test_only_the_digest_of_a_token_is_stored(two: Two) -> None:
    ada = two.here.person()
    made = makes(ada)
    with psycopg.connect(two.url) as connection:
        rows = connection.execute("SELECT t::text FROM chronicle.tokens AS t").fetchall()
    kept = "\n".join(row[0] for row in rows)
    assert made["id"] in kept
    for token in (ada.token, made["token"]):
        secret = token.partition(".")[2]
        assert secret not in kept
        assert secret.encode().hex() not in kept


@pytest.mark.parametrize(
    ("scope", "method", "path", "body"),
    [
        ("read", "GET", "{match}", None),
        ("read", "GET", "{match}/legal-actions", None),
        ("read", "GET", "{match}/events", None),
        ("read", "GET", "{match}/replay", None),
        ("play", "POST", "{match}/actions", {"action": {"type": "cheer"}}),
        ("play", "POST", "/v1/chronicles/{other}/reigns/1/obstacle", {"words": "rain"}),
        ("open", "POST", "/v1/matches", {"game": "pebbles"}),
        ("open", "POST", "{match}/seats", {}),
        ("open", "POST", "{match}/abandonment", {}),
        ("open", "POST", "/v1/chronicles", {"name": "Book"}),
        ("profile", "POST", "/v1/tokens", {"name": "more"}),
        ("profile", "GET", "/v1/tokens", None),
        ("profile", "DELETE", "/v1/tokens/{other}", None),
        ("profile", "DELETE", "/v1/players/{me}", None),
        ("organize", "POST", "/v1/editions", {"game": "pebbles", "edition": {}}),
    ],
)
def test_a_token_without_the_required_scope_is_refused_and_the_scope_named(
    two: Two, scope: str, method: str, path: str, body: Json
) -> None:
    # given a token with every scope but one
    olga = appointed(two.here, two.url, "organizer")
    match = olga.opens("pebbles").seats(olga, two.here.person())
    others = {"read", "play", "open", "profile", "organize"} - {scope}
    app = with_scopes(olga, *others)
    # when it is used where that one is needed
    where = path.format(match=match.path, me=olga.id, other="00000000-0000-4000-8000-000000000000")
    headers = {"Authorization": f"Bearer {app.token}"}
    answer = olga.http.request(method, where, json=body, headers=headers)
    # then the answer names it, and nothing was done
    assert is_refused(answer, 403, "scope_missing")["scope"] == scope
    assert answer.headers["WWW-Authenticate"] == f'Bearer error="insufficient_scope", scope="{scope}"'
    assert match.now()["version"] == len(match.log())
    assert two.here.stranger.looks(f"/v1/players/{olga.id}")["name"] == "Olga"


def test_a_token_cannot_create_a_more_powerful_token(api: Api) -> None:
    ada = api.person()
    app = with_token(ada, makes(ada, scopes=["read", "profile"], expires=soon(hours=1)))
    for scopes in (["play"], ["read", "organize"], ["admin"], []):
        is_refused(app.post("/v1/tokens", {"name": "more", "scopes": scopes}), 422, "unprocessable")
    is_refused(app.post("/v1/tokens", {"name": "longer", "expires": soon(hours=2)}), 422, "unprocessable")
    is_refused(ada.post("/v1/tokens", {"name": "more", "scopes": ["organize"]}), 422, "unprocessable")
    made = makes(app)
    assert made["scopes"] == ["read", "profile"]
    assert made["expires"] == next(token["expires"] for token in listed(app) if token["current"])


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"name": ""}, 422),
        ({"name": "x" * 81}, 422),
        ({"name": "a\nb"}, 422),
        ({"name": "x", "scopes": ["everything"]}, 400),
        ({"name": "x", "expires": "2020-01-01T00:00:00Z"}, 422),
        ({"name": "x", "expires": "9999-12-31T23:59:59-23:59"}, 422),
        ({"name": "x", "expires": "0001-01-01T00:00:00+23:59"}, 422),
        ({"name": "x", "expires": "2099-01-01T00:00:00"}, 400),
        ({"name": "x", "expires": 1}, 400),
        ({"name": "x", "seat": 0}, 422),
        ({"name": "x", "match": "00000000-0000-4000-8000-000000000000"}, 422),
        ({"name": "x", "match": "00000000-0000-4000-8000-000000000000", "seat": 0}, 404),
        ({"name": "x", "role": "admin"}, 400),
    ],
)
def test_an_invalid_token_request_is_refused(api: Api, body: Json, status: int) -> None:
    ada = api.person()
    code = {400: "malformed", 404: "not_found", 422: "unprocessable"}[status]
    is_refused(ada.post("/v1/tokens", body), status, code)
    assert len(listed(ada)) == 1


def test_the_tokens_of_a_player_are_limited(api: Api) -> None:
    ada = api.person()
    for number in range(199):
        makes(ada, f"token {number}")
    is_refused(ada.post("/v1/tokens", {"name": "one more"}), 409, "too_many_tokens")
    assert ada.delete(f"/v1/tokens/{listed(ada)[-1]['id']}").status_code == 204
    makes(ada, "one more")


def test_a_revoked_token_is_refused_at_once_and_others_stay_valid(two: Two) -> None:
    ada = two.here.person()
    made = makes(ada)
    app = with_token(ada, made)
    assert app.get("/v1/tokens").status_code == 200
    assert ada.delete(f"/v1/tokens/{made['id']}").status_code == 204
    is_refused(app.get("/v1/tokens"), 401, "unauthenticated")
    assert [token["name"] for token in listed(ada)] == ["first"]
    is_refused(ada.delete(f"/v1/tokens/{made['id']}"), 404, "not_found")


def test_another_process_refuses_a_revoked_token(two: Two) -> None:
    # given a token that both processes know
    ada = two.here.person()
    made = makes(ada)
    app = with_token(ada, made).over(two.there.http)
    assert app.get("/v1/tokens").status_code == 200
    # when one of them revokes it, the other soon takes it no more
    ada.delete(f"/v1/tokens/{made['id']}")
    is_of_no_use(app)


def test_only_an_admin_can_revoke_tokens_of_others(two: Two) -> None:
    ada, bob = two.here.people(2)
    made = makes(ada)
    olga, root = appointed(two.here, two.url, "organizer"), appointed(two.here, two.url, "admin")
    for other in (bob, olga, with_scopes(root, "profile")):
        is_refused(other.delete(f"/v1/tokens/{made['id']}"), 404, "not_found")
    assert root.delete(f"/v1/tokens/{made['id']}").status_code == 204
    is_of_no_use(with_token(ada, made))


def test_expired_revoked_and_unknown_tokens_are_refused_alike(two: Two) -> None:
    # given a token that expires while the service remembers it, and one that is revoked
    ada = two.here.person()
    short, gone = makes(ada, expires=soon(seconds=1)), makes(ada)
    expired, revoked = with_token(ada, short), with_token(ada, gone)
    assert expired.get("/v1/tokens").status_code == 200
    ada.delete(f"/v1/tokens/{gone['id']}")
    # when they are used, and others that never were
    is_of_no_use(expired)
    wrong = [
        ada.token[:-1] + "~", f"c12_{gone['id']}.x", f"c12_{listed(ada)[0]['id']}.", "c12_.", "c12_%00.x", "x.y", ".",
    ]  # fmt: skip
    strangers = [with_token(ada, {"token": token}) for token in wrong]
    answers = [person.get("/v1/tokens") for person in (expired, revoked, *strangers)]
    # then the refusals are identical
    assert {answer.status_code for answer in answers} == {401}
    assert len({answer.text for answer in answers}) == 1
    assert len({str(sorted(name for name in answer.headers if name != "date")) for answer in answers}) == 1
    # and the expired one is no longer listed
    assert [token["name"] for token in listed(ada)] == ["first"]


def test_tokens_of_earlier_releases_stay_valid(database_url: str) -> None:
    # given the tables of an earlier version, with an organizer and a player
    ada, olga = "11111111-0000-4000-8000-000000000000", "22222222-0000-4000-8000-000000000000"
    with psycopg.connect(database_url) as connection:
        connection.execute("CREATE SCHEMA chronicle")
        connection.execute("SET search_path TO chronicle")
        connection.execute(
            "CREATE TABLE profiles (player uuid PRIMARY KEY, name text NOT NULL, since text NOT NULL);"
            "CREATE TABLE tokens (digest bytea PRIMARY KEY, player uuid NOT NULL REFERENCES profiles (player),"
            " role text NOT NULL, since text NOT NULL)"
        )
        for player, name, role in ((ada, "Ada", "player"), (olga, "Olga", "organizer")):
            connection.execute("INSERT INTO profiles VALUES (%s, %s, '2026-01-01T00:00:00.000000Z')", (player, name))
            connection.execute(
                "INSERT INTO tokens VALUES (sha256(%s), %s, %s, '2026-01-01T00:00:00.000000Z')",
                (f"c12_an-old_token-of-{name}".encode(), player, role),
            )
    # when this version serves it, twice
    for _ in range(2):
        with running(database_url) as api:
            people = {
                name: Person(api.http, {"id": player, "token": f"c12_an-old_token-of-{name}"})
                for name, player in (("Ada", ada), ("Olga", olga))
            }
            # then both authenticate the same players with the same scopes
            (token,) = listed(people["Olga"])
            assert (token["name"], token["current"]) == ("first", True)
            assert token["scopes"] == ["read", "play", "open", "profile", "organize"]
            assert people["Ada"].does("/v1/matches", {"game": "pebbles"})["opener"] == ada
            is_refused(people["Ada"].post("/v1/editions", {"game": "pebbles", "edition": {}}), 403, "not_allowed")
    # and can be revoked
    with running(database_url) as api:
        person = Person(api.http, {"id": ada, "token": "c12_an-old_token-of-Ada"})
        assert person.delete(f"/v1/tokens/{listed(person)[0]['id']}").status_code == 204
        is_refused(person.get("/v1/tokens"), 401, "unauthenticated")
