"""Lists over HTTP follow the log."""

import random
import time
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from tests.kit.api import Api, database, running
from tests.kit.clients import Json, Match, Person

ELSEWHERE = "99999999-0000-4000-8000-000000000000"


@pytest.fixture(scope="module")
def api(postgres_url: str) -> Iterator[Api]:
    with database(postgres_url) as url, running(url) as api:
        yield api


def sooner_or_later(look: Callable[[], Json], expected: Json) -> None:
    """Poll until the condition holds: lists follow the log."""
    end = time.monotonic() + 20
    while (seen := look()) != expected:
        assert time.monotonic() < end, seen
        time.sleep(0.01)


def played(api: Api) -> Match:
    people = api.people(2)
    match = people[0].opens("pebbles").seats(*people)
    match.plays_on(random.Random(1))
    return match


def test_a_list_entry_agrees_with_the_match(api: Api) -> None:
    # given a finished match
    match = played(api)
    now = match.now()
    person = match.people[0]
    # then both lists come to show what the match itself says
    for look in (
        partial(api.stranger.looks, "/v1/matches", player=person.id),
        partial(api.stranger.looks, f"/v1/players/{person.id}/matches"),
    ):
        sooner_or_later(partial(versions, look), [now["version"]])
        (line,) = look()["matches"]
        assert [line[name] for name in ("id", "game", "phase")] == [match.id, "pebbles", "finished"]
        assert line["opened_at"] == now["opened_at"]
        assert line["outcome"]["ranking"] == now["outcome"]["ranking"]
        assert line["seats"] == [{"seat": seat, "player": each.id} for seat, each in enumerate(match.people)]


def phases(answer: Json) -> list[str]:
    return [line["phase"] for line in answer["matches"]]


def versions(look: Callable[[], Json]) -> list[int]:
    return [line["version"] for line in look()["matches"]]


def test_matches_are_found_by_game_and_status_page_by_page(api: Api) -> None:
    # given a player who opened one match and has seats in three
    person, other = api.people(2)
    ids = [person.opens("pebbles").seats(person).id for _ in range(2)]
    ids.append(person.opens("pebbles").seats(person, other).id)
    path = f"/v1/players/{person.id}/matches"
    sooner_or_later(lambda: phases(api.stranger.looks(path)), ["playing", "open", "open"])
    # then the newest come first, and the next page goes on
    first = api.stranger.looks(path, limit=2)
    second = api.stranger.looks(path, limit=2, after=first["next"])
    assert [line["id"] for line in (*first["matches"], *second["matches"])] == ids[::-1]
    assert second["next"] is None
    # and every condition narrows the list
    found = api.stranger.looks("/v1/matches", game="pebbles", status="open", player=person.id)
    assert [line["id"] for line in found["matches"]] == ids[1::-1]
    assert api.stranger.looks("/v1/matches", game="queen_of_12", player=person.id)["matches"] == []


def test_players_find_their_own_unlisted_matches(api: Api) -> None:
    # given a private match with a tag, and a public one that is followed with a delay
    ada, bob = api.people(2)
    body = {"game": "pebbles", "seats": 2, "tags": ["cup"]}
    hidden = Match(f"/v1/matches/{ada.does('/v1/matches', {**body, 'visibility': 'private'})['id']}", (ada,)).seats(ada)
    delayed = Match(f"/v1/matches/{ada.does('/v1/matches', {**body, 'delay': 2})['id']}", (ada,)).seats(ada)

    def found(by: Person) -> Json:
        return [(line["id"], line["version"]) for line in by.looks("/v1/matches", tag="cup", player=ada.id)["matches"]]

    # then only its players find the private match, and the delayed one is listed without its version
    sooner_or_later(lambda: found(ada), [(delayed.id, None), (hidden.id, 2)])
    for other in (bob, api.stranger):
        assert found(other) == [(delayed.id, None)]
    assert [line["id"] for line in ada.looks(f"/v1/players/{ada.id}/matches")["matches"]] == [delayed.id, hidden.id]
    # and every kind of condition may be asked for
    since = delayed.now()["opened_at"]
    query = {"since": since, "game": "pebbles", "edition": delayed.now()["edition"], "tag": "cup", "min_length": 0}
    assert api.stranger.looks("/v1/matches", **query, min_score=0)["matches"] == []


