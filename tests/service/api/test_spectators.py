"""Public, unlisted and private matches: access in all responses."""

import asyncio
import random
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from service.access.players import register_offline
from tests.kit.api import Api, database, running
from tests.kit.clients import Json, Match, Person
from tests.kit.problems import is_refused
from tests.kit.streams import events, messages, opened
from tests.service.api.test_redaction import World, asked, tried

NOWHERE = "99999999-0000-4000-8000-000000000000"


class League(NamedTuple):
    """A service and one of its organizers."""

    api: Api
    olga: Person


@pytest.fixture(scope="module")
def league(postgres_url: str) -> Iterator[League]:
    with database(postgres_url) as url, running(url) as api:
        registered = asyncio.run(register_offline(url, "Olga", "organizer"))
        yield League(api, Person(api.http, {"id": registered.id, "token": registered.token}))


def opens(opener: Person, **arranged: object) -> Match:
    opened = opener.does("/v1/matches", {"game": "pebbles", **arranged})
    return Match(f"/v1/matches/{opened['id']}", (opener,))


def ids(viewer: Person, path: str = "/v1/matches", **query: str) -> list[str]:
    return [line["id"] for line in viewer.looks(path, limit=200, **query)["matches"]]


def caught_up(api: Api) -> None:
    while any(each["behind"] for each in api.stranger.looks("/health/ready")["projections"].values()):
        pass


@pytest.fixture
def private(league: League) -> Match:
    """A private match under way: Ada opened it and invited Bob."""
    ada, bob = league.api.people(2)
    match = opens(ada, visibility="private", invited=[bob.id])
    return match.seats(ada, bob)


def test_a_private_match_is_not_found_by_others_in_any_request(league: League, private: Match) -> None:
    # given another player with a token, and an anonymous caller
    carol = league.api.person()
    for viewer in (carol, league.api.stranger):
        # when they ask for everything and try everything in the private match, and in one that is not there
        answers = []
        for match in (private, Match(f"/v1/matches/{NOWHERE}", private.people)):
            world = World("", Match(match.path, private.people), carol, viewer)
            found = {**_asked(world, viewer), **tried(world, viewer)}
            answers.append({name.replace(match.id, NOWHERE): answer for name, answer in found.items()})
        # then nothing but the id is different
        for name, nothing in answers[1].items():
            private_one = answers[0][name]
            assert private_one.status_code == nothing.status_code, name
            assert private_one.text.replace(private.id, NOWHERE) == nothing.text, name
            assert {**private_one.headers, "date": ""} == {**nothing.headers, "date": ""}, name
        assert {answer.status_code for answer in answers[1].values()} <= {200, 401, 404, 422}
        lists = [answer.text for name, answer in answers[0].items() if name.startswith(("/v1/matches?", "/v1/players"))]
        assert private.id not in "".join((*lists, answers[0]["/v1/matches"].text))


def _asked(world: World, viewer: Person) -> Json:
    """All requests for a match by its id, streams included."""
    known = World(world.url, _Seen(world.match.path, world.match.people), world.carol, world.stranger)
    found = asked(known, viewer)
    return {**found, "stream": viewer.get(f"{world.match.path}/stream")}


class _Seen(Match, frozen=True):
    """A match with a version known to the test."""

    def now(self) -> Json:
        return {"version": 7}


def test_invited_players_and_organizers_can_see_a_private_match(league: League, private: Match) -> None:
    caught_up(league.api)
    for viewer in (*private.people, league.olga):
        assert viewer.looks(private.path)["id"] == private.id
        assert viewer.looks(f"{private.path}/events")["events"]
        assert viewer.looks(f"{private.path}/replay")["frames"]
        assert private.id in ids(viewer)
        assert private.id in ids(viewer, f"/v1/players/{private.people[0].id}/matches")
        with opened(private, viewer) as answer:
            assert next(events(messages(answer)))["type"] == "match_opened"
    # an organizer has no seat all the same, and takes none
    is_refused(league.olga.post(f"{private.path}/seats"), 409, "match_not_open")
    is_refused(league.olga.post(f"{private.path}/actions", {"action": {"type": "cheer"}}), 403, "not_seated")


def test_only_invited_players_can_take_seats_in_a_private_match(league: League) -> None:
    ada, bob, carol = league.api.people(3)
    match = opens(ada, visibility="private", invited=[bob.id])
    is_refused(carol.post(f"{match.path}/seats"), 404, "not_found")
    is_refused(league.olga.post(f"{match.path}/seats"), 403, "not_allowed")
    match.seats(bob, ada)
    assert bob.looks(match.path)["phase"] == "playing"


def test_an_unlisted_match_is_shown_by_id_and_listed_for_its_participants(league: League) -> None:
    ada, bob = league.api.people(2)
    match = opens(ada, visibility="unlisted").seats(bob)
    caught_up(league.api)
    assert league.api.stranger.looks(match.path)["id"] == match.id
    listed = [match.id in ids(viewer, player=bob.id) for viewer in (ada, bob, league.olga)]
    assert listed == [True] * 3
    for viewer in (league.api.person(), league.api.stranger):
        assert match.id not in ids(viewer)
        assert match.id not in ids(viewer, status="open")
        assert match.id not in ids(viewer, f"/v1/players/{bob.id}/matches")


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_a_finished_match_is_public(league: League, visibility: str) -> None:
    ada, bob = league.api.people(2)
    guests = [bob.id] if visibility == "private" else []
    match = opens(ada, visibility=visibility, invited=guests).seats(ada, bob)
    while match.people[0].looks(match.path)["phase"] == "playing":
        for seat in (0, 1):
            if legal := match.legal(seat):
                match.acts(seat, random.Random(1).choice(legal))
    caught_up(league.api)
    stranger = league.api.stranger
    assert stranger.looks(match.path)["phase"] == "finished"
    assert stranger.get(f"{match.path}/audit").is_success
    assert match.id in ids(stranger)
    assert match.id in ids(stranger, f"/v1/players/{bob.id}/matches")


def test_lists_page_past_hidden_matches(league: League) -> None:
    ada = league.api.person()
    matches = [opens(ada, visibility=each).seats(ada) for each in ("public", "private", "public", "unlisted", "public")]
    caught_up(league.api)
    found: list[str] = []
    after: dict[str, str] = {}
    path = f"/v1/players/{ada.id}/matches"
    while page := league.api.stranger.looks(path, limit=1, **after):
        found += [line["id"] for line in page["matches"]]
        if page["next"] is None:
            break
        after = {"after": page["next"]}
    assert found == [matches[number].id for number in (4, 2, 0)]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"invited": [NOWHERE]}, 422, "unprocessable"),
        ({"visibility": "private", "invited": [NOWHERE, NOWHERE]}, 422, "unprocessable"),
        ({"visibility": "private", "invited": ["Bob"]}, 400, "malformed"),
        ({"visibility": "secret"}, 400, "malformed"),
        ({"delay": 1001}, 422, "unprocessable"),
    ],
)
def test_invalid_settings_of_a_match_are_refused(league: League, body: Json, status: int, code: str) -> None:
    is_refused(league.api.person().post("/v1/matches", {"game": "pebbles", **body}), status, code)
