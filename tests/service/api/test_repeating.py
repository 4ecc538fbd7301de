"""Retries and preconditions: `Idempotency-Key` and `If-Match` on all commands of a match."""

import random

import pytest

from tests.kit.api import Api, database, running
from tests.kit.clients import Match
from tests.kit.problems import is_refused


@pytest.fixture
def table(api: Api) -> Match:
    people = api.people(2)
    return people[0].opens("pebbles").seats(*people)


def test_one_key_executes_an_action_once(table: Match) -> None:
    # given an action that was taken under a key
    action = table.legal(0)[0]
    first = table.posts(0, action, Idempotency_Key="k")
    version = table.now()["version"]
    # when it is repeated, at once and after the match went on
    second = table.posts(0, action, Idempotency_Key="k")
    table.acts(1, table.legal(1)[0])
    third = table.posts(0, action, Idempotency_Key="k")
    # then it is answered alike and nothing happens twice
    assert first.status_code == 200
    assert first.json() == second.json() == third.json()
    assert [event["type"] for event in table.log()].count("pebble_hidden") == 2
    assert first.json()["version"] == version


def test_a_repeated_action_returns_the_same_response_after_the_end(table: Match) -> None:
    actions = table.legal(0)
    first = table.posts(0, actions[0], Idempotency_Key="k")
    table.plays_on(random.Random(1))
    version = table.now()["version"]
    again = table.posts(0, actions[0], Idempotency_Key="k")
    assert (again.status_code, again.json()["receipt"]) == (200, first.json()["receipt"])
    assert table.now()["version"] == version


def test_a_key_that_was_used_for_another_action_is_refused(table: Match) -> None:
    first, second, *_ = table.legal(0)
    table.acts(0, first, Idempotency_Key="k")
    version = table.now()["version"]
    is_refused(table.posts(0, second, Idempotency_Key="k"), 422, "key_reused")
    table.acts(1, table.legal(1)[0])
    is_refused(table.posts(0, second, Idempotency_Key="k"), 422, "key_reused")
    assert table.now()["version"] == version + 2


def test_a_refused_action_does_not_use_up_its_key(table: Match) -> None:
    foreign, mine = table.legal(1)[0], table.legal(0)[0]
    is_refused(table.posts(0, foreign, Idempotency_Key="k"), 422, "rule_broken")
    table.acts(0, mine, Idempotency_Key="k")


def test_keys_of_two_players_are_independent(table: Match) -> None:
    table.acts(0, table.legal(0)[0], Idempotency_Key="k")
    table.acts(1, table.legal(1)[0], Idempotency_Key="k")
    assert [event["type"] for event in table.log()].count("pebble_hidden") == 2


def test_seats_and_abandonment_can_be_retried(api: Api) -> None:
    ada = api.person()
    match = ada.opens("pebbles")
    seats = [ada.post(f"{match.path}/seats", {"contribution": "x"}, Idempotency_Key="sit") for _ in range(2)]
    assert seats[0].json() == seats[1].json()
    is_refused(ada.post(f"{match.path}/seats", {"contribution": "y"}, Idempotency_Key="sit"), 422, "key_reused")
    ends = [ada.post(f"{match.path}/abandonment", Idempotency_Key="end") for _ in range(2)]
    assert ends[0].json() == ends[1].json()
    assert match.now()["version"] == 4


def test_one_key_for_different_commands_is_refused(api: Api) -> None:
    ada, bob = api.people(2)
    match = ada.opens("pebbles")
    bob.does(f"{match.path}/seats")
    ada.does(f"{match.path}/seats", Idempotency_Key="k")
    match = Match(match.path, (bob, ada))
    is_refused(match.posts(1, match.legal(1)[0], Idempotency_Key="k"), 422, "key_reused")


def test_a_repeated_action_returns_the_same_response_after_a_restart(postgres_url: str) -> None:
    with database(postgres_url) as url:
        with running(url) as before:
            people = before.people(2)
            match = people[0].opens("pebbles").seats(*people)
            action, *others = match.legal(0)
            first = match.acts(0, action, Idempotency_Key="k")
        with running(url) as after:
            again = match.over(after.http)
            assert again.acts(0, action, Idempotency_Key="k") == first
            is_refused(again.posts(0, others[0], Idempotency_Key="k"), 422, "key_reused")
            assert again.now()["version"] == first["version"]


@pytest.mark.parametrize("header", ['"{}"', 'W/"{}"', "{}", "*"])
def test_an_action_for_the_current_version_is_accepted(table: Match, header: str) -> None:
    table.acts(0, table.legal(0)[0], If_Match=header.format(table.now()["version"]))


@pytest.mark.parametrize("ahead", [-1, 1, 100])
def test_an_action_for_another_version_is_refused(table: Match, ahead: int) -> None:
    before = table.now()["version"]
    body = is_refused(table.posts(0, table.legal(0)[0], If_Match=f'"{before + ahead}"'), 412, "version_mismatch")
    assert (body["match"], body["version"], table.now()["version"]) == (table.id, before, before)


def test_a_repeated_action_ignores_its_outdated_version(table: Match) -> None:
    action, version = table.legal(0)[0], table.now()["version"]
    first = table.acts(0, action, Idempotency_Key="k", If_Match=f'"{version}"')
    assert table.acts(0, action, Idempotency_Key="k", If_Match=f'"{version}"') == first


def test_seats_and_abandonment_can_be_conditional_on_a_version(api: Api) -> None:
    ada = api.person()
    match = ada.opens("pebbles")
    is_refused(ada.post(f"{match.path}/seats", If_Match='"2"'), 412, "version_mismatch")
    ada.does(f"{match.path}/seats", If_Match='"1"')
    is_refused(ada.post(f"{match.path}/abandonment", If_Match='"1"'), 412, "version_mismatch")
    ada.does(f"{match.path}/abandonment", If_Match='"2"')