def test_the_scoreboard_names_its_players(api: Api) -> None:
    match = played(api)
    scores = match.now()["outcome"]["scores"]
    expected = {(person.id, f"Person {seat}"): scores[seat] for seat, person in enumerate(match.people)}

    def totals() -> Json:
        players = api.stranger.looks("/v1/scoreboards/pebbles", limit=200)["players"]
        return {
            (line["player"], line["name"]): line["record"]["total"]
            for line in players
            if line["player"] in {person.id for person in match.people}
        }

    sooner_or_later(totals, expected)


def test_players_have_records_opponents_and_ratings(api: Api) -> None:
    # given a match between two people
    match = played(api)
    one, other = match.people
    ranking = match.now()["outcome"]["ranking"]
    won = [ranking[0] < ranking[1], ranking[1] < ranking[0]]

    def record(person: Person) -> Json:
        return [
            (each["game"], each["played"]) for each in api.stranger.looks(f"/v1/players/{person.id}/record")["games"]
        ]

    # then both have a record, and each is the other's opponent
    for person, opponent, has_won in ((one, other, won[0]), (other, one, won[1])):
        sooner_or_later(partial(record, person), [("pebbles", 1)])
        shown = api.stranger.looks(f"/v1/players/{person.id}/record")
        assert shown["name"] == f"Person {match.people.index(person)}"
        assert shown["games"][0]["won"] == has_won
        (line,) = api.stranger.looks(f"/v1/players/{person.id}/opponents", game="pebbles")["opponents"]
        assert (line["opponent"], line["name"]) == (opponent.id, f"Person {match.people.index(opponent)}")
        assert line["record"]["won"] == has_won

    # and both are rated, the better one higher
    def rated() -> Json:
        lines = api.stranger.looks("/v1/ratings/pebbles", limit=200)["players"]
        return {line["player"]: line["rating"]["mu"] > 25 for line in lines if line["player"] in {one.id, other.id}}

    sooner_or_later(rated, {one.id: won[0], other.id: won[1]})
    found = api.stranger.looks("/v1/ratings/pebbles", limit=1)
    assert found["model"].startswith("openskill")
    assert api.stranger.looks("/v1/ratings/pebbles", limit=1, after=found["next"])["players"][0]["place"] >= 1


def test_a_game_played_in_pairs_has_a_scoreboard_of_pairs(api: Api) -> None:
    # given a match of four
    people = api.people(4)
    match = people[0].opens("player_12", 4).seats(*people)
    match.plays_on(random.Random(1))
    outcome = match.now()["outcome"]
    pairs = [people[0::2], people[1::2]]

    # then the scoreboard of pairs shows both teams with names and goals for and against
    def goals() -> Json:
        lines = api.stranger.looks("/v1/scoreboards/player_12/pairs")["pairs"]
        return {
            frozenset(zip(line["players"], line["names"], strict=True)): (
                line["record"]["goals_for"],
                line["record"]["goals_against"],
            )
            for line in lines
        }

    expected = {
        frozenset((person.id, f"Person {people.index(person)}") for person in pair): (
            outcome["goals"][team],
            outcome["goals"][1 - team],
        )
        for team, pair in enumerate(pairs)
    }
    sooner_or_later(goals, expected)
    # and pages of it go on
    first = api.stranger.looks("/v1/scoreboards/player_12/pairs", limit=1)
    second = api.stranger.looks("/v1/scoreboards/player_12/pairs", limit=1, after=first["next"])
    assert {first["pairs"][0]["record"]["won"], second["pairs"][0]["record"]["won"]} == {0, 1}
    assert second["next"] is None
    # and a cursor of pairs is none of people
    assert api.stranger.get("/v1/scoreboards/player_12", after=first["next"]).json()["code"] == "malformed"


