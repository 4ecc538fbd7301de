"""Leaving a match over HTTP: resignation and votes for abandoning it."""

import pytest

from domain.audit.verify import verify
from tests.kit.api import GAMES, Api
from tests.kit.clients import Json, Match, Person
from tests.kit.problems import is_refused


@pytest.fixture
def table(api: Api) -> Match:
    people = api.people(3)
    return people[0].opens("pebbles", 3).seats(*people)


def resigns(table: Match, seat: int) -> Json:
    return table.people[seat].does(f"{table.path}/resignation")


def votes(table: Match, seat: int, agrees: bool = True) -> Json:
    return table.people[seat].does(f"{table.path}/abandonment-votes", {"agrees": agrees})


def is_proved(table: Match) -> None:
    lines = Person(table.people[0].http).get(f"{table.path}/audit").content.splitlines()
    assert verify(lines, GAMES).match == table.id


def test_a_bot_permanently_replaces_a_player_who_resigned(table: Match) -> None:
    # when one of three leaves
    ada, bob, _ = table.people
    answer = resigns(table, 0)
    # then a bot has the seat, which says whose it was
    [forfeited] = answer["events"]
    assert (forfeited["type"], forfeited["seat"]) == ("seat_forfeited", 0)
    assert forfeited["data"] == {"reason": "resigned", "bot": "highest"}
    seat = table.now()["seats"][0]
    assert (seat["bot"], seat["left"], "player" in seat) == ("highest", ada.id, False)
    # and she may look on, as any stranger may, and do nothing more
    assert ada.looks(table.path)["you"] is None
    assert ada.looks(table.path)["view"] == table.now()["view"]
    for path, body in (
        ("actions", {"action": {"type": "cheer"}}),
        ("resignation", {}),
        ("abandonment-votes", {"agrees": True}),
    ):
        is_refused(ada.post(f"{table.path}/{path}", body), 403, "not_seated")
    # and the bot plays on until the others have finished
    while (now := table.now())["phase"] == "playing":
        waiting = [seat for seat in (1, 2) if table.legal(seat)]
        if waiting:
            table.acts(waiting[0], table.legal(waiting[0])[0])
        else:
            bob.looks(f"{table.path}/events", after=now["version"], wait=10)
    assert (now["phase"], now["seats"][0]["left"]) == ("finished", ada.id)
    is_proved(table)


def test_a_match_ends_when_the_last_person_resigns(table: Match) -> None:
    for seat in (2, 0):
        assert len(resigns(table, seat)["events"]) == 1
    ends = resigns(table, 1)["events"]
    assert [event["type"] for event in ends] == ["seat_forfeited", "match_abandoned", "secret_revealed"]
    assert ends[1]["data"] == {"reason": "deserted"}
    assert table.now()["phase"] == "abandoned"
    is_proved(table)


def test_a_match_is_abandoned_when_all_agree(table: Match) -> None:
    # given two votes, of which one is withdrawn
    for seat in (0, 1):
        assert [event["type"] for event in votes(table, seat)["events"]] == ["abandonment_voted"]
    votes(table, 0, agrees=False)
    assert [seat.get("agrees", False) for seat in table.now()["seats"]] == [False, True, False]
    # when all do
    votes(table, 2)
    answer = votes(table, 0)
    # then it is over
    assert [event["data"] for event in answer["events"][:2]] == [{"agrees": True}, {"reason": "agreed"}]
    assert table.now()["phase"] == "abandoned"
    is_proved(table)


def test_leaving_can_be_retried_under_its_key(table: Match) -> None:
    for path, body in (("abandonment-votes", {"agrees": True}), ("resignation", {})):
        first, again = (table.people[0].post(f"{table.path}/{path}", body, Idempotency_Key=path) for _ in range(2))
        assert first.status_code == 200
        assert (first.json(), first.headers["ETag"]) == (again.json(), again.headers["ETag"])
    used = table.people[0].post(f"{table.path}/abandonment-votes", {"agrees": False}, Idempotency_Key="resignation")
    is_refused(used, 422, "key_reused")
    happened = [event["type"] for event in table.log()]
    assert [happened.count(each) for each in ("abandonment_voted", "seat_forfeited")] == [1, 1]


def test_leaving_can_be_conditional_on_a_version(table: Match) -> None:
    version = table.now()["version"]
    for path, body in (("resignation", {}), ("abandonment-votes", {"agrees": True})):
        refused = table.people[0].post(f"{table.path}/{path}", body, If_Match=f'"{version - 1}"')
        is_refused(refused, 412, "version_mismatch")
        malformed = table.people[0].post(f"{table.path}/{path}", body, If_Match="soon")
        is_refused(malformed, 400, "malformed")
    answer = table.people[0].does(f"{table.path}/resignation", If_Match=f'"{version}"')
    assert answer["version"] == version + 1


@pytest.mark.parametrize(
    "body", [{}, {"agrees": "yes"}, {"agrees": 1}, {"agrees": None}, {"agrees": True, "more": 1}, []]
)
def test_an_invalid_vote_is_refused(table: Match, body: Json) -> None:
    version = table.now()["version"]
    is_refused(table.people[0].post(f"{table.path}/abandonment-votes", body), 400, "malformed")
    assert table.now()["version"] == version


def test_leaving_requires_a_seat_in_a_match_in_progress(api: Api, table: Match) -> None:
    ada, bob = api.people(2)
    waiting = ada.opens("pebbles").seats(ada)
    nowhere = "/v1/matches/11111111-2222-4333-8444-555555555555"
    for path, body in (("resignation", {}), ("abandonment-votes", {"agrees": True})):
        is_refused(ada.post(f"{waiting.path}/{path}", body), 409, "match_not_playing")
        is_refused(bob.post(f"{table.path}/{path}", body), 403, "not_seated")
        is_refused(api.stranger.post(f"{table.path}/{path}", body), 401, "unauthenticated")
        is_refused(bob.post(f"{nowhere}/{path}", body), 404, "not_found")
    is_refused(table.people[0].post(f"{table.path}/abandonment-votes", {"agrees": False}), 409, "already_voted")


def test_a_list_shows_forfeited_seats(api: Api, table: Match) -> None:
    resigns(table, 1)
    seats: list[Json] = []
    while not any("left" in seat for seat in seats):
        found = api.stranger.looks("/v1/matches", player=table.people[1].id)["matches"]
        seats = [seat for line in found for seat in line["seats"]]
    assert seats[1] == {"seat": 1, "bot": "highest", "left": table.people[1].id}
