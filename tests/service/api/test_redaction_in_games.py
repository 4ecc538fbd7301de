"""Redaction in games: kept cards and the position of a keeper."""

import random
from collections.abc import Callable, Iterator

import httpx
import pytest

from tests.kit.api import Api
from tests.kit.clients import Match, Person
from tests.service.api.test_redaction import World, asked, look_the_same, parted, tried


def a_penalty(api: Api) -> Match:
    """A match of four seats in which a pair must place its keeper."""
    people = api.people(4)
    while True:
        opening = {"game": "player_12", "seats": 4, "edition": "penalties-5"}
        match = Match(f"/v1/matches/{people[0].does('/v1/matches', opening)['id']}", people).seats(*people)
        match.plays_on(random.Random(1), until=lambda now: now["view"]["phase"] == "keeping")
        if match.waiting():
            return match


def seers(api: Api) -> Match:
    """A match of Claim Kingdoms in which a seat must keep two of several cards from the Seers."""
    people, factions = api.people(2), ["goblins", "dwarves", "gnomes", "trolls", "undead", "seers", "doppelgangers"]
    while True:
        match = people[0].opens("claim_kingdoms", factions=factions).seats(*people)
        match.plays_on(random.Random(1), until=lambda now: now["view"]["phase"] == "keeping")
        waiting, display = match.waiting(), match.now()["view"]["display"]
        # A display that is not full takes from the pile what was returned to it, for all to see.
        if waiting and len(display) == 3 and len(match.legal(waiting[0])) > 1:
            return match


@pytest.fixture(scope="module")
def kept(postgres_url: str) -> Iterator[tuple[World, World]]:
    """Two worlds in which the same seat has kept different cards."""
    for pair in parted(postgres_url, seers):
        for world, at in zip(pair, (0, -1), strict=True):
            (seat,) = world.match.waiting()
            world.match.acts(seat, world.match.legal(seat)[at])
        yield pair


@pytest.fixture(scope="module")
def keepers(postgres_url: str) -> Iterator[tuple[World, World]]:
    """Two worlds in which the same seat has placed its keeper differently."""
    for pair in parted(postgres_url, a_penalty):
        for world, spot in zip(pair, ("left", "right"), strict=True):
            world.match.acts(world.match.waiting()[0], {"type": "place_keeper", "spot": spot})
        yield pair


def last_to(world: World, kind: str) -> int:
    """The seat of the last event of a type."""
    seat: int = [event for event in world.match.log() if event["type"] == kind][-1]["seat"]
    return seat


@pytest.mark.parametrize("questions", [asked, tried])
def test_other_viewers_cannot_detect_kept_cards(
    kept: tuple[World, World], questions: Callable[[World, Person], dict[str, httpx.Response]]
) -> None:
    # given two worlds in which a seat has kept these cards or others, and sees that it did
    seat = last_to(kept[0], "cards_kept")
    hands = [world.match.people[seat].looks(world.match.path)["view"]["seats"][seat]["hand"] for world in kept]
    assert hands[0] != hands[1]
    # then the other seat, another player and an anonymous caller get the same responses
    everybody = [(world.match.people[1 - seat], world.carol, world.stranger) for world in kept]
    for pair in zip(*everybody, strict=True):
        one, other = (questions(world, viewer) for world, viewer in zip(kept, pair, strict=True))
        look_the_same(one, other)


@pytest.mark.parametrize("questions", [asked, tried])
def test_other_viewers_and_the_partner_cannot_detect_the_keeper_position(
    keepers: tuple[World, World], questions: Callable[[World, Person], dict[str, httpx.Response]]
) -> None:
    seat = last_to(keepers[0], "keeper_placed")
    others = [other for other in range(4) if other != seat]
    everybody = [(*(world.match.people[other] for other in others), world.carol) for world in keepers]
    for pair in zip(*everybody, strict=True):
        one, other = (questions(world, viewer) for world, viewer in zip(keepers, pair, strict=True))
        look_the_same(one, other)


def test_the_keeper_position_is_shown_to_its_player_and_after_the_kick_to_all(keepers: tuple[World, World]) -> None:
    for world, spot in zip(keepers, ("left", "right"), strict=True):
        # given the log, only the keeper's seat sees its position
        seat = last_to(world, "keeper_placed")
        placed = world.match.log(world.match.people[seat])[-1]
        assert placed["sealed"]["secret"] == {
            "action": {"type": "place_keeper", "spot": spot},
            "event": {"spot": spot},
        }
        # when the other team kicks, then all viewers see it
        world.match.acts(world.match.waiting()[0], {"type": "kick", "spot": "left"})
        (kicked,) = [event for event in world.match.log()[placed["version"] :] if event["type"] == "penalty_kicked"]
        assert (kicked["data"]["keeper_spot"], kicked["data"]["scored"]) == (spot, spot != "left")
