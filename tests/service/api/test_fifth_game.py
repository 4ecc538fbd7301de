"""A game of one file, added to the catalogue: its board, favourites and campaign rules work without other changes."""

import random
from collections.abc import Iterator

import pytest

from domain.catalogue import CATALOGUE, Catalogue
from tests.kit.api import Api, database, running
from tests.kit.clients import Match, Person
from tests.toy.saga import GAME as SAGA


@pytest.fixture(scope="module")
def api(postgres_url: str) -> Iterator[Api]:
    with database(postgres_url) as url, running(url, catalogue=Catalogue(SAGA, *CATALOGUE)) as api:
        yield api


def is_played(*people: Person, **options: object) -> Match:
    match = people[0].opens("saga", len(people), **options).seats(*people)
    match.plays_on(random.Random(12))
    return match


def test_the_board_of_the_game_counts_its_matches(api: Api) -> None:
    ada, bob = api.people(2)
    scores = is_played(ada, bob).now()["outcome"]["scores"]
    found = ada.http.get("/v1/scoreboards/saga", headers={"Prefer": "wait=5"})
    records = {line["player"]: line["record"] for line in found.json()["players"]}
    assert records[ada.id] == {"matches": 1, "best": scores[0]}
    assert records[bob.id] == {"matches": 1, "best": scores[1]}


def test_favourites_are_those_of_the_game(api: Api) -> None:
    ada, bob = api.people(2)
    match = is_played(ada, bob)
    shown = [event["data"]["pebbles"] for event in match.log() if event["type"] == "pebbles_shown"]
    found = ada.http.get(f"/v1/players/{ada.id}/record", headers={"Prefer": "wait=5"})
    (record,) = found.json()["games"]
    assert record["favourites_of"] == "pebbles"
    assert record["favourites"] == [
        {"name": name, "times": 1} for name in sorted(f"pebble {each[0]}" for each in shown)
    ]


def test_the_schema_names_the_tally_and_the_favourites_of_the_game(api: Api) -> None:
    schemas = api.http.get("/schema/openapi.json").json()["components"]["schemas"]
    assert {"$ref": "#/components/schemas/SagaTally"} in schemas["Tally"]["anyOf"]
    assert "pebbles" in schemas["GameRecord"]["properties"]["favourites_of"]["enum"]


def test_matches_add_reigns_to_a_chronicle_which_supplies_the_next_ones(api: Api) -> None:
    # given a chronicle with the reign of a first match
    ada, bob = api.people(2)
    book = ada.does("/v1/chronicles", {"name": "The Bag", "first_year": 7})["id"]
    outcome = is_played(ada, bob, chronicle=book).now()["outcome"]
    # when the next match starts
    throne = f"keeper_{outcome['winners'][0]}"
    (started,) = [event for event in is_played(ada, bob, chronicle=book).log() if event["type"] == "match_started"]
    # then it starts with the throne of the first reign, and the chronicle prints the words of the game
    assert started["data"]["supplied"] == {"keeper": throne}
    text = ada.http.get(f"/v1/chronicles/{book}", headers={"Accept": "text/plain"}).text
    first = text.partition("\n1. the year 7\n")[2].partition("\n2. ")[0]
    assert "Keepers: Person 0 I, Person 1 I" in first
    assert f"Reigned {max(outcome['scores'])} years. Every pebble shone." in first
