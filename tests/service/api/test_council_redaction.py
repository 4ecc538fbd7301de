"""Redaction: two councils that differ only in a hidden card look the same to all other viewers."""

import random
from collections.abc import Callable, Iterator

import httpx
import pytest

from tests.kit.api import Api
from tests.kit.clients import Match, Person
from tests.service.api.test_redaction import World, asked, look_the_same, parted, tried


def a_choice(api: Api) -> Match:
    """A match of a chronicle in which three seats must choose a card, and seat 0 has several."""
    people = api.people(3)
    book = people[0].does("/v1/chronicles", {"name": "The Quiet Table"})["id"]
    while True:
        match = people[0].opens("council_of_12", 3, chronicle=book).seats(*people)
        match.plays_on(random.Random(1), until=lambda now: now["view"]["phase"] == "choosing")
        if match.waiting() == [0, 1, 2] and len(cards(match)) > 1:
            return match


def cards(match: Match) -> list[dict[str, str]]:
    """The cards that seat 0 may play face down."""
    return [action for action in match.legal(0) if action["type"] == "choose_card"]


@pytest.fixture(scope="module")
def councils(postgres_url: str) -> Iterator[tuple[World, World]]:
    """Two worlds in which seat 0 has chosen different cards."""
    for pair in parted(postgres_url, a_choice):
        for world, at in zip(pair, (0, -1), strict=True):
            world.match.acts(0, cards(world.match)[at])
        yield pair


def read(world: World, viewer: Person) -> dict[str, httpx.Response]:
    """All responses about the chronicle of the match."""
    path = f"/v1/chronicles/{world.match.now()['options']['chronicle']}"
    return {query: viewer.get(query) for query in (path, f"{path}/reigns", "/v1/chronicles/hall")}


@pytest.mark.parametrize("questions", [asked, tried, read])
def test_other_viewers_cannot_detect_the_chosen_card(
    councils: tuple[World, World], questions: Callable[[World, Person], dict[str, httpx.Response]]
) -> None:
    # given two worlds in which seat 0 sees that it chose this card or that
    views = [world.match.people[0].looks(world.match.path)["view"] for world in councils]
    assert views[0] != views[1]
    # then the other seats, another player and an anonymous caller get the same responses
    everybody = [(*world.match.people[1:], world.carol, world.stranger) for world in councils]
    for pair in zip(*everybody, strict=True):
        one, other = (questions(world, viewer) for world, viewer in zip(councils, pair, strict=True))
        look_the_same(one, other)
