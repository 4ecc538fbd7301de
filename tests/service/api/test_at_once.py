"""Concurrent requests for one match."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from tests.kit.api import Api
from tests.kit.clients import Match, Person, timeless


def test_simultaneous_choices_of_different_seats_never_conflict(api: Api) -> None:
    # given many tables whose seats must choose a card each
    tables = []
    for _ in range(6):
        people = api.people(4)
        tables.append(people[0].opens("queen_of_12", 4).seats(*people))
    choices = [(table, seat, table.legal(seat)[0]) for table in tables for seat in range(4)]
    start = Barrier(len(choices))

    def choose(choice: tuple[Match, int, object]) -> int:
        start.wait(30)
        return choice[0].posts(choice[1], choice[2]).status_code

    # when all post at the same moment
    with ThreadPoolExecutor(len(choices)) as threads:
        answered = list(threads.map(choose, choices))
    # then no request conflicts with another
    assert answered == [200] * len(choices)
    for table in tables:
        chosen = [event["seat"] for event in table.log() if event["type"] == "card_chosen"]
        assert sorted(chosen) == [0, 1, 2, 3]


def test_concurrent_requests_for_a_seat_succeed_once(api: Api) -> None:
    match, people = api.person().opens("pebbles"), api.people(8)
    start = Barrier(len(people))

    def sit(person: Person) -> int:
        start.wait(30)
        return person.post(f"{match.path}/seats", {"seat": 1}).status_code

    with ThreadPoolExecutor(len(people)) as threads:
        answered = Counter(threads.map(sit, people))
    assert answered == {200: 1, 409: 7}
    assert match.now()["version"] == 2


def test_concurrent_retries_of_an_action_execute_it_once(api: Api) -> None:
    people = api.people(2)
    match = people[0].opens("pebbles").seats(*people)
    action, start = match.legal(0)[0], Barrier(8)

    def post(_: int) -> object:
        start.wait(30)
        return match.acts(0, action, Idempotency_Key="k")

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(post, range(8)))
    assert all(answer == answers[0] for answer in answers)
    assert [event["type"] for event in match.log()].count("pebble_hidden") == 1


def test_concurrent_retries_of_an_opening_open_one_match(api: Api) -> None:
    ada, start = api.person(), Barrier(8)

    def post(_: int) -> object:
        start.wait(30)
        return timeless(ada.does("/v1/matches", {"game": "pebbles"}, Idempotency_Key="k"))

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(post, range(8)))
    assert all(answer == answers[0] for answer in answers)
