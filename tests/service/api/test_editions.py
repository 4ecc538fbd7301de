"""Published editions: publication, use in matches, inclusion in bundles."""

import asyncio
import random
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

from domain.audit.verify import verify
from domain.games.queen_of_12 import GAME as QUEEN
from service.access.players import register_offline
from service.clock import editions_id
from tests.kit import straight
from tests.kit.api import COMMAND, GAMES, ROOT, Api, database, environment, process, running
from tests.kit.clients import Json, Match, Person
from tests.kit.editions import Path as Place
from tests.kit.editions import put, written
from tests.kit.problems import is_refused
from tests.toy.game import GAME as PEBBLES


class League(NamedTuple):
    """A service and one of its organizers."""

    api: Api
    olga: Person
    url: str


def organizer(api: Api, url: str) -> Person:
    registered = asyncio.run(register_offline(url, "Olga", "organizer"))
    return Person(api.http, {"id": registered.id, "token": registered.token})


@pytest.fixture(scope="module")
def league(postgres_url: str) -> Iterator[League]:
    with database(postgres_url) as url, running(url) as api:
        yield League(api, organizer(api, url), url)


def pebbles(name: str, faces: int = 20) -> Json:
    return {"game": "pebbles", "edition": written(PEBBLES, name, faces=faces)}


def plays(api: Api, game: str, edition: str) -> Match:
    """Play a match of two players with an edition to its end."""
    people = api.people(2)
    opened = people[0].does("/v1/matches", {"game": game, "edition": edition})
    match = Match(f"/v1/matches/{opened['id']}", (people[0],)).seats(*people)
    match.plays_on(random.Random(1))
    return match


def test_a_published_edition_is_returned_with_its_digest_and_listed(league: League) -> None:
    # when an organizer publishes an edition
    body = pebbles("listed")
    answer = league.olga.post("/v1/editions", body)
    # then it has the digest of its data, a place of its own, and a line in the game
    published = answer.json()
    assert answer.status_code == 201
    assert answer.headers["Location"] == f"/v1/games/pebbles/editions/{published['digest']}"
    assert published["digest"] == straight.sha256(straight.canonical_json(body["edition"]))
    assert (published["name"], published["publisher"]) == ("listed", league.olga.id)
    lines = league.api.stranger.looks("/v1/games/pebbles")["editions"]
    assert {"default": False} | {key: published[key] for key in ("name", "digest", "publisher", "at")} in lines
    assert [line["name"] for line in lines if line["default"]] == ["standard"]


def test_a_published_edition_is_shown_by_name_and_by_digest(league: League) -> None:
    body = pebbles("shown")
    digest = league.olga.does("/v1/editions", body)["digest"]
    for word in ("shown", digest):
        shown = league.api.stranger.looks(f"/v1/games/pebbles/editions/{word}")
        assert shown["edition"] == body["edition"]
        assert (shown["digest"], shown["publisher"]) == (digest, league.olga.id)
        assert shown["origins"] == [{"part": "faces", "source": "reconstructed"}]
    is_refused(league.api.stranger.get("/v1/games/queen_of_12/editions/shown"), 404, "not_found")


def test_an_included_edition_states_the_source_of_every_value(league: League) -> None:
    shown = league.api.stranger.looks("/v1/games/queen_of_12/editions/standard")
    by_digest = league.api.stranger.looks(f"/v1/games/queen_of_12/editions/{shown['digest']}")
    assert shown == by_digest
    assert {"part": "sheets", "source": "reconstructed"} in shown["origins"]
    assert {line["part"].partition("/")[0] for line in shown["origins"]} | {"name", "sources"} == set(shown["edition"])


def test_publishing_the_same_data_again_returns_the_same_response(league: League) -> None:
    first = league.olga.post("/v1/editions", pebbles("again"))
    again = organizer(league.api, league.url).post("/v1/editions", pebbles("again"))
    assert (first.status_code, first.content) == (again.status_code, again.content)
    names = [line["name"] for line in league.api.stranger.looks("/v1/games/pebbles")["editions"]]
    assert names.count("again") == 1


