"""Rounds and key moments over HTTP."""

import random

import pytest

from tests.kit.api import Api
from tests.kit.clients import Json, Match
from tests.kit.problems import is_refused


@pytest.fixture(scope="module")
def over(api: Api) -> Match:
    people = api.people(2)
    match = people[0].opens("queen_of_12").seats(*people)
    match.plays_on(random.Random(5))
    return match


def moments(match: Match) -> Json:
    return match.people[0].looks(f"{match.path}/moments")


def test_rounds_cover_the_match_without_a_gap(over: Match) -> None:
    found = moments(over)
    rounds = found["rounds"]
    assert [each["number"] for each in rounds] == list(range(13))
    assert [each["first"] for each in rounds] == [1, *(each["last"] + 1 for each in rounds[:-1])]
    assert rounds[-1]["last"] == found["version"] == over.now()["version"]


def test_each_key_moment_refers_to_an_event(over: Match) -> None:
    # given the log
    log = {event["version"]: event for event in over.log()}
    # when one looks where to jump to
    found = moments(over)["moments"]
    # then there are the beginning, the end, and each negation with the seats that lost their cards
    assert log[found[0]["version"]]["type"] == "match_started"
    assert (log[found[-1]["version"]]["type"], found[-1]["round"]) == ("match_finished", 12)
    negated = {version: event for version, event in log.items() if event["type"] == "cards_negated"}
    negations = {each["version"]: each["seats"] for each in found if each["kind"] == "negation"}
    assert negations == {
        version: [seat for seat, cards in enumerate(event["data"]["cards"]) if cards]
        for version, event in negated.items()
    }
    assert negated


def test_moments_of_a_match_in_progress_are_the_same_for_all_viewers(api: Api) -> None:
    people = api.people(2)
    match = people[0].opens("queen_of_12").seats(*people)
    match.plays_on(random.Random(1), lambda now: now["view"]["round"] > 2)
    seen = [person.looks(f"{match.path}/moments") for person in (*people, api.stranger)]
    assert seen[0] == seen[1] == seen[2]
    assert seen[0]["version"] == match.now()["version"]
    assert [each["kind"] for each in seen[0]["moments"] if each["kind"] in {"start", "end"}] == ["start"]


def test_moments_of_an_unknown_match_are_not_found(api: Api) -> None:
    is_refused(api.stranger.get("/v1/matches/00000000-0000-4000-8000-000000000000/moments"), 404, "not_found")
    is_refused(api.stranger.get("/v1/matches/nothing/moments"), 404, "not_found")
