"""Undo over HTTP: requests, answers and refusals."""

import random

import pytest

from domain.audit.verify import verify
from tests.kit.api import GAMES, Api, database, running
from tests.kit.clients import Json, Match
from tests.kit.problems import is_refused

CHEER = {"type": "cheer"}


def table(api: Api, seats: int = 2) -> Match:
    people = api.people(seats)
    return people[0].opens("pebbles", seats).seats(*people)


def asks(match: Match, seat: int, **body: int) -> Json:
    return match.people[seat].does(f"{match.path}/take-backs", body)


def answers(match: Match, seat: int, *, agrees: bool) -> Json:
    return match.people[seat].does(f"{match.path}/take-backs/answers", {"agrees": agrees})


def seen(match: Match, seat: int) -> Json:
    return match.people[seat].looks(match.path)


def test_an_action_is_undone_when_the_other_player_agrees(api: Api) -> None:
    # given a match of Queen of 12 in which Ada laid a card face down
    ada, bob = api.people(2)
    match = ada.opens("queen_of_12").seats(ada, bob)
    before = seen(match, 0)
    first, second, *_ = match.legal(0)
    laid = match.posts(0, first, Idempotency_Key="first")
    # when she asks to take it back
    now = seen(match, 0)
    assert (now["take_back"], now["may_take_back_to"]) == (None, before["version"])
    assert seen(match, 1)["may_take_back_to"] is None
    asked = asks(match, 0, to=before["version"])
    assert [event["type"] for event in asked["events"]] == ["take_back_asked"]
    request = {"seat": 0, "to": before["version"], "asked": asked["version"], "agreed": [], "waiting": [1]}
    assert match.now()["take_back"] == request
    # and Bob agrees
    answered = answers(match, 1, agrees=True)
    # then the match has its earlier state, and the same decision is open
    assert [event["type"] for event in answered["events"]] == ["take_back_answered", "action_taken_back"]
    assert answered["receipt"]["version"] == answered["version"]
    for name in ("pending", "view", "take_back", "may_take_back_to"):
        assert seen(match, 0)[name] == before[name]
    assert seen(match, 0)["version"] == before["version"] + 4
    # and she lays another card, while a repetition of the first request is answered as it was
    assert match.posts(0, first, Idempotency_Key="first").content == laid.content
    match.acts(0, second)
    match.plays_on(random.Random(1))
    # and it all is proved in the end, the card that was taken back as well
    lines = ada.get(f"{match.path}/audit").content.splitlines()
    assert verify(lines, GAMES).events == match.now()["version"]
    shown = ada.looks(f"{match.path}/replay", at=before["version"] + 4, seat=0)["view"]
    assert shown == before["view"]


def test_an_undone_action_stays_hidden_from_others(api: Api) -> None:
    match = table(api)
    hidden = next(action for action in match.legal(0) if action["type"] == "hide")
    match.acts(0, hidden)
    asks(match, 0)
    answers(match, 1, agrees=True)
    for viewer in (match.people[1], api.stranger):
        (laid,) = [event for event in match.log(viewer) if event["type"] == "pebble_hidden"]
        assert "secret" not in laid["sealed"]
        assert "action" not in laid


def test_all_players_must_agree_and_one_refusal_ends_the_request(api: Api) -> None:
    # given a table of three, and a request
    match = table(api, 3)
    match.acts(2, CHEER)
    asks(match, 2)
    # when one agrees and the other does not
    answers(match, 0, agrees=True)
    request = match.now()["take_back"]
    assert (request["agreed"], request["waiting"]) == ([0], [1])
    answers(match, 1, agrees=False)
    # then nothing comes back, and it may be asked for again and given up again
    assert (match.now()["take_back"], CHEER in match.legal(2)) == (None, False)
    asks(match, 2)
    answers(match, 2, agrees=False)
    assert (match.now()["take_back"], CHEER in match.legal(2)) == (None, False)


def test_a_request_lapses_when_somebody_acts(api: Api) -> None:
    match = table(api)
    match.acts(0, CHEER)
    asked = asks(match, 0)
    match.acts(1, CHEER)
    assert match.now()["take_back"] is None
    late = {"agrees": True, "asked": asked["version"]}
    is_refused(match.people[1].post(f"{match.path}/take-backs/answers", late), 409, "take_back_closed")
    # and another request is not answered by mistake
    asks(match, 0)
    is_refused(match.people[1].post(f"{match.path}/take-backs/answers", late), 409, "take_back_closed")