def test_an_edition_name_is_unique(league: League) -> None:
    league.olga.does("/v1/editions", pebbles("taken", 20))
    is_refused(league.olga.post("/v1/editions", pebbles("taken", 19)), 409, "edition_name_taken")
    is_refused(league.olga.post("/v1/editions", pebbles("standard", 19)), 409, "edition_name_taken")


def test_only_organizers_can_publish_editions(league: League) -> None:
    is_refused(league.api.person().post("/v1/editions", pebbles("mine")), 403, "not_allowed")
    is_refused(league.api.stranger.post("/v1/editions", pebbles("mine")), 401, "unauthenticated")


@pytest.mark.parametrize(
    ("place", "new", "reason"),
    [
        (("cards", "golem", "number"), "eight", "cards/golem/number: Expected `int`"),
        (("cards", "golem", "number"), 3, "golem has the number of machine and might touch the same dice"),
        (("cards", "golem", "pionts"), 3, "cards/golem/pionts: unknown field"),
        (("sources", "cards"), "a friend", "sources/cards: Invalid enum value 'a friend'"),
        (("rounds",), 2**60, "rounds: must be an integer of at most 2**53 - 1"),
    ],
)
def test_an_unplayable_edition_is_refused_with_the_card_and_the_reason(
    league: League, place: Place, new: object, reason: str
) -> None:
    data = written(QUEEN, "broken")
    put(data, place, new)
    body = is_refused(league.olga.post("/v1/editions", {"game": "queen_of_12", "edition": data}), 422, "edition_unfit")
    assert reason in body["detail"]
    assert "broken" not in str(league.api.stranger.looks("/v1/games/queen_of_12")["editions"])


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"game": "chess", "edition": {}}, 422, "unknown_game"),
        ({"game": "pebbles", "edition": {}}, 422, "edition_unfit"),
        ({"game": "pebbles", "edition": {"a": [[[[[[]]]]]]}}, 422, "edition_unfit"),
        ({"game": "pebbles", "edition": []}, 400, "malformed"),
        ({"game": "pebbles"}, 400, "malformed"),
        (pebbles("large") | {"more": 1}, 400, "malformed"),
        ({"game": "pebbles", "edition": {"name": "x" * 70_000}}, 413, "body_too_large"),
    ],
)
def test_an_invalid_edition_is_refused(league: League, body: Json, status: int, code: str) -> None:
    is_refused(league.olga.post("/v1/editions", body), status, code)


def test_a_match_can_use_a_published_edition_by_name_and_by_digest(league: League) -> None:
    # given an edition whose every die shows the same
    digest = league.olga.does("/v1/editions", pebbles("one-faced", 1))["digest"]
    for word in ("one-faced", digest):
        # when a match is played with it
        match = plays(league.api, "pebbles", word)
        # then its dice are the edition's, and the match says so
        now = match.now()
        assert (now["edition"], now["edition_digest"], now["phase"]) == ("one-faced", digest, "finished")
        assert [event["data"]["die"] for event in match.log() if event["type"] == "pebbles_shown"] == [1] * 3
        # and its replay ends as it did
        assert league.api.stranger.looks(f"{match.path}/replay", at=now["version"])["view"] == now["view"]


def test_an_unknown_edition_is_refused(league: League) -> None:
    for word in ("nobodys", "0" * 64):
        refused = league.api.person().post("/v1/matches", {"game": "pebbles", "edition": word})
        is_refused(refused, 422, "unknown_edition")


