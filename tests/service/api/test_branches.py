"""Branches of matches that are over."""

import random
import time

import pytest

from domain.audit.source import verify_branch
from domain.audit.verify import verify
from service.settings import Settings
from tests.kit.api import GAMES, Api
from tests.kit.clients import Json, Match, Person, timeless
from tests.kit.problems import is_refused


@pytest.fixture(scope="module")
def over(api: Api) -> Match:
    """A finished match of Queen of 12 with two players."""
    match = api.person().opens("queen_of_12").seats(*api.people(2))
    match.plays_on(random.Random(1))
    return match


def moment(match: Match) -> int:
    """A version in the middle, followed by an action."""
    acted = [event["version"] - 1 for event in match.log() if _action(event)]
    return int(acted[len(acted) // 2])


def _action(event: Json) -> Json:
    return event.get("action") or event.get("sealed", {}).get("secret", {}).get("action")


def branches(match: Match, at: int, by: Person) -> Match:
    return Match(f"/v1/matches/{by.does(f'{match.path}/branches', {'at': at})['id']}", (by,))


def lines(match: Match) -> list[bytes]:
    return match.people[0].get(f"{match.path}/audit").content.splitlines()


def test_a_branch_starts_with_the_state_of_its_version(api: Api, over: Match) -> None:
    # given a version of a match, and a player who had no seat in it
    at, carol = moment(over), api.person("Carol")
    # when she opens a branch there and sits down with a friend
    answer = carol.post(f"{over.path}/branches", {"at": at})
    opened = answer.json()
    assert (answer.status_code, answer.headers["Location"]) == (201, f"/v1/matches/{opened['id']}")
    week = Settings().expires_after
    assert opened["arrangement"] == {"branch_of": {"match": over.id, "version": at}, "expires_after": week}
    assert (opened["phase"], opened["options"]) == ("open", over.now()["options"])
    match = Match(answer.headers["Location"], (carol,)).seats(carol, api.person("Dan"))
    # then they see what was to be seen at that moment
    frame = carol.looks(f"{over.path}/replay", at=at, seat=0)
    assert carol.looks(match.path)["view"] == frame["view"]
    # and play on with other dice, to an end that is proved alone and with the other match's bundle
    match.plays_on(random.Random(2))
    assert match.now()["phase"] == "finished"
    dice, others = (
        [event["data"]["dice"] for event in each.log() if event["type"] == "dice_rolled"] for each in (match, over)
    )
    assert dice != others
    assert verify(lines(match), GAMES).branch_of is not None
    assert verify_branch(lines(match), lines(over), GAMES).match == match.id
    # and it can be branched again, and replayed from its beginning
    again = branches(match, moment(match), carol)
    assert again.seats(carol, api.person()).now()["phase"] == "playing"
    assert carol.looks(f"{match.path}/replay", limit=500)["last"] == match.now()["version"]


def test_a_bot_can_take_a_seat_of_a_branch(api: Api, over: Match) -> None:
    ada = api.person()
    match = branches(over, moment(over), ada)
    for bot in ("sensible", "random"):
        ada.does(f"{match.path}/seats", {"bot": bot})
    assert match.ends()["phase"] == "finished"


def test_a_branch_counts_in_no_scoreboard(api: Api) -> None:
    # given a match, a branch of it that others play, and a match that is played after it
    match = played(*api.people(2))
    players, later = api.people(2), api.people(2)
    practice = branches(match, moment(match), players[0]).seats(*players)
    practice.plays_on(random.Random(2))
    played(*later)
    # when the scoreboard has come to the last one
    while not (counted := matches_of(api, later[0])):
        time.sleep(0.05)
    # then the branch is in no record
    assert (counted, matches_of(api, match.people[0])) == (1, 1)
    assert [matches_of(api, player) for player in players] == [0, 0]


def played(*people: Person) -> Match:
    match = people[0].opens("claim_kingdoms").seats(*people)
    match.plays_on(random.Random(1))
    return match


def matches_of(api: Api, person: Person) -> int:
    lines = api.stranger.looks("/v1/scoreboards/claim_kingdoms", limit=200)["players"]
    return sum(line["record"]["matches"] for line in lines if line["player"] == person.id)


def test_one_key_opens_one_branch(api: Api, over: Match) -> None:
    ada, at = api.person(), moment(over)
    path = f"{over.path}/branches"
    first, second = (ada.does(path, {"at": at}, Idempotency_Key="k") for _ in range(2))
    assert timeless(first) == timeless(second)
    is_refused(ada.post(path, {"at": at + 40}, Idempotency_Key="k"), 422, "key_reused")
    assert ada.does(path, {"at": at})["id"] != first["id"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"at": 0}, 422, "unprocessable"),
        ({"at": -1}, 422, "unprocessable"),
        ({"at": 3}, 422, "unprocessable"),
        ({"at": 10**9}, 422, "unprocessable"),
        ({"at": 2**70}, 422, "unprocessable"),
        ({"at": "7"}, 400, "malformed"),
        ({"at": 1.5}, 400, "malformed"),
        ({"at": None}, 400, "malformed"),
        ({"at": 20, "seat": 0}, 400, "malformed"),
        ({}, 400, "malformed"),
    ],
)
def test_an_invalid_version_of_a_branch_is_refused(api: Api, over: Match, body: Json, status: int, code: str) -> None:
    is_refused(api.person().post(f"{over.path}/branches", body), status, code)


def test_only_finished_matches_have_branches(api: Api, over: Match) -> None:
    ada, bob = api.people(2)
    match = ada.opens("pebbles").seats(ada, bob)
    is_refused(ada.post(f"{match.path}/branches", {"at": 7}), 409, "match_not_over")
    is_refused(api.stranger.post(f"{over.path}/branches", {"at": 20}), 401, "unauthenticated")
    nowhere = "/v1/matches/00000000-0000-4000-8000-000000000000"
    is_refused(ada.post(f"{nowhere}/branches", {"at": 7}), 404, "not_found")


def test_a_branch_belongs_to_no_chronicle(api: Api) -> None:
    # given a match that was played for a chronicle
    ada, bob = api.people(2)
    book = ada.does("/v1/chronicles", {"name": "The Practice"})["id"]
    match = ada.opens("council_of_12", chronicle=book).seats(ada, bob)
    match.plays_on(random.Random(1))
    # when a branch of it is played to its end, too
    practice = branches(match, moment(match), ada).seats(ada, bob)
    practice.plays_on(random.Random(2))
    # then the chronicle tells of one reign
    assert practice.now()["phase"] == "finished"
    assert ada.looks(f"/v1/chronicles/{book}")["totals"]["reigns"] == 1
