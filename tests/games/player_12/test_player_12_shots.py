"""Rule 6.5 and section 7: the die and what follows from each face."""

import pytest

from domain.games.player_12 import events as e
from domain.games.player_12.actions import Kick, Shoot
from domain.games.player_12.edition import STANDARD
from domain.games.player_12.pieces import CENTRE, Percent, Result, Space, Team, space_in
from domain.kernel.basics import Seat
from tests.games.player_12.given import (
    AWAY,
    AWAY_25,
    AWAY_50,
    AWAY_70,
    HOME,
    HOME_25,
    HOME_70,
    S0,
    S1,
    about_to_win,
    after,
    choosers,
    choosing,
    draws_with,
    kicking,
    lay,
    loaded,
    opened,
    pitch,
    when,
)

BOTH = pytest.mark.parametrize("seat", [S0, S1])


def _shot(seat: Seat, percent: Percent, result: Result, **conditions: int) -> list[e.Event]:
    """Shoot from 25 or 50 with a die that shows nothing else, and give what follows the roll."""
    state = choosing(Team(seat), percent, edition=loaded(p25=result, p50=result), **conditions)
    events = when(state, seat, Shoot())
    assert events[0] == e.ShotChosen(seat)
    assert isinstance(events[1], e.DieRolled)
    assert events[1].result == result
    return events[2:]


@pytest.mark.rule("6.5")
@pytest.mark.parametrize(("percent", "face", "result"), [(25, 1, "goal"), (25, 12, "card"), (50, 6, "goal")])
def test_a_shot_rolls_the_die_of_the_position(percent: Percent, face: int, result: Result) -> None:
    assert STANDARD.die(percent).faces[face - 1] == result
    events = when(choosing(HOME, percent, play=3), S0, Shoot(), draws_with(shot_1_3=face))
    assert events[1] == e.DieRolled("shot", HOME, percent, face, result)


@pytest.mark.rule("6.5", "6.3")
def test_the_mandatory_shot_rolls_the_70_per_cent_die() -> None:
    state = about_to_win(S1, on=Space(1), play=3)
    events = when(state, S1, lay("g9"), draws_with(shot_1_3=2))
    assert events[2] == e.DieRolled("shot", AWAY, 70, 2, STANDARD.die(70).faces[1])


@pytest.mark.rule("7.1")
@BOTH
def test_a_goal_counts_one_and_the_other_team_restarts_from_the_centre(seat: Seat) -> None:
    shooters, others = Team(seat), Team(1 - seat)
    goals = (3, 1) if seat == S0 else (2, 2)
    state = choosing(shooters, 50, edition=loaded(p50="goal"), goals=(2, 1))
    events = when(state, seat, Shoot())
    assert events[2:] == [e.GoalScored(shooters, goals), opened(2, others, CENTRE)]
    assert after(state, events).pitch.goals == goals


@pytest.mark.rule("7.2")
@BOTH
def test_after_a_save_the_team_shot_at_restarts_from_the_centre(seat: Seat) -> None:
    assert _shot(seat, 50, "save") == [opened(2, Team(1 - seat), CENTRE)]


@pytest.mark.rule("7.3")
@BOTH
def test_a_corner_rolls_the_25_per_cent_die_and_applies_it(seat: Seat) -> None:
    shooters, others = Team(seat), Team(1 - seat)
    state = choosing(shooters, 50, edition=loaded(p50="corner", p25="save"), play=6)
    events = when(state, seat, Shoot(), draws_with(corner_1_6_1=5))
    assert events[2:] == [e.DieRolled("corner", shooters, 25, 5, "save"), opened(7, others, CENTRE)]


@pytest.mark.rule("7.3", "7.1")
def test_a_goal_from_a_corner_counts() -> None:
    state = choosing(HOME, 50, edition=loaded(p50="corner", p25="goal"))
    assert when(state, S0, Shoot())[3:] == [e.GoalScored(HOME, (1, 0)), opened(2, AWAY, CENTRE)]


@pytest.mark.rule("7.3", "7.8")
def test_a_card_from_a_corner_leads_into_the_shooters_half() -> None:
    state = choosing(HOME, 50, edition=loaded(p50="corner", p25="card"))
    assert when(state, S0, Shoot())[3:] == [opened(2, AWAY, HOME_25)]


@pytest.mark.rule("7.3", "7.9")
def test_a_penalty_from_a_corner_is_kicked() -> None:
    state = choosing(HOME, 50, edition=loaded(p50="corner", p25="penalty"))
    assert when(state, S0, Shoot())[3:] == [e.KickAwarded(HOME)]


