"""The plays of a match and its key moments."""

from collections.abc import Sequence

import pytest

from domain.games.player_12 import GAME
from domain.games.player_12 import events as e
from domain.games.player_12.actions import Kick, PlayOn, Shoot
from domain.games.player_12.pieces import PLAYS
from domain.kernel.milestones import Mark
from tests.games.player_12.given import (
    AWAY,
    HOME,
    S0,
    S1,
    S2,
    S3,
    choosing,
    coin_for,
    draws,
    kicking,
    kicks,
    loaded,
    pitch,
    table,
    when,
)


def marks(events: Sequence[e.Event], seats: int = 2) -> list[Mark]:
    told = [GAME.milestones.mark_of(event, seats) for event in events]
    return [mark for mark in told if mark is not None]


def rounds(events: Sequence[e.Event]) -> list[int]:
    told = [GAME.milestones.round_of(event) for event in events]
    return [number for number in told if number is not None]


@pytest.mark.rule("4.1", "4.2")
def test_the_first_round_begins_with_the_first_half() -> None:
    events = list(GAME.setup(GAME.begin(table(4)), coin_for("kick_off", AWAY)).events)
    assert rounds(events) == [1, 1]
    assert marks(events, 4) == [Mark("kick_off", (S1, S3), "Half 1 begins")]


@pytest.mark.rule("4.1")
def test_each_play_is_a_round() -> None:
    assert rounds(when(choosing(HOME, 25, play=3), S0, PlayOn())) == [4]


@pytest.mark.rule("4.1", "4.3")
def test_the_eleventh_round_begins_with_the_second_half() -> None:
    events = when(choosing(HOME, 25, play=PLAYS), S0, PlayOn())
    assert rounds(events) == [11, 11]
    assert marks(events) == [Mark("kick_off", (S1,), "Half 2 begins")]


@pytest.mark.rule("7.1")
def test_a_goal_is_a_key_moment_of_the_team_that_scored() -> None:
    state = choosing(HOME, 25, edition=loaded(p25="goal"), goals=(1, 1))
    assert marks(when(state, S0, Shoot()), 4) == [Mark("goal", (S0, S2), "Goal: 2-1")]


@pytest.mark.rule("8.3")
def test_a_penalty_kick_is_a_key_moment_of_kicker_and_keeper() -> None:
    state = kicking(S3, pitch("g1", "g2", "g3", "g4"), "left")
    assert marks(when(state, S2, Kick("left")), 4) == [Mark("penalty", (S2, S3), "Penalty saved")]
    scored = [Mark("penalty", (S2, S3), "Penalty scored"), Mark("goal", (S0, S2), "Goal: 1-0")]
    assert marks(when(state, S2, Kick("right")), 4) == scored


@pytest.mark.rule("9.2")
def test_the_shootout_is_a_key_moment_of_the_team_that_begins() -> None:
    state = choosing(HOME, 25, play=PLAYS, half=2, goals=(1, 1))
    assert marks(when(state, S0, PlayOn(), coin_for("shootout", AWAY))) == [Mark("shootout", (S1,), "Shoot-out")]


@pytest.mark.rule("9.3")
def test_kicks_of_a_shootout_belong_to_the_last_round_and_score_no_goals() -> None:
    state = kicking(S1, pitch("", "", play=PLAYS, half=2, shootout=kicks(HOME, "")), "left")
    events = when(state, S0, Kick("right"), draws())
    assert rounds(events) == []
    assert marks(events) == [Mark("penalty", (S0, S1), "Penalty scored")]