def test_claim_kingdoms_has_a_scoreboard_of_points_and_margins(api: Api) -> None:
    people = api.people(2)
    match = people[0].opens("claim_kingdoms").seats(*people)
    match.plays_on(random.Random(1))
    one, other = match.now()["outcome"]["scores"]

    def margins() -> Json:
        lines = api.stranger.looks("/v1/scoreboards/claim_kingdoms")["players"]
        return {line["player"]: (line["record"]["points"], line["record"]["margin"]) for line in lines}

    sooner_or_later(margins, {people[0].id: (one, one - other), people[1].id: (other, other - one)})


def test_a_scoreboard_can_be_limited_to_some_matches(api: Api) -> None:
    # given a match of a league
    people = api.people(2)
    body = {"game": "queen_of_12", "seats": 2, "options": {"sheet": "B"}, "tags": ["cup"]}
    match = Match(f"/v1/matches/{people[0].does('/v1/matches', body)['id']}", people).seats(*people)
    match.plays_on(random.Random(1))
    now = match.now()
    month = match.log()[-1]["at"][:7]

    def listed(**asked: str | int) -> Json:
        lines = api.stranger.looks("/v1/scoreboards/queen_of_12", **asked)["players"]
        return sorted(line["record"]["total"] for line in lines)

    # then it is in every board that it belongs to
    scores = sorted(now["outcome"]["scores"])
    sooner_or_later(listed, scores)
    for asked in ({"tag": "cup"}, {"seats": 2}, {"side": "B"}, {"edition": now["edition"]}, {"period": month}):
        assert listed(**asked) == scores
    assert listed(period=month, tag="cup") == scores
    # and in no other
    for other in ({"tag": "league"}, {"seats": 3}, {"side": "A"}, {"edition": "none"}, {"period": "2012-12"}):
        assert listed(**other) == []


def test_bots_have_a_separate_scoreboard(api: Api) -> None:
    match = api.person().opens_for_bots("pebbles", "random", "highest")
    sooner_or_later(lambda: match.now()["phase"], "finished")
    sooner_or_later(
        lambda: {line["bot"] for line in api.stranger.looks("/v1/scoreboards/pebbles")["bots"]}, {"random", "highest"}
    )


