"""Sections 8 and 9: penalty kicks, the shoot-out, how a match ends."""

import pytest

from domain.games.player_12 import GAME
from domain.games.player_12 import events as e
from domain.games.player_12.actions import Action, Kick, PlaceKeeper, PlayOn, Shoot
from domain.games.player_12.pieces import PLAYS, SPOTS, Spot, Team
from domain.games.player_12.scoring import Outcome
from domain.games.player_12.state import Finished, Shootout, State
from domain.kernel.basics import Seat
from tests.games.player_12.given import (
    AWAY,
    HOME,
    S0,
    S1,
    S2,
    S3,
    after,
    choosers,
    choosing,
    coin_for,
    keeping,
    kicking,
    kicks,
    lay,
    pitch,
    refused,
    when,
)


@pytest.mark.rule("8.1", "8.2")
def test_the_keeper_is_placed_before_the_kick() -> None:
    state = keeping(HOME, pitch("g1", "g2"))
    assert GAME.legal_actions(state, S1) == tuple(PlaceKeeper(spot) for spot in SPOTS)
    assert refused(state, S0, Kick("left")) == "8.2"
    placed = after(state, when(state, S1, PlaceKeeper("centre")))
    assert GAME.legal_actions(placed, S0) == tuple(Kick(spot) for spot in SPOTS)
    assert refused(placed, S1, Kick("left")) == "8.2"


@pytest.mark.rule("8.1")
def test_the_kicking_team_does_not_place_the_keeper() -> None:
    assert refused(keeping(HOME, pitch("g1", "g2")), S0, PlaceKeeper("left")) == "8.1"


@pytest.mark.rule("8.1")
def test_the_spot_of_the_keeper_is_sealed_to_the_seat_that_placed_it() -> None:
    (placed,) = when(keeping(HOME, pitch("g1", "g2", "g3", "g4")), S3, PlaceKeeper("right"))
    assert placed == e.KeeperPlaced(S3, "right")
    assert (placed.SECRET, placed.known_to(), PlaceKeeper.SEALED) == (("spot",), (S3,), True)


@pytest.mark.rule("8.3")
@pytest.mark.parametrize("spot", SPOTS)
@pytest.mark.parametrize("keeper", SPOTS)
def test_a_kick_is_saved_where_the_keeper_stands_and_both_are_revealed(spot: Spot, keeper: Spot) -> None:
    state = kicking(S3, pitch("g1", "g2", "g3", "g4"), keeper)
    revealed = e.PenaltyKicked(S2, spot, S3, keeper, scored=spot != keeper)
    assert when(state, S2, Kick(spot))[0] == revealed


def _last_kick(shootout: Shootout, *, scores: bool, goals: tuple[int, int] = (2, 2)) -> list[e.Event]:
    """Take the next kick of a shoot-out and give what follows it."""
    on = pitch("", "", play=PLAYS, half=2, goals=goals, shootout=shootout)
    team = Team((shootout.first + len(shootout.kicks)) % 2)
    return when(kicking(Seat(1 - team), on, "left"), Seat(team), Kick("right" if scores else "left"))[1:]


@pytest.mark.rule("9.1")
@pytest.mark.parametrize(("goals", "winner"), [((2, 1), HOME), ((0, 3), AWAY)])
def test_more_goals_win_at_full_time(goals: tuple[int, int], winner: Team) -> None:
    state = choosing(HOME, 25, play=PLAYS, half=2, goals=goals)
    events = when(state, S0, PlayOn())
    assert events[1:] == [e.HalfEnded(2, goals), e.MatchEnded("full_time", winner, goals)]
    assert choosers(after(state, events)) == {}


@pytest.mark.rule("9.2", "9.3")
@pytest.mark.parametrize("first", [HOME, AWAY])
def test_a_level_match_goes_to_kicks_and_the_coin_names_who_begins(first: Team) -> None:
    state = choosing(HOME, 25, play=PLAYS, half=2, goals=(1, 1))
    events = when(state, S0, PlayOn(), coin_for("shootout", first))
    assert events[1:] == [e.HalfEnded(2, (1, 1)), e.CoinTossed("shootout", first), e.KickAwarded(first)]
    assert choosers(after(state, events)) == {Seat(1 - first): "where_to_keep/shootout/1"}


@pytest.mark.rule("9.3")
@pytest.mark.parametrize(("record", "due"), [("", AWAY), ("x", HOME), ("x-", AWAY), ("x-x", HOME), ("xxxx", AWAY)])
def test_the_teams_kick_in_turn(record: str, due: Team) -> None:
    assert _last_kick(kicks(HOME, record), scores=True) == [e.KickAwarded(due)]


