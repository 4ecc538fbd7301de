"""Views: visible facts and hidden facts."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.games.player_12 import GAME
from domain.games.player_12 import events as e
from domain.games.player_12.drawing import draw
from domain.games.player_12.state import Finished, PenaltyKick, Roll, State
from domain.games.player_12.view import BallView, View
from domain.kernel.basics import Seat
from domain.kernel.messages import OMNISCIENT, SPECTATOR, Viewer
from tests.games.player_12.given import (
    AWAY,
    AWAY_25,
    HOME,
    S0,
    S1,
    S2,
    S3,
    cards,
    choosing,
    following,
    keeping,
    kicking,
    kicks,
    laid,
    leading,
    pitch,
)

FOUR = pitch("g1", "g2", "g3", "g4", rest=cards("b1 b2"))


def _eyes(*seats: Seat) -> Viewer:
    return Viewer(frozenset(seats))


def _shown(state: State, viewer: Viewer) -> dict[str, Any]:
    """Give the view as a client reads it."""
    shown: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(GAME.view(state, viewer)))
    return shown


@pytest.mark.rule("2.3")
def test_a_hand_is_shown_to_its_own_seat_alone() -> None:
    shown = _shown(leading(FOUR, S0), _eyes(S0))
    assert [seat.get("hand") for seat in shown["seats"]] == [
        [{"colour": "green", "number": 1, "plus": False}],
        None,
        None,
        None,
    ]
    assert [seat["cards"] for seat in shown["seats"]] == [1, 1, 1, 1]


@pytest.mark.rule("2.3", "2.4")
def test_a_spectator_is_shown_no_card_that_was_not_laid() -> None:
    shown = _shown(leading(FOUR, S0), SPECTATOR)
    assert all("hand" not in seat for seat in shown["seats"])
    assert (shown["rest"], "rest_cards" in shown) == (2, False)


@pytest.mark.rule("2.3", "2.4")
@pytest.mark.parametrize("viewer", [SPECTATOR, _eyes(S0)])
def test_the_view_does_not_change_with_what_is_hidden(viewer: Viewer) -> None:
    other = replace(FOUR, hands=(FOUR.hands[0], *(cards("p1"),) * 3), rest=cards("b3 b4"))
    assert _shown(leading(FOUR, S1), viewer) == _shown(leading(other, S1), viewer)


@pytest.mark.rule("2.4")
def test_everything_is_shown_after_the_end() -> None:
    shown = GAME.view(Finished(FOUR, "full_time", AWAY), OMNISCIENT)
    assert [seat.hand for seat in shown.seats] == list(FOUR.hands)
    assert (shown.rest_cards, shown.ending, shown.winner) == (cards("b1 b2"), "full_time", AWAY)


@pytest.mark.rule("2.3", "2.4")
def test_the_events_of_a_deal_are_sealed() -> None:
    dealt, rest = e.HandDealt(S2, cards("g1")), e.RestSetAside(1, cards("g2"))
    assert (dealt.SECRET, dealt.known_to()) == (("cards",), (S2,))
    assert (rest.SECRET, rest.known_to()) == (("cards",), ())


@pytest.mark.rule("8.1")
@pytest.mark.parametrize("viewer", [SPECTATOR, _eyes(S0, S2), _eyes(S3)])
def test_nobody_else_sees_where_the_keeper_stands_not_even_the_mate(viewer: Viewer) -> None:
    left, right = kicking(S1, FOUR, "left"), kicking(S1, FOUR, "right")
    assert _shown(left, viewer) == _shown(right, viewer)
    assert _shown(left, viewer)["penalty"] == {"team": HOME, "keeper": S1}


@pytest.mark.rule("8.1")
def test_the_seat_that_placed_the_keeper_sees_it() -> None:
    assert _shown(kicking(S1, FOUR, "left"), _eyes(S1))["penalty"] == {"team": HOME, "keeper": S1, "spot": "left"}


@pytest.mark.rule("8.3")
def test_a_kick_that_was_taken_is_shown_to_everybody() -> None:
    taken = PenaltyKick(S0, "left", S1, "right", scored=True)
    assert _shown(leading(replace(FOUR, kick=taken), S0), SPECTATOR)["kick"] == {
        "kicker": 0,
        "spot": "left",
        "keeper": 1,
        "keeper_spot": "right",
        "scored": True,
    }


def test_a_play_under_way_shows_the_table_the_plays_before_and_the_ball() -> None:
    won = e.PlayWon(1, 1, S1, AWAY_25)
    first = GAME.evolve(following(FOUR, S0, "g5 g6 g7 g8"), won)
    shown = GAME.view(following(first.pitch, S1, "p9"), SPECTATOR)
    assert (shown.phase, shown.table) == ("following", laid(S1, "p9", 4))
    assert [(play.cards, play.winner) for play in shown.plays] == [(laid(S0, "g5 g6 g7 g8", 4), S1)]
    assert shown.ball == BallView(AWAY_25, AWAY, 25)


def test_the_centre_is_in_no_half_and_has_no_percentage() -> None:
    assert _shown(leading(FOUR, S0), SPECTATOR)["ball"] == {"space": 3}


def test_what_is_due_is_shown() -> None:
    assert GAME.view(leading(FOUR, S1, S3), SPECTATOR).leaders == (S1, S3)
    offered = GAME.view(choosing(HOME, 50), SPECTATOR)
    assert (offered.phase, offered.choosing, offered.shot) == ("choosing", HOME, 50)
    given = GAME.view(keeping(AWAY, FOUR), SPECTATOR).penalty
    assert given is not None
    assert (given.team, given.keeper, given.spot) == (AWAY, None, None)


def test_the_last_roll_and_the_shootout_are_shown() -> None:
    roll = Roll("shot", HOME, 50, 3, "goal")
    shown = GAME.view(keeping(HOME, replace(FOUR, roll=roll, shootout=kicks(AWAY, "x-x"))), SPECTATOR)
    assert shown.roll == roll
    assert shown.shootout is not None
    assert (shown.shootout.first, len(shown.shootout.kicks), shown.shootout.score) == (AWAY, 3, (0, 2))


def test_a_view_survives_encoding() -> None:
    view = GAME.view(kicking(S1, replace(FOUR, shootout=kicks(HOME, "")), "left"), _eyes(S1))
    assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view


def test_a_drawing_says_what_the_view_holds_and_no_more() -> None:
    on = replace(FOUR, ball=AWAY_25, goals=(2, 1), roll=Roll("shot", HOME, 50, 3, "post"), play=4)
    assert draw(GAME.view(following(on, S0, "g5+ b1"), _eyes(S2))).splitlines() == [
        "Half 1, play 4: team 0 2 - 1 team 1 (following)",
        "| 70   50   25   centre  (25)  50   70 |",
        "Seat 0 (team 0): holds 1",
        "Seat 1 (team 1): holds 1",
        "Seat 2 (team 0): green 3",
        "Seat 3 (team 1): holds 1",
        "Table: green 5+ by seat 0, black 1 by seat 1",
        "Last roll: post for team 0 on the 50 per cent die",
    ]


def test_a_drawing_of_the_end_says_how_it_was_decided() -> None:
    shootout = kicks(HOME, "x-x-")
    on = pitch("", "", ball=AWAY_25, half=2, play=10, goals=(1, 1), shootout=shootout, kick=shootout.kicks[-1])
    assert draw(GAME.view(Finished(on, "penalties", HOME), OMNISCIENT)).splitlines()[2:] == [
        "Seat 0 (team 0): no cards",
        "Seat 1 (team 1): no cards",
        "Last kick: seat 1 was saved, left against left",
        "Shoot-out: 2 - 0",
        "Team 0 won: penalties",
    ]
