"""Section 4 and the deal: coin, kick-offs, ten plays a half, what a tenth play still brings."""

from collections import Counter

import pytest

from domain.games.player_12 import GAME
from domain.games.player_12 import events as e
from domain.games.player_12.actions import Kick, PlayOn, Shoot
from domain.games.player_12.edition import STANDARD
from domain.games.player_12.pieces import CENTRE, PLAYS, Result, Team
from domain.kernel.basics import Seat
from tests.games.player_12.given import (
    AWAY,
    AWAY_50,
    HOME,
    HOME_25,
    HOME_50,
    S0,
    S1,
    about_to_win,
    after,
    choosers,
    choosing,
    coin_for,
    draws,
    kicking,
    lay,
    loaded,
    pitch,
    table,
    team,
    when,
)


@pytest.mark.rule("2.1", "2.2")
@pytest.mark.parametrize("seats", [2, 4])
def test_the_first_half_deals_ten_of_all_44_cards_to_each_seat(seats: int) -> None:
    events = GAME.setup(GAME.begin(table(seats)), draws()).events
    deals = [event for event in events if isinstance(event, e.HandDealt)]
    (rest,) = [event for event in events if isinstance(event, e.RestSetAside)]
    assert [(deal.to, len(deal.cards)) for deal in deals] == [(Seat(seat), PLAYS) for seat in range(seats)]
    dealt = [card for deal in deals for card in deal.cards]
    assert Counter((*dealt, *rest.cards)) == Counter(STANDARD.deck)
    assert rest.count == len(rest.cards) == 44 - 10 * seats


@pytest.mark.rule("2.2")
def test_the_deal_is_the_draw_of_its_half() -> None:
    events = GAME.setup(GAME.begin(table(2)), draws()).events
    order = draws().shuffled("deal/1", STANDARD.deck)
    assert e.HandDealt(S1, order[10:20]) in events


@pytest.mark.rule("4.2", "3.2")
@pytest.mark.parametrize("first", [HOME, AWAY])
def test_the_coin_names_the_team_that_kicks_off_from_the_centre(first: Team) -> None:
    laid = GAME.setup(GAME.begin(table(4)), coin_for("kick_off", first))
    assert laid.events[:2] == (e.CoinTossed("kick_off", first), e.HalfStarted(1, first, CENTRE))
    leaders = {seat for seat in range(4) if team(seat) == first}
    assert choosers(laid.state) == dict.fromkeys(leaders, "lead/1/1")


@pytest.mark.rule("4.1", "4.3", "3.2", "2.2")
@pytest.mark.parametrize("first", [HOME, AWAY])
def test_after_ten_plays_the_other_team_kicks_off_the_second_half_with_new_hands(first: Team) -> None:
    state = about_to_win(S0, on=HOME_50, play=PLAYS, kick_offs=(first,), goals=(1, 0))
    second = Team(1 - first)
    events = when(state, S0, lay("g9"))
    assert events[2:4] == [e.HalfEnded(1, (1, 0)), e.HalfStarted(2, second, CENTRE)]
    order = draws().shuffled("deal/2", STANDARD.deck)
    assert events[4:] == [
        e.HandDealt(S0, order[:10]),
        e.HandDealt(S1, order[10:20]),
        e.RestSetAside(24, order[20:]),
        e.PlayOpened(2, 1, (Seat(second),), CENTRE),
    ]
    begun = after(state, events).pitch
    assert (begun.plays, begun.table, begun.kick_offs, begun.goals) == ((), (), (first, second), (1, 0))


@pytest.mark.rule("4.1")
def test_the_ninth_play_is_not_the_last_of_its_half() -> None:
    state = about_to_win(S0, on=HOME_50, play=PLAYS - 1)
    assert when(state, S0, lay("g9"))[2:] == [e.PlayOpened(1, PLAYS, (S0,), HOME_25)]


@pytest.mark.rule("4.5")
@pytest.mark.parametrize("half", [1, 2])
def test_after_the_tenth_play_its_winner_is_still_asked(half: int) -> None:
    state = about_to_win(S0, on=CENTRE, play=PLAYS, half=half)
    asked = after(state, when(state, S0, lay("g9")))
    assert asked.pitch.hands == ((), ())
    assert choosers(asked) == {S0: f"shoot_or_play_on/{half}/10"}


@pytest.mark.rule("4.5")
def test_after_the_tenth_play_the_mandatory_shot_is_taken() -> None:
    state = about_to_win(S0, on=AWAY_50, play=PLAYS, half=2, edition=loaded(p70="goal"))
    events = when(state, S0, lay("g9"))
    assert events[3:] == [
        e.GoalScored(HOME, (1, 0)),
        e.HalfEnded(2, (1, 0)),
        e.MatchEnded("full_time", HOME, (1, 0)),
    ]


@pytest.mark.rule("4.5")
@pytest.mark.parametrize("result", ["save", "post", "card"])
def test_no_restart_follows_a_shot_after_the_tenth_play(result: Result) -> None:
    state = choosing(HOME, 50, play=PLAYS, half=2, goals=(1, 0), edition=loaded(p50=result))
    assert when(state, S0, Shoot())[2:] == [e.HalfEnded(2, (1, 0)), e.MatchEnded("full_time", HOME, (1, 0))]


@pytest.mark.rule("4.5")
def test_playing_on_after_the_tenth_play_ends_the_half() -> None:
    state = choosing(HOME, 50, play=PLAYS, half=2, goals=(1, 0))
    assert when(state, S0, PlayOn())[1:] == [e.HalfEnded(2, (1, 0)), e.MatchEnded("full_time", HOME, (1, 0))]


@pytest.mark.rule("4.5", "7.9")
def test_a_penalty_after_the_tenth_play_is_kicked_before_the_half_ends() -> None:
    state = kicking(S1, pitch("", "", play=PLAYS, half=2), "left")
    assert when(state, S0, Kick("right"))[1:] == [
        e.GoalScored(HOME, (1, 0)),
        e.HalfEnded(2, (1, 0)),
        e.MatchEnded("full_time", HOME, (1, 0)),
    ]


@pytest.mark.rule("4.5", "4.3")
def test_after_a_goal_from_the_tenth_play_of_the_first_half_the_kick_off_is_not_that_of_the_goal() -> None:
    state = choosing(HOME, 50, play=PLAYS, kick_offs=(AWAY,), edition=loaded(p50="goal"))
    events = when(state, S0, Shoot())
    assert e.HalfStarted(2, HOME, CENTRE) in events
    assert events[-1] == e.PlayOpened(2, 1, (S0,), CENTRE)