@pytest.mark.parametrize(
    ("path", "query", "status", "code"),
    [
        ("/v1/matches", {"game": "chess"}, 404, "not_found"),
        ("/v1/scoreboards/chess", {}, 404, "not_found"),
        ("/v1/scoreboards/chess/pairs", {}, 404, "not_found"),
        ("/v1/scoreboards/claim_kingdoms/pairs", {}, 404, "not_found"),
        ("/v1/scoreboards/player_12/pairs", {"after": "nowhere"}, 400, "malformed"),
        (f"/v1/players/{ELSEWHERE}/matches", {}, 404, "not_found"),
        ("/v1/players/nobody/matches", {}, 404, "not_found"),
        ("/v1/matches", {"status": "lost"}, 400, "malformed"),
        ("/v1/matches", {"player": "nobody"}, 400, "malformed"),
        ("/v1/matches", {"limit": 0}, 400, "malformed"),
        ("/v1/matches", {"limit": 201}, 400, "malformed"),
        ("/v1/matches", {"limit": "all"}, 400, "malformed"),
        ("/v1/matches", {"after": "nowhere"}, 400, "malformed"),
        ("/v1/matches", {"after": "WyJcdTAwMDAiLDFd"}, 400, "malformed"),
        ("/v1/matches", {"since": "2026-12-01T00:00:00Z", "until": "2026-11-01T00:00:00Z"}, 422, "unprocessable"),
        ("/v1/matches", {"since": "2026-12-01T00:00:00"}, 400, "malformed"),
        ("/v1/matches", {"since": "0001-01-01T00:00:00+14:00"}, 400, "malformed"),
        ("/v1/matches", {"since": "yesterday"}, 400, "malformed"),
        ("/v1/matches", {"min_length": 5, "max_length": 4}, 422, "unprocessable"),
        ("/v1/matches", {"min_length": -1}, 400, "malformed"),
        ("/v1/matches", {"game": "pebbles", "min_score": 5, "max_score": 4}, 422, "unprocessable"),
        ("/v1/matches", {"min_score": 5}, 422, "unprocessable"),
        ("/v1/matches", {"edition": "standard"}, 422, "unprocessable"),
        ("/v1/matches", {"game": "pebbles", "edition": "\0"}, 400, "malformed"),
        ("/v1/matches", {"tag": "No Tag"}, 422, "unprocessable"),
        (f"/v1/players/{ELSEWHERE}/matches", {"after": "nowhere"}, 400, "malformed"),
        (f"/v1/players/{ELSEWHERE}/record", {}, 404, "not_found"),
        (f"/v1/players/{ELSEWHERE}/opponents", {"game": "pebbles"}, 404, "not_found"),
        (f"/v1/players/{ELSEWHERE}/opponents", {"game": "chess"}, 404, "not_found"),
        (f"/v1/players/{ELSEWHERE}/opponents", {}, 400, "malformed"),
        (f"/v1/players/{ELSEWHERE}/opponents", {"game": "pebbles", "after": "nowhere"}, 400, "malformed"),
        ("/v1/ratings/chess", {}, 404, "not_found"),
        ("/v1/ratings/council_of_12", {}, 404, "not_found"),
        ("/v1/ratings/pebbles", {"after": "nowhere"}, 400, "malformed"),
        ("/v1/scoreboards/pebbles", {"period": "2026-13"}, 422, "unprocessable"),
        ("/v1/scoreboards/pebbles", {"period": "2026"}, 422, "unprocessable"),
        ("/v1/scoreboards/pebbles", {"tag": "cup", "seats": 2}, 422, "unprocessable"),
        ("/v1/scoreboards/pebbles", {"tag": "No Tag"}, 422, "unprocessable"),
        ("/v1/scoreboards/pebbles", {"seats": 9}, 422, "unprocessable"),
        ("/v1/scoreboards/pebbles", {"side": "A"}, 422, "unprocessable"),
        ("/v1/scoreboards/queen_of_12", {"side": "C"}, 422, "unprocessable"),
        ("/v1/scoreboards/council_of_12", {"scenario": "may day"}, 422, "unprocessable"),
        ("/v1/scoreboards/pebbles", {"edition": "\0"}, 400, "malformed"),
        ("/v1/scoreboards/player_12/pairs", {"period": "never"}, 422, "unprocessable"),
        ("/v1/scoreboards/pebbles", {"after": "nowhere"}, 400, "malformed"),
        ("/v1/scoreboards/pebbles", {"limit": -1}, 400, "malformed"),
    ],
)
def test_invalid_list_requests_are_refused(
    api: Api, path: str, query: dict[str, str | int], status: int, code: str
) -> None:
    answer = api.stranger.get(path, **query)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.headers["content-type"].startswith("application/problem+json")


def test_a_cursor_of_another_list_is_refused(api: Api) -> None:
    person = api.person()
    for _ in range(2):
        person.opens("pebbles").seats(person)
    path = f"/v1/players/{person.id}/matches"
    sooner_or_later(lambda: len(api.stranger.looks(path)["matches"]), 2)
    cursor = api.stranger.looks(path, limit=1)["next"]
    assert api.stranger.get("/v1/scoreboards/pebbles", after=cursor).json()["code"] == "malformed"
