"""Replays and audit bundles."""

import json
import random

import pytest

from domain.audit.verify import verify
from tests.kit import straight
from tests.kit.api import GAMES, Api
from tests.kit.clients import Json, Match
from tests.kit.problems import is_refused


@pytest.fixture(scope="module")
def over(api: Api) -> Match:
    """A finished match."""
    people = api.people(2)
    match = people[0].opens("queen_of_12").seats(*people)
    match.plays_on(random.Random(3))
    return match


@pytest.fixture
def under_way(api: Api) -> Match:
    people = api.people(2)
    match = people[0].opens("pebbles").seats(*people)
    match.acts(0, match.legal(0)[0])
    return match


def frames(match: Match, limit: int, **query: int) -> list[Json]:
    viewer, found = match.people[0], list[Json]()
    while page := viewer.looks(f"{match.path}/replay", after=len(found), limit=limit, **query)["frames"]:
        found += page
    return found


def test_a_replay_has_a_frame_for_every_event(over: Match) -> None:
    # when a match is replayed, in pages
    replayed = frames(over, 100)
    # then each event of the log has a frame, views start with the match, and the last shows its end
    assert [frame["event"] for frame in replayed] == over.log()
    assert [frame["version"] for frame in replayed] == list(range(1, over.now()["version"] + 1))
    started = [frame["event"]["type"] for frame in replayed].index("match_started")
    assert ["view" in frame for frame in replayed] == [number >= started for number in range(len(replayed))]
    assert replayed[-1]["view"] == over.now()["view"]


def test_pages_of_a_replay_do_not_depend_on_their_size(over: Match) -> None:
    page = over.people[0].looks(f"{over.path}/replay", after=10, limit=3)
    assert [frame["version"] for frame in page["frames"]] == [11, 12, 13]
    assert (page["next"], page["last"]) == (13, over.now()["version"])
    assert page["frames"] == frames(over, 500)[10:13]


def test_a_single_version_returns_its_frame(over: Match) -> None:
    whole = frames(over, 500)
    for version in (1, 2, 20, len(whole)):
        assert over.people[0].looks(f"{over.path}/replay", at=version) == whole[version - 1]


def test_a_version_after_the_last_is_not_found(over: Match) -> None:
    last = over.now()["version"]
    is_refused(over.people[0].get(f"{over.path}/replay", at=last + 1), 404, "not_found")


def test_the_view_of_a_seat_shows_only_its_own_secrets(over: Match) -> None:
    # when an anonymous caller replays a finished match from the view of a seat
    seen = frames(Match(over.path, (type(over.people[0])(over.people[0].http),)), 500, seat=1)
    # then what the other laid face down stays face down, as it was for that seat
    sealed = [frame["event"]["sealed"] for frame in seen if "sealed" in frame["event"]]
    assert sealed
    assert all(("secret" in seal) == (seal["seats"] == [1]) for seal in sealed)
    chosen = [each for frame in seen if "view" in frame for each in frame["view"]["seats"] if "chosen" in each]
    assert {each["seat"] for each in chosen} == {1}


def test_the_views_of_other_seats_are_available_only_after_the_end(under_way: Match, api: Api) -> None:
    own = under_way.people[0].looks(f"{under_way.path}/replay", seat=0, limit=500)
    assert own == under_way.people[0].looks(f"{under_way.path}/replay", limit=500)
    is_refused(under_way.people[0].get(f"{under_way.path}/replay", seat=1), 403, "not_allowed")
    is_refused(api.stranger.get(f"{under_way.path}/replay", seat=0), 403, "not_allowed")
    is_refused(under_way.people[0].get(f"{under_way.path}/replay", seat=2), 422, "unknown_seat")


def test_a_replay_of_a_match_under_way_ends_with_what_the_viewer_sees_now(under_way: Match) -> None:
    for person in under_way.people:
        replayed = person.looks(f"{under_way.path}/replay", limit=500)["frames"]
        assert replayed[-1]["view"] == person.looks(under_way.path)["view"]
        assert [frame["event"] for frame in replayed] == under_way.log(person)


def test_a_bundle_is_available_only_after_the_end(under_way: Match) -> None:
    for person in under_way.people:
        is_refused(person.get(f"{under_way.path}/audit"), 409, "match_not_over")


