"""Whole matches of every game and number of seats over HTTP, from opening to audit."""

import random
from collections.abc import Iterator
from functools import partial

import pytest

from domain.audit.verify import verify
from domain.catalogue import CATALOGUE
from tests.kit.api import GAMES, Api
from tests.kit.clients import Json, Match, Person

every_table = pytest.mark.parametrize(
    ("game", "seats"), [(game.key, seats) for game in CATALOGUE for seats in game.seats]
)


def begun(api: Api, game: str, seats: int) -> Match:
    people = api.people(seats)
    return people[0].opens(game, seats).seats(*people)


def frames(viewer: Person, match: Match) -> Iterator[Json]:
    after = 0
    while page := viewer.looks(f"{match.path}/replay", after=after, limit=500)["frames"]:
        yield from page
        after = page[-1]["version"]


@every_table
def test_a_match_is_played_to_its_end_and_verified(api: Api, game: str, seats: int) -> None:
    # when people play
    match = begun(api, game, seats)
    accepted = match.plays_on(random.Random(seats))
    now = match.now()
    # then the match is over without pending decisions
    assert (now["phase"], now["pending"], now["version"]) == ("finished", [], accepted[-1]["version"])
    assert [match.legal(seat) for seat in range(seats)] == [[]] * seats
    assert len(now["outcome"]["scores"]) == seats
    # and it can be replayed frame by frame, and proved
    replayed = list(frames(api.stranger, match))
    assert [frame["event"] for frame in replayed] == match.log()
    assert replayed[-1]["view"] == now["view"]
    proof = verify(api.stranger.get(f"{match.path}/audit").content.splitlines(), GAMES)
    assert (proof.events, proof.outcome) == (now["version"], now["outcome"])


def has_gone_on(version: int, now: Json) -> bool:
    return bool(now["version"] > version)


def halfway(api: Api, game: str, seats: int) -> Match:
    """A match that is still in progress after 40 events."""
    while True:
        match = begun(api, game, seats)
        start = match.now()["version"]
        match.plays_on(random.Random(seats), until=partial(has_gone_on, start + 40))
        if match.waiting():
            return match


@every_table
def test_in_a_match_in_progress_each_seat_reads_only_its_own_secrets(api: Api, game: str, seats: int) -> None:
    # given a match that has gone on for a while
    match = halfway(api, game, seats)
    # then of the same log each seat reads what it may know, and others nothing
    nobody: set[int] = set()
    seated = [(person, {seat}) for seat, person in enumerate(match.people)]
    for viewer, eyes in ((api.stranger, nobody), (api.person(), nobody), *seated):
        seals = [event["sealed"] for event in match.log(viewer) if "sealed" in event]
        assert seals
        assert all(("secret" in seal) == bool(eyes & set(seal["seats"])) for seal in seals)
        assert [frame["event"] for frame in frames(viewer, match)] == match.log(viewer)
