"""Bots act without requests and continue after a restart."""

import random
import time
from pathlib import Path
from typing import LiteralString

import psycopg
import pytest

from domain.audit.verify import verify
from tests.kit.api import GAMES, Api, database, process, running
from tests.kit.clients import Json

WAITING: LiteralString = "SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'chronicle.stored_events'::regclass"


@pytest.mark.parametrize(
    ("game", "bots"),
    [
        ("pebbles", ("random", "highest")),
        ("queen_of_12", ("random", "sensible", "sensible")),
        ("claim_kingdoms", ("sensible", "random")),
        ("player_12", ("random", "sensible")),
        ("player_12", ("sensible", "random", "sensible", "random")),
    ],
)
def test_bots_finish_a_match_by_themselves(api: Api, game: str, bots: tuple[str, ...]) -> None:
    # when the opener seats bots only
    match = api.person().opens_for_bots(game, *bots)
    # then the match is played, and proves itself
    assert match.ends()["phase"] == "finished"
    assert [seat["bot"] for seat in match.now()["seats"]] == list(bots)
    verify(api.stranger.get(f"{match.path}/audit").content.splitlines(), GAMES)


def test_a_person_plays_with_bots(api: Api) -> None:
    # given a person between two bots
    ada, rng = api.person(), random.Random(1)
    match = ada.opens("queen_of_12", 3)
    for seat in ({"bot": "sensible", "seat": 0}, {"seat": 1}, {"bot": "random", "seat": 2}):
        ada.does(f"{match.path}/seats", seat)
    # when the person acts as often as asked to
    version = 0
    while ada.looks(match.path)["phase"] == "playing":
        legal = ada.looks(f"{match.path}/legal-actions")
        if legal["actions"]:
            ada.does(f"{match.path}/actions", {"action": rng.choice(legal["actions"])})
        version = ada.looks(f"{match.path}/events", after=max(version, legal["version"]), wait=30)["next"]
    # then the bots do the rest
    assert match.now()["phase"] == "finished"
    assert {event["seat"] for event in match.log() if event["type"] == "card_chosen"} == {0, 1, 2}


def test_bots_continue_after_a_restart(postgres_url: str) -> None:
    # given bots that play while the service goes away
    with database(postgres_url) as url:
        with running(url) as before:
            ada = before.person()
            match = ada.opens_for_bots("queen_of_12", "sensible", "sensible", "sensible", "sensible")
            assert match.now()["phase"] == "playing"
        # when it is back, then the match continues without a request
        with running(url) as after:
            assert are_finished(after) == {match.id}


def test_bots_continue_after_a_kill_even_in_a_match_that_has_just_started(tmp_path: Path) -> None:
    # given several matches of bots, and a service that is killed while the last one begins
    with process(tmp_path) as served:
        ada = served.api.person()
        begun = {ada.opens_for_bots("queen_of_12", "random", "random").id for _ in range(3)}
        served.kill()
        # when it is back, then all of them continue without a request
        assert are_finished(served.start(), 3) == begun


def test_a_bot_move_that_is_pending_at_a_kill_is_made_after_the_start(postgres_url: str, tmp_path: Path) -> None:
    with (
        database(postgres_url) as url,
        process(tmp_path, CHRONICLE_DATABASE_URL=url) as served,
        psycopg.connect(url) as operator,
    ):
        # given a bot whose move cannot be recorded
        match = served.api.person().opens_for_bots("queen_of_12", "random", "random")
        operator.execute("LOCK TABLE chronicle.stored_events IN EXCLUSIVE MODE")
        while not (waiting := operator.execute(WAITING).fetchall()):
            time.sleep(0.02)
        # when the service is killed
        served.kill()
        operator.execute("SELECT pg_terminate_backend(pid) FROM unnest(%s) AS pid", ([pid for (pid,) in waiting],))
        operator.rollback()
        # then the match goes on after the start
        assert are_finished(served.start()) == {match.id}


def are_finished(api: Api, number: int = 1) -> set[str]:
    """Wait until this number of matches is over, and return them."""
    over: list[Json] = []
    for _ in range(600):
        if len(over := api.stranger.looks("/v1/matches", status="finished")["matches"]) >= number:
            break
        time.sleep(0.05)
    return {line["id"] for line in over}


def test_hidden_cards_of_bots_are_not_shown(api: Api) -> None:
    # given a bot that has played a card face down, and a person who has not acted
    ada = api.person()
    match = ada.opens("queen_of_12", 2)
    ada.does(f"{match.path}/seats", {"seat": 0})
    ada.does(f"{match.path}/seats", {"bot": "random"})
    while 1 in match.waiting():
        ada.looks(f"{match.path}/events", after=match.now()["version"], wait=1)
    # then the card is nowhere in what the person sees
    chosen = [event for event in match.log(ada) if event["type"] == "card_chosen"]
    assert chosen
    for event in chosen:
        assert event.keys().isdisjoint({"action"})
        assert event["data"].keys() == {"laying"}
        assert event["sealed"].keys() == {"seats", "commitment"}