def test_the_bundle_of_a_match_verifies(over: Match, api: Api) -> None:
    # given the bundle, the published key, and what the log said
    answer = api.stranger.get(f"{over.path}/audit")
    lines, key = answer.content.splitlines(), api.stranger.looks("/v1/keys")["keys"][0]["key"]
    # then it verifies, and is the log that everybody saw
    assert answer.headers["Content-Type"].startswith("application/x-ndjson")
    proof = verify(lines, GAMES, trusted_key=key)
    assert (proof.match, proof.events) == (over.id, over.now()["version"])
    assert proof.outcome == over.now()["outcome"]
    assert [json.loads(line)["event"] for line in lines[1:-1]] == over.log()


def test_the_bundle_of_a_match_that_never_started_verifies(api: Api) -> None:
    ada = api.person()
    match = ada.opens("pebbles").seats(ada)
    ada.does(f"{match.path}/abandonment")
    lines = api.stranger.get(f"{match.path}/audit").content.splitlines()
    assert verify(lines, GAMES).outcome is None
    assert json.loads(lines[-1])["phase"] == "abandoned"


def test_the_revealed_secret_matches_the_commitment(over: Match) -> None:
    (revealed,) = [event for event in over.log() if event["type"] == "secret_revealed"]
    assert straight.sha256(bytes.fromhex(revealed["data"]["secret"])) == over.now()["commitment"]


def test_every_seal_is_open_after_the_end_and_matches_its_commitment(over: Match) -> None:
    sealed = [event["sealed"] for event in over.log() if "sealed" in event]
    assert len(sealed) > 20
    for seal in sealed:
        assert straight.seal(bytes.fromhex(seal["salt"]), seal["secret"]) == seal["commitment"]


def test_a_range_of_a_replay_ends_at_the_given_version(over: Match) -> None:
    viewer, whole = over.people[0], frames(over, 500)
    page = viewer.looks(f"{over.path}/replay", after=10, until=14)
    assert page == {"frames": whole[10:14], "next": 14, "last": 14}
    # and pages of it follow each other
    first = viewer.looks(f"{over.path}/replay", after=10, until=14, limit=3)
    assert (first["next"], first["last"]) == (13, 14)
    assert viewer.looks(f"{over.path}/replay", after=13, until=14, limit=3)["frames"] == whole[13:14]
    # and a range that reaches beyond the match ends with it
    assert viewer.looks(f"{over.path}/replay", after=10, until=9999, limit=500)["frames"] == whole[10:]


def test_a_range_that_ends_before_it_begins_is_refused(over: Match) -> None:
    is_refused(over.people[0].get(f"{over.path}/replay", after=10, until=9), 400, "malformed")
    assert over.people[0].looks(f"{over.path}/replay", after=10, until=10)["frames"] == []


def test_a_round_of_a_replay_starts_with_its_dice(over: Match) -> None:
    # given the versions at which rounds begin, from the log
    begins = {each["data"]["round"]: each["version"] for each in over.log() if each["type"] == "dice_rolled"}
    whole = frames(over, 500)
    # when each round is replayed
    replayed = {number: over.people[0].looks(f"{over.path}/replay", round=number, limit=500) for number in range(13)}
    # then together they are the match, each from its dice on, round 0 being what came before
    assert [frame for page in replayed.values() for frame in page["frames"]] == whole
    assert {number: replayed[number]["frames"][0]["version"] for number in begins} == begins
    assert replayed[0]["frames"][0]["version"] == 1
    assert all(page["next"] == page["last"] for page in replayed.values())


def test_a_round_can_be_paged_through(over: Match) -> None:
    viewer = over.people[0]
    whole = viewer.looks(f"{over.path}/replay", round=3, limit=500)["frames"]
    first = viewer.looks(f"{over.path}/replay", round=3, limit=2)
    rest = viewer.looks(f"{over.path}/replay", round=3, after=first["next"], limit=500)
    assert first["frames"] + rest["frames"] == whole


def test_an_unknown_round_is_not_found(over: Match, under_way: Match) -> None:
    is_refused(over.people[0].get(f"{over.path}/replay", round=13), 404, "not_found")
    # and a game that tells of no rounds has what came before them only
    assert under_way.people[0].looks(f"{under_way.path}/replay", round=0)["frames"]
    is_refused(under_way.people[0].get(f"{under_way.path}/replay", round=1), 404, "not_found")
    is_refused(over.people[0].get(f"{over.path}/replay", round=-1), 400, "malformed")
