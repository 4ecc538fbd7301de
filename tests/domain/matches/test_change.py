"""A change that brings its game state leads to the same match as one whose events are folded."""

import random

import pytest

from domain.kernel.game import AnyGame
from domain.kernel.records import Cause
from domain.matches.change import Change
from domain.matches.clocks import Clock
from domain.matches.decide import MatchRequest, act, advance
from domain.matches.leaving import process_deadline
from domain.matches.settings import MatchSettings
from domain.matches.state import Playing
from tests.kit.story import GAMES, Story, is_full, moment, opens

TIMED = MatchSettings(clock=Clock(decision=60, bank=120))


def started(game: AnyGame, settings: MatchSettings) -> Story:
    return is_full(opens(MatchRequest(game.key, min(game.seats), {}, arrangement=settings)))


@pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.key)
@pytest.mark.parametrize("settings", [MatchSettings(), TIMED], ids=["untimed", "timed"])
def test_a_change_leads_where_its_events_lead(game: AnyGame, settings: MatchSettings) -> None:
    # given a match that random actions take to its end, some of them timeout actions
    match, rng, second, trails = started(game, settings).match, random.Random(12), 0, set[int]()
    while isinstance(match, Playing):
        is_late = settings is TIMED and rng.random() < 0.1
        second += 400 if is_late else 10
        at = moment(second)
        seat = rng.choice(list(game.pending(match.state)))
        action = None if is_late else rng.choice(list(game.legal_actions(match.state, seat)))
        change = process_deadline(match, at) if action is None else act(match, seat, action)
        # then every step leads to the same match with and without the state of the game
        after, records = advance(match, at, change, Cause(action))
        assert (after, records) == advance(match, at, Change(change.events), Cause(action))
        match = after
        trails.add(len(match.trail) if isinstance(match, Playing) else 0)
    # and some of these steps could be undone
    assert len(trails) > 1
