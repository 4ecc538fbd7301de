"""Player 12: either partner can answer a decision of a pair, and the first answer counts."""

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Final

import httpx

from domain.audit.verify import verify
from tests.kit.api import GAMES, Api
from tests.kit.clients import Json, Match
from tests.kit.problems import is_refused

TEAM_CHOICES: Final = {"shoot_or_play_on", "where_to_keep", "where_to_kick", "lead"}
ACTED: Final = {"card_laid", "shot_chosen", "played_on", "keeper_placed", "penalty_kicked"}

MATCHES_AT_LEAST: Final = 3
MATCHES_AT_MOST: Final = 60
"""Chance is the service's own, so a penalty may be long in coming; one match in two has one with this edition."""


def at_once(match: Match, bodies: dict[int, Json]) -> dict[int, httpx.Response]:
    """Post the bodies of these seats concurrently."""
    start = Barrier(len(bodies))

    def post(seat: int) -> httpx.Response:
        start.wait(30)
        return match.people[seat].post(f"{match.path}/actions", bodies[seat])

    with ThreadPoolExecutor(len(bodies)) as threads:
        return dict(zip(bodies, threads.map(post, bodies), strict=True))


def test_concurrent_answers_of_partners_succeed_once(api: Api) -> None:
    # given matches of four in which mates answer at the same moment whenever both may, one way or another
    rng, met = random.Random(12), Counter[str]()
    people = api.people(4)
    for number in range(MATCHES_AT_MOST):
        if number >= MATCHES_AT_LEAST and set(met) == TEAM_CHOICES:
            break
        opening = {"game": "player_12", "seats": 4, "edition": "penalties-5"}
        match = Match(f"/v1/matches/{people[0].does('/v1/matches', opening)['id']}", people).seats(*people)
        while pending := match.now()["pending"]:
            if len(pending) == 1:
                match.moves(rng)
                continue
            bodies = {}
            for due in pending:
                bodies[due["seat"]] = {"action": rng.choice(match.legal(due["seat"]))}
                if number % 2:
                    bodies[due["seat"]]["decision"] = due["decision"]["id"]
            before = match.now()["version"]
            answers = at_once(match, bodies)
            # then exactly one is heard, and nothing of the other's happens
            (heard,) = [seat for seat, answer in answers.items() if answer.status_code == 200]
            (late,) = [seat for seat in answers if seat != heard]
            if not match.now()["pending"]:
                is_refused(answers[late], 409, "match_not_playing")
            elif number % 2:
                is_refused(answers[late], 409, "decision_closed")
            else:
                assert is_refused(answers[late], 422, "rule_broken")["rule"]
            accepted = answers[heard].json()
            after = match.log(match.people[heard])[before:]
            assert accepted["events"] == after
            assert match.now()["version"] == accepted["version"] == before + len(after)
            acted = [event for event in after if event["type"] in ACTED]
            assert [event["seat"] for event in acted] == [heard]
            assert match.log(match.people[late])[before]["hash"] == acted[0]["hash"]
            met[pending[0]["decision"]["type"]] += 1
        # and such a match proves itself like any other
        verify(api.stranger.get(f"{match.path}/audit").content.splitlines(), GAMES)
    assert set(met) == TEAM_CHOICES
