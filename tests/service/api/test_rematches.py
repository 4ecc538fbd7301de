"""Rematches."""

import random
from concurrent.futures import ThreadPoolExecutor

from domain.audit.verify import verify
from tests.kit.api import GAMES, Api, database, running
from tests.kit.clients import Match, Person
from tests.kit.problems import is_refused


def played(*people: Person) -> Match:
    match = people[0].opens("pebbles", len(people), double=True).seats(*people)
    match.plays_on(random.Random(1))
    return match


def again(match: Match, by: Person) -> Match:
    return Match(f"/v1/matches/{by.does(f'{match.path}/rematches')['id']}", match.people)


def test_concurrent_rematch_requests_open_one_match_with_the_same_seats(api: Api) -> None:
    # given a match that is over
    ada, bob = api.people(2)
    match = played(ada, bob)
    # when both ask for a rematch
    first = bob.post(f"{match.path}/rematches")
    second = ada.post(f"{match.path}/rematches")
    # then it is the same one, with the terms of the old one and their seats kept
    opened = first.json()
    assert (first.status_code, second.json()["id"]) == (201, opened["id"])
    assert first.headers["Location"] == f"/v1/matches/{opened['id']}"
    former = match.now()["arrangement"]
    assert opened["arrangement"] == {**former, "rematch_of": match.id, "reserved": [ada.id, bob.id]}
    assert (opened["options"], opened["opener"]) == ({"double": True}, bob.id)
    # and when they sit down in any order, each has the old seat
    rematch = Match(first.headers["Location"], (ada, bob))
    is_refused(api.person().post(f"{rematch.path}/seats"), 409, "seat_reserved")
    is_refused(bob.post(f"{rematch.path}/seats", {"seat": 0}), 409, "seat_reserved")
    for person in (bob, ada):
        person.does(f"{rematch.path}/seats")
    assert [seat["player"] for seat in rematch.now()["seats"]] == [ada.id, bob.id]
    # and it is played and proved
    rematch.plays_on(random.Random(2))
    assert rematch.now()["phase"] == "finished"
    assert verify(ada.get(f"{rematch.path}/audit").content.splitlines(), GAMES).match == rematch.id


def test_bots_of_a_rematch_are_seated_at_once(api: Api) -> None:
    ada = api.person()
    match = ada.opens("pebbles").seats(ada)
    ada.does(f"{match.path}/seats", {"bot": "highest"})
    while match.now()["phase"] == "playing":
        if actions := match.legal(0):
            match.posts(0, actions[0])
    rematch = again(match, ada)
    assert [seat.get("bot") for seat in rematch.now()["seats"]] == [None, "highest"]
    ada.does(f"{rematch.path}/seats")
    assert rematch.now()["phase"] == "playing"


def test_an_abandoned_rematch_can_be_replaced(api: Api) -> None:
    ada, bob = api.people(2)
    match = played(ada, bob)
    first = again(match, ada)
    ada.does(f"{first.path}/abandonment")
    second = again(match, bob)
    assert second.id != first.id
    assert again(match, ada).id == second.id


def test_a_rematch_requires_a_seat_in_a_finished_match(api: Api) -> None:
    ada, bob = api.people(2)
    match = ada.opens("pebbles").seats(ada, bob)
    is_refused(ada.post(f"{match.path}/rematches"), 409, "match_not_over")
    match.plays_on(random.Random(1))
    is_refused(api.person().post(f"{match.path}/rematches"), 403, "not_seated")
    is_refused(api.stranger.post(f"{match.path}/rematches"), 401, "unauthenticated")
    nowhere = "/v1/matches/00000000-0000-4000-8000-000000000000"
    is_refused(ada.post(f"{nowhere}/rematches"), 404, "not_found")


def test_two_processes_open_one_rematch(postgres_url: str) -> None:
    # given two services on one database, and a match that is over
    with database(postgres_url) as url, running(url) as one, running(url) as other:
        ada, bob = one.people(2)
        match = played(ada, bob)
        lines = [ada, bob.over(other.http)] * 8
        # when its people ask on both at once
        with ThreadPoolExecutor(4) as threads:
            found = set(threads.map(lambda person: again(match, person).id, lines))
        # then there is one
        assert len(found) == 1
