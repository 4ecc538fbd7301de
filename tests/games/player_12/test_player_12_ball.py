"""Section 3 and the first half of 6: where the ball goes and who may shoot from there."""

import pytest

from domain.games.player_12 import GAME
from domain.games.player_12 import events as e
from domain.games.player_12.actions import PlayOn, Shoot
from domain.games.player_12.pieces import CENTRE, Percent, Space, Team, half_at, percent_at
from domain.kernel.basics import Seat
from tests.games.player_12.given import (
    AWAY,
    AWAY_25,
    AWAY_50,
    AWAY_70,
    HOME,
    HOME_25,
    HOME_50,
    HOME_70,
    S0,
    S1,
    about_to_win,
    after,
    choosers,
    choosing,
    lay,
    leading,
    loaded,
    opened,
    pitch,
    refused,
    when,
)


@pytest.mark.rule("3.1")
def test_there_are_seven_positions_the_70s_nearest_to_the_goals() -> None:
    positions = [(half_at(Space(space)), percent_at(Space(space))) for space in range(7)]
    assert positions == [
        (HOME, 70),
        (HOME, 50),
        (HOME, 25),
        (None, None),
        (AWAY, 25),
        (AWAY, 50),
        (AWAY, 70),
    ]


@pytest.mark.rule("3.3")
@pytest.mark.parametrize(
    ("before", "behind"),
    [(HOME_70, HOME_50), (HOME_50, HOME_25), (HOME_25, CENTRE), (CENTRE, AWAY_25), (AWAY_25, AWAY_50)],
)
def test_a_won_play_moves_the_ball_one_position_towards_the_other_goal(before: Space, behind: Space) -> None:
    assert e.PlayWon(1, 1, S0, behind) in when(about_to_win(S0, on=before), S0, lay("g9"))
    mirrored = e.PlayWon(1, 1, S1, Space(6 - behind))
    assert mirrored in when(about_to_win(S1, on=Space(6 - before)), S1, lay("g9"))


@pytest.mark.rule("3.4", "7.7")
@pytest.mark.parametrize(("seat", "goal"), [(S0, AWAY_70), (S1, HOME_70)])
def test_after_a_post_on_70_the_ball_stays_there_and_the_shot_is_taken_again(seat: Seat, goal: Space) -> None:
    edition = loaded(p70="post")
    shooters, others = Team(seat), Team(1 - seat)
    state = about_to_win(seat, on=goal, edition=edition, play=4)
    events = when(state, seat, lay("g9"))
    assert events[1:] == [
        e.PlayWon(1, 4, seat, goal),
        e.DieRolled("shot", shooters, 70, events[2].face, "post"),  # type: ignore[union-attr] # any face is a post
        opened(5, others, goal),
    ]


@pytest.mark.rule("6.1", "6.2")
@pytest.mark.parametrize(("before", "percent"), [(CENTRE, 25), (AWAY_25, 50)])
def test_from_25_and_50_in_the_other_half_the_winner_is_asked(before: Space, percent: Percent) -> None:
    state = about_to_win(S0, on=before)
    events = when(state, S0, lay("g9"))
    assert events[2:] == [e.ShotOffered(HOME, percent)]
    asked = after(state, events)
    assert choosers(asked) == {S0: "shoot_or_play_on/1/1"}
    assert GAME.legal_actions(asked, S0) == (Shoot(), PlayOn())
    assert refused(asked, S1, Shoot()) == "6.1"


@pytest.mark.rule("6.1")
def test_the_chance_to_shoot_is_gone_with_the_next_lead() -> None:
    state = choosing(HOME, 50)
    decided = after(state, when(state, S0, PlayOn()))
    assert refused(decided, S0, Shoot()) == "6.1"
    led = after(decided, when(decided, S0, lay("g1")))
    assert refused(led, S0, Shoot()) == "6.1"


@pytest.mark.rule("6.1")
def test_a_team_shoots_once() -> None:
    state = choosing(HOME, 50, edition=loaded(p50="post"))
    shot = after(state, when(state, S0, Shoot()))
    assert refused(shot, S0, Shoot()) == "6.1"


@pytest.mark.rule("6.2", "5.7")
def test_who_plays_on_keeps_the_ball_where_it_lies_and_the_winner_leads() -> None:
    assert when(choosing(HOME, 50), S0, PlayOn()) == [e.PlayedOn(S0), e.PlayOpened(1, 2, (S0,), AWAY_50)]


@pytest.mark.rule("6.3")
def test_on_70_the_service_shoots_without_asking() -> None:
    state = about_to_win(S0, on=AWAY_50, edition=loaded(p70="save"))
    events = when(state, S0, lay("g9"))
    assert [type(event) for event in events] == [e.CardLaid, e.PlayWon, e.DieRolled, e.PlayOpened]
    assert choosers(after(state, events)) == {S1: "lead/1/2"}


@pytest.mark.rule("6.4")
@pytest.mark.parametrize("before", [HOME_70, HOME_50, HOME_25])
def test_at_the_centre_and_in_the_own_half_nobody_is_asked(before: Space) -> None:
    state = about_to_win(S0, on=before)
    going_on = after(state, when(state, S0, lay("g9")))
    assert choosers(going_on) == {S0: "lead/1/2"}
    assert refused(going_on, S0, Shoot()) == "6.1"


@pytest.mark.rule("6.4")
def test_after_a_restart_nobody_shoots_before_a_play_is_won() -> None:
    restarted = leading(pitch("g1", "g2", ball=HOME_50), S1)
    assert refused(restarted, S1, Shoot()) == "6.1"
    assert refused(restarted, S1, PlayOn()) == "6.1"