def test_undo_past_a_reveal_or_a_roll_is_refused(api: Api) -> None:
    match = table(api)
    for seat in (0, 1):
        match.acts(seat, match.legal(seat)[0])
    for seat in (0, 1):
        assert seen(match, seat)["may_take_back_to"] is None
        is_refused(match.people[seat].post(f"{match.path}/take-backs"), 409, "take_back_barred")


def test_bots_agree_to_an_undo_at_once_and_move_again(api: Api) -> None:
    # given a person and a bot
    ada = api.person()
    match = ada.opens("pebbles").seats(ada)
    ada.does(f"{match.path}/seats", {"bot": "highest"})
    # when the person takes an action back
    match.acts(0, CHEER)
    answer = asks(match, 0)
    # then it comes back at once, and the match goes on
    assert [event["type"] for event in answer["events"]] == ["take_back_asked", "action_taken_back"]
    assert CHEER in match.legal(0)
    while match.now()["phase"] == "playing":
        if actions := match.legal(0):
            match.posts(0, actions[0])
    assert verify(ada.get(f"{match.path}/audit").content.splitlines(), GAMES).match == match.id


def test_undo_requests_and_answers_out_of_turn_are_refused(api: Api) -> None:
    # given a match in which there is nothing to take back
    match = table(api)
    ada, bob = match.people
    path, version = f"{match.path}/take-backs", match.now()["version"]
    is_refused(ada.post(path), 409, "take_back_barred")
    is_refused(ada.post(f"{path}/answers", {"agrees": True}), 409, "take_back_closed")
    # and one in which there is
    match.acts(0, CHEER)
    is_refused(bob.post(path), 409, "take_back_barred")
    is_refused(ada.post(path, {"to": version - 1}), 409, "take_back_barred")
    is_refused(ada.post(path, If_Match=f'"{version}"'), 412, "version_mismatch")
    asked = ada.post(path, {"to": version}, Idempotency_Key="k")
    assert ada.post(path, {"to": version}, Idempotency_Key="k").content == asked.content
    is_refused(ada.post(path), 409, "take_back_open")
    is_refused(ada.post(f"{path}/answers", {"agrees": True}), 409, "take_back_closed")
    assert match.now()["version"] == version + 2


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("take-backs", {"to": "7"}),
        ("take-backs", {"to": 1.5}),
        ("take-backs", {"seat": 0}),
        ("take-backs", []),
        ("take-backs/answers", {}),
        ("take-backs/answers", {"agrees": "yes"}),
        ("take-backs/answers", {"agrees": 1}),
        ("take-backs/answers", {"agrees": True, "asked": "7"}),
        ("take-backs/answers", {"agrees": True, "seat": 1}),
    ],
)
def test_an_unreadable_body_is_refused(api: Api, path: str, body: Json) -> None:
    match = table(api)
    is_refused(match.people[0].post(f"{match.path}/{path}", body), 400, "malformed")


@pytest.mark.parametrize(("path", "body"), [("take-backs", {}), ("take-backs/answers", {"agrees": True})])
def test_undo_requires_a_seat_in_a_match_in_progress(api: Api, path: str, body: Json) -> None:
    match = table(api)
    match.acts(0, CHEER)
    is_refused(api.person().post(f"{match.path}/{path}", body), 403, "not_seated")
    is_refused(api.stranger.post(f"{match.path}/{path}", body), 401, "unauthenticated")
    nowhere = "/v1/matches/00000000-0000-4000-8000-000000000000"
    is_refused(match.people[0].post(f"{nowhere}/{path}", body), 404, "not_found")
    waiting = match.people[0].opens("pebbles").seats(match.people[0])
    is_refused(match.people[0].post(f"{waiting.path}/{path}", body), 409, "match_not_playing")
    match.plays_on(random.Random(1))
    is_refused(match.people[0].post(f"{match.path}/{path}", body), 409, "match_not_playing")


def test_an_undo_requested_in_one_process_is_answered_in_another(postgres_url: str) -> None:
    # given two services, and a match that both have in memory
    with database(postgres_url) as url, running(url) as one, running(url) as other:
        match = table(one)
        elsewhere = match.over(other.http)
        elsewhere.acts(1, CHEER)
        match.acts(0, CHEER)
        # when one seat asks here and the other agrees there
        asks(match, 0)
        answers(elsewhere, 1, agrees=True)
        # then both know that the action is taken back
        for each in (match, elsewhere):
            assert CHEER in each.legal(0)
            assert seen(each, 1)["may_take_back_to"] is not None