def test_the_bundle_contains_the_edition_and_is_verified_offline(league: League, tmp_path: Path) -> None:
    # given a match of Queen of 12 with an edition of an owner, its cards in an order of his own
    data = written(QUEEN, "worker-five")
    data["cards"] = dict(reversed(data["cards"].items()))
    put(data, ("cards", "worker", "points"), 5)
    league.olga.does("/v1/editions", {"game": "queen_of_12", "edition": data})
    match = plays(league.api, "queen_of_12", "worker-five")
    # when its bundle is verified offline
    bundle = tmp_path / "match.jsonl"
    bundle.write_bytes(league.api.stranger.get(f"{match.path}/audit").content)
    proof = verify(bundle.read_bytes().splitlines(), GAMES)
    ended = subprocess.run(  # noqa: S603 -- our own command
        [*COMMAND, "verify", str(bundle)], cwd=ROOT, env=environment(), capture_output=True, text=True, check=False
    )
    # then it is proved, and whose edition it was is said
    assert (proof.outcome, proof.owners_edition) == (match.now()["outcome"], "worker-five")
    assert ended.returncode == 0, ended.stderr
    assert "with the published edition 'worker-five'" in ended.stdout


def test_the_stream_of_editions_is_not_a_match(league: League) -> None:
    league.olga.does("/v1/editions", pebbles("no-match"))
    is_refused(league.api.stranger.get(f"/v1/matches/{editions_id(PEBBLES.key)}"), 404, "not_found")


def test_projections_ignore_published_editions(league: League) -> None:
    league.olga.does("/v1/editions", pebbles("unlisted"))
    match = plays(league.api, "pebbles", "unlisted")
    listed = league.api.stranger.looks("/v1/matches", status="finished", game="pebbles")
    for _ in range(600):
        if match.id in {line["id"] for line in listed["matches"]}:
            break
        time.sleep(0.05)
        listed = league.api.stranger.looks("/v1/matches", status="finished", game="pebbles")
    assert match.id in {line["id"] for line in listed["matches"]}


def test_every_process_finds_a_published_edition_even_after_a_restart(postgres_url: str, tmp_path: Path) -> None:
    with ExitStack() as stack:
        # given two processes on one database, and an edition that one of them published
        url = stack.enter_context(database(postgres_url))
        one, other = (stack.enter_context(process(tmp_path, CHRONICLE_DATABASE_URL=url)) for _ in range(2))
        olga = organizer(one.api, url)
        data = {"game": "queen_of_12", "edition": written(QUEEN, "shared", first_line_bonus=9)}
        digest = olga.does("/v1/editions", data)["digest"]
        # when the other is asked for it, opens a match with it, and the first plays on
        assert other.api.stranger.looks("/v1/games/queen_of_12/editions/shared")["digest"] == digest
        people = other.api.people(2)
        opened = people[0].does("/v1/matches", {"game": "queen_of_12", "edition": "shared"})
        there = Match(f"/v1/matches/{opened['id']}", (people[0],)).seats(*people)
        here = there.over(one.api.http)
        rng = random.Random(1)
        for _ in range(5):
            here.moves(rng)
            there.moves(rng)
        # and both are restarted
        for served in (one, other):
            served.stop()
            served.start()
        # then the match goes on to its end, and is proved
        here = there.over(one.api.http)
        here.plays_on(rng)
        lines = other.api.stranger.get(f"{there.path}/audit").content.splitlines()
        assert verify(lines, GAMES).owners_edition == "shared"


def test_concurrent_publications_agree_or_report_a_taken_name(league: League) -> None:
    # given concurrent publications under one name, half of them with the same data
    bodies = [pebbles("raced", faces) for faces in (2, 3)] * 4
    with ThreadPoolExecutor(len(bodies)) as threads:
        answers = list(threads.map(lambda body: league.olga.post("/v1/editions", body), bodies))
    # then one edition has it
    accepted = {answer.content for answer in answers if answer.status_code == 201}
    assert len(accepted) == 1
    assert sorted(answer.status_code for answer in answers) == [201] * 4 + [409] * 4