@pytest.mark.rule("7.4")
def test_a_corner_after_a_corner_is_rolled_again() -> None:
    corner = STANDARD.die(25).faces.index("corner") + 1
    state = choosing(HOME, 50, edition=loaded(p50="corner"), play=2)
    events = when(state, S0, Shoot(), draws_with(corner_1_2_1=corner, corner_1_2_2=corner, corner_1_2_3=1))
    assert events[2:] == [
        e.DieRolled("corner", HOME, 25, corner, "corner"),
        e.DieRolled("corner", HOME, 25, corner, "corner"),
        e.DieRolled("corner", HOME, 25, 1, "goal"),
        e.GoalScored(HOME, (1, 0)),
        opened(3, AWAY, CENTRE),
    ]


@pytest.mark.rule("7.5")
@BOTH
@pytest.mark.parametrize("percent", [25, 50])
def test_after_a_post_the_team_shot_at_leads_from_where_the_ball_lay(seat: Seat, percent: Percent) -> None:
    others = Team(1 - seat)
    assert _shot(seat, percent, "post") == [opened(2, others, space_in(others, percent))]


@pytest.mark.rule("7.5", "3.3")
def test_the_team_shot_at_plays_itself_free_after_a_post_on_70() -> None:
    state = about_to_win(S1, on=AWAY_70, edition=loaded(p70="post"))
    assert when(state, S1, lay("g9"))[1:] == [e.PlayWon(1, 1, S1, AWAY_50), e.PlayOpened(1, 2, (S1,), AWAY_50)]


@pytest.mark.rule("7.6")
@pytest.mark.parametrize(("seat", "lies"), [(S0, AWAY_25), (S1, HOME_25)])
def test_a_post_after_a_corner_restarts_on_25_before_the_goal_shot_at(seat: Seat, lies: Space) -> None:
    state = choosing(Team(seat), 50, edition=loaded(p50="corner", p25="post"))
    assert when(state, seat, Shoot())[3:] == [opened(2, Team(1 - seat), lies)]


@pytest.mark.rule("7.6")
def test_a_post_after_a_corner_from_70_leaves_70() -> None:
    state = about_to_win(S0, on=AWAY_50, edition=loaded(p70="corner", p25="post"))
    assert when(state, S0, lay("g9"))[-1] == opened(2, AWAY, AWAY_25)


@pytest.mark.rule("7.7")
def test_after_posts_on_70_each_shot_is_a_draw_of_its_own() -> None:
    first = about_to_win(S0, on=AWAY_70, edition=loaded(p70="post"), play=4)
    second = about_to_win(S0, on=AWAY_70, edition=loaded(p70="post"), play=5)
    chance = draws_with(shot_1_4=2, shot_1_5=9)
    faces = [
        event.face
        for state in (first, second)
        for event in when(state, S0, lay("g9"), chance)
        if isinstance(event, e.DieRolled)
    ]
    assert faces == [2, 9]


@pytest.mark.rule("7.8")
@pytest.mark.parametrize(("seat", "lies"), [(S0, HOME_25), (S1, AWAY_25)])
def test_after_a_card_the_team_shot_at_leads_on_25_in_the_shooters_half(seat: Seat, lies: Space) -> None:
    assert _shot(seat, 50, "card") == [opened(2, Team(1 - seat), lies)]


@pytest.mark.rule("7.9")
@BOTH
def test_a_penalty_gives_the_shooters_a_kick(seat: Seat) -> None:
    shooters = Team(seat)
    assert _shot(seat, 50, "penalty") == [e.KickAwarded(shooters)]
    state = choosing(shooters, 50, edition=loaded(p50="penalty"), play=8)
    assert choosers(after(state, when(state, seat, Shoot()))) == {Seat(1 - seat): "where_to_keep/1/8"}


@pytest.mark.rule("7.9", "8.3")
@pytest.mark.parametrize(("seat", "goals"), [(S0, (1, 0)), (S1, (0, 1))])
def test_a_penalty_in_play_goes_on_as_a_goal_or_as_a_save(seat: Seat, goals: tuple[int, int]) -> None:
    keeper, shooters, others = Seat(1 - seat), Team(seat), Team(1 - seat)
    state = kicking(keeper, pitch("g1", "g2", ball=AWAY_70 if seat == S0 else HOME_70), "left")
    restart = opened(2, others, CENTRE)
    assert when(state, seat, Kick("centre")) == [
        e.PenaltyKicked(seat, "centre", keeper, "left", scored=True),
        e.GoalScored(shooters, goals),
        restart,
    ]
    assert when(state, seat, Kick("left")) == [e.PenaltyKicked(seat, "left", keeper, "left", scored=False), restart]
