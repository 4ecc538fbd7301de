"""Playing whole matches over HTTP."""

import random

import httpx
import pytest

from domain.kernel.receipts import Receipt, is_genuine
from tests.kit import straight
from tests.kit.api import Api
from tests.kit.clients import Json, Match
from tests.kit.problems import is_refused


def played(api: Api, game: str, seats: int) -> tuple[Match, list[Json]]:
    people = api.people(seats)
    match = people[0].opens(game, seats).seats(*people)
    return match, match.plays_on(random.Random(seats))


@pytest.mark.parametrize(("game", "seats"), [("pebbles", 2), ("pebbles", 3), *(("queen_of_12", n) for n in (2, 3, 4))])
def test_a_match_is_played_to_its_end_by_taking_legal_actions(api: Api, game: str, seats: int) -> None:
    # given a full table, when its players take legal actions while a decision is pending
    match, accepted = played(api, game, seats)
    # then the match is finished, and every answer was receipted by the published key for the log's own hash
    now, log = match.now(), match.log()
    assert (now["phase"], now["pending"], len(now["outcome"]["scores"])) == ("finished", [], seats)
    assert log[-1]["version"] == now["version"] == accepted[-1]["version"]
    (published,) = api.stranger.looks("/v1/keys")["keys"]
    for answer in accepted:
        receipt = Receipt(**answer["receipt"])
        assert is_genuine(receipt)
        assert receipt.key == published["key"]
        assert (receipt.match, receipt.version, receipt.hash) == (
            match.id,
            answer["version"],
            log[answer["version"] - 1]["hash"],
        )
    assert [event["hash"] for event in log] == [straight.event_hash(event) for event in log]


@pytest.fixture
def table(api: Api) -> Match:
    """A match of two players before their first choice."""
    people = api.people(2)
    return people[0].opens("pebbles").seats(*people)


def is_refused_there(match: Match, answer: httpx.Response, status: int, code: str) -> Json:
    """Check that a response is this problem, names the state of the match, and that the match has it."""
    body = is_refused(answer, status, code)
    assert (body["match"], body["version"]) == (match.id, match.now()["version"])
    return body


def test_an_illegal_action_is_refused_with_its_rule_and_changes_nothing(table: Match) -> None:
    # given a pebble that another seat holds
    before = table.log()
    (foreign, *_) = table.legal(1)
    # when a player tries to hide it
    body = is_refused_there(table, table.posts(0, foreign), 422, "rule_broken")
    # then the rule is named, and nothing happened
    assert body["rule"] == "1.1"
    assert table.log() == before


def test_a_seat_without_a_pending_decision_has_no_legal_actions(table: Match) -> None:
    first, second, *_ = table.legal(0)
    table.acts(0, first)
    assert table.legal(0) == []
    assert is_refused_there(table, table.posts(0, second), 422, "rule_broken")["rule"] == "1.1"


def test_a_rule_violation_in_queen_of_12_names_the_rule(api: Api) -> None:
    people = api.people(2)
    match = people[0].opens("queen_of_12").seats(*people)
    body = is_refused_there(match, match.posts(0, {"type": "decline"}), 422, "rule_broken")
    assert body["rule"] == "3.1"


def test_acting_requires_a_seat(api: Api, table: Match) -> None:
    carol, version = api.person(), table.now()["version"]
    is_refused(carol.post(f"{table.path}/actions", {"action": table.legal(0)[0]}), 403, "not_seated")
    assert table.now()["version"] == version
    assert carol.looks(f"{table.path}/legal-actions")["actions"] == []


def test_actions_before_the_start_are_refused(api: Api) -> None:
    ada = api.person()
    match = ada.opens("pebbles").seats(ada)
    is_refused_there(match, match.posts(0, {"type": "cheer"}), 409, "match_not_playing")


def test_actions_after_the_end_are_refused(api: Api) -> None:
    match, _ = played(api, "pebbles", 2)
    before = match.log()
    is_refused_there(match, match.posts(0, {"type": "cheer"}), 409, "match_not_playing")
    assert match.legal(0) == []
    assert match.log() == before


def test_legal_actions_are_those_of_the_caller_and_name_their_decision(table: Match) -> None:
    mine = table.people[0].looks(f"{table.path}/legal-actions")
    seen = table.people[0].looks(table.path)
    assert (mine["seat"], mine["version"]) == (0, seen["version"])
    assert mine["decision"] == seen["pending"][0]["decision"] == {"type": "hide_one", "id": "hide_one/1"}
    assert [action["pebble"] for action in mine["actions"] if action["type"] == "hide"] == seen["view"]["hands"]["0"]


def test_an_answer_to_a_closed_decision_is_refused(table: Match) -> None:
    # given a round that is over
    old = table.people[0].looks(f"{table.path}/legal-actions")["decision"]["id"]
    while table.now()["pending"][0]["decision"]["id"] == old:
        table.moves(random.Random(1))
    action = table.legal(0)[0]
    # when a player answers its decision, then that is refused; the open decision can be answered
    late = table.people[0].post(f"{table.path}/actions", {"action": action, "decision": old})
    is_refused_there(table, late, 409, "decision_closed")
    table.people[0].does(f"{table.path}/actions", {"action": action, "decision": "hide_one/2"})


def test_an_action_returns_its_events(table: Match) -> None:
    # given the version before
    before = table.now()["version"]
    # when the last one hides a pebble
    table.acts(0, table.legal(0)[0])
    answer = table.posts(1, table.legal(1)[0])
    # then all events of the action are answered, as the log has them, and the tag is the new version
    body = answer.json()
    assert [event["type"] for event in body["events"]] == ["pebble_hidden", "pebbles_shown"]
    assert body["events"] == table.log(table.people[1])[before + 1 :]
    assert (body["version"], answer.headers["ETag"]) == (before + 3, f'"{before + 3}"')