@pytest.mark.rule("9.3")
def test_kicks_of_a_shootout_are_no_goals_of_the_match() -> None:
    on = pitch("", "", shootout=kicks(HOME, ""), goals=(2, 2))
    state = kicking(S1, on, "left")
    kicked = after(state, when(state, S0, Kick("right"))).pitch
    assert kicked.goals == (2, 2)
    assert kicked.shootout is not None
    assert [kick.scored for kick in kicked.shootout.kicks] == [True]


@pytest.mark.rule("9.3")
@pytest.mark.parametrize(
    ("first", "record", "scores", "winner", "score"),
    [
        (HOME, "xxx--", False, HOME, (2, 1)),
        (HOME, "xx---", True, AWAY, (1, 2)),
        (AWAY, "xxx--", False, AWAY, (1, 2)),
        (AWAY, "xx---", True, HOME, (2, 1)),
    ],
)
def test_more_of_three_kicks_each_win(
    first: Team, record: str, scores: bool, winner: Team, score: tuple[int, int]
) -> None:
    assert _last_kick(kicks(first, record), scores=scores) == [e.MatchEnded("penalties", winner, (2, 2), score)]


@pytest.mark.rule("9.4")
@pytest.mark.parametrize(
    ("record", "scores", "winner", "score"),
    [
        ("x-x", False, HOME, (2, 0)),
        ("-x-", True, AWAY, (0, 2)),
        ("xxx-", True, HOME, (3, 1)),
        ("xx-x", False, AWAY, (1, 2)),
    ],
)
def test_a_shootout_ends_once_the_rest_cannot_change_it(
    record: str, scores: bool, winner: Team, score: tuple[int, int]
) -> None:
    assert _last_kick(kicks(HOME, record), scores=scores) == [e.MatchEnded("penalties", winner, (2, 2), score)]


@pytest.mark.rule("9.4")
@pytest.mark.parametrize(("record", "scores"), [("x-", True), ("xxx-", False), ("-", True), ("x-x", True)])
def test_a_shootout_goes_on_while_the_rest_may_change_it(record: str, scores: bool) -> None:
    assert isinstance(_last_kick(kicks(HOME, record), scores=scores)[0], e.KickAwarded)


@pytest.mark.rule("9.5")
@pytest.mark.parametrize("record", ["xxxxx", "x--xx", "xxxxxxx"])
def test_level_after_three_each_or_after_a_pair_another_pair_follows(record: str) -> None:
    assert _last_kick(kicks(HOME, record), scores=True) == [e.KickAwarded(HOME)]


@pytest.mark.rule("9.5")
@pytest.mark.parametrize("scores", [True, False])
def test_the_first_kick_of_a_pair_decides_nothing(scores: bool) -> None:
    assert _last_kick(kicks(HOME, "xxxxxx"), scores=scores) == [e.KickAwarded(AWAY)]


@pytest.mark.rule("9.5")
@pytest.mark.parametrize(
    ("record", "scores", "winner", "score"),
    [
        ("------x", False, HOME, (1, 0)),
        ("-------", True, AWAY, (0, 1)),
        ("xxxxxxxxx", False, HOME, (5, 4)),
    ],
)
def test_the_first_pair_that_differs_ends_sudden_death(
    record: str, scores: bool, winner: Team, score: tuple[int, int]
) -> None:
    assert _last_kick(kicks(HOME, record), scores=scores) == [e.MatchEnded("sudden_death", winner, (2, 2), score)]


@pytest.mark.rule("9.6")
def test_the_outcome_tells_the_match_and_the_shootout_apart() -> None:
    on = pitch("", "", "", "", goals=(2, 2), shootout=kicks(AWAY, "xxxxxxx-"))
    assert GAME.outcome(Finished(on, "sudden_death", AWAY)) == Outcome(
        ending="sudden_death",
        scores=(2, 2, 2, 2),
        ranking=(3, 1, 3, 1),
        winners=(S1, S3),
        teams=((S0, S2), (S1, S3)),
        goals=(2, 2),
        penalties=(3, 4),
    )


@pytest.mark.rule("9.6")
def test_the_outcome_of_full_time_has_no_shootout() -> None:
    assert GAME.outcome(Finished(pitch("", "", goals=(3, 1)), "full_time", HOME)) == Outcome(
        ending="full_time",
        scores=(3, 1),
        ranking=(1, 2),
        winners=(S0,),
        teams=((S0,), (S1,)),
        goals=(3, 1),
    )


def test_a_match_under_way_has_no_outcome() -> None:
    with pytest.raises(ValueError, match="not over"):
        GAME.outcome(keeping(HOME, pitch("g1", "g2")))


@pytest.mark.rule("9.7")
@pytest.mark.parametrize("action", [lay("g1"), Shoot(), PlayOn(), PlaceKeeper("left"), Kick("left")])
def test_nobody_acts_after_the_end(action: Action) -> None:
    state: State = Finished(pitch("g1", "g2"), "full_time", HOME)
    assert choosers(state) == {}
    assert GAME.legal_actions(state, S0) == ()
    assert refused(state, S0, action) == "9.7"
