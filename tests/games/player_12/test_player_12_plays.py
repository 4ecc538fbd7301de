"""Sections 1, 2 and 5 of the rules: seats, hands, following, strength, who leads."""

import pytest

from domain.games.player_12 import GAME
from domain.games.player_12 import events as e
from domain.games.player_12.actions import Kick, LayCard, PlaceKeeper, PlayOn, Shoot
from domain.games.player_12.pieces import CENTRE, Space
from domain.games.player_12.scoring import best_of
from domain.games.player_12.state import State
from domain.kernel.basics import Seat
from domain.kernel.errors import Refused
from tests.games.player_12.given import (
    AWAY,
    HOME,
    HOME_50,
    S0,
    S1,
    S2,
    S3,
    about_to_win,
    after,
    card,
    cards,
    choosers,
    choosing,
    following,
    keeping,
    kicking,
    laid,
    lay,
    leading,
    opened,
    pitch,
    refused,
    table,
    team,
    when,
)


@pytest.mark.rule("1.1")
@pytest.mark.parametrize("seats", [0, 1, 3, 5])
def test_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(Refused) as error:
        GAME.check(table(seats))
    assert (error.value.code, error.value.rule) == ("unprocessable", "1.1")


@pytest.mark.rule("1.1")
@pytest.mark.parametrize("seats", [2, 4])
def test_two_and_four_seats_are_allowed(seats: int) -> None:
    assert GAME.check(table(seats)) is None  # type: ignore[func-returns-value] # it raises or says nothing


@pytest.mark.rule("1.2")
def test_even_seats_play_against_odd_ones() -> None:
    assert [team(seat) for seat in range(4)] == [HOME, AWAY, HOME, AWAY]


@pytest.mark.rule("1.3", "4.4")
@pytest.mark.parametrize("seat", [S1, S3])
def test_either_mate_may_lead_after_a_restart_and_then_the_other_follows_in_turn(seat: Seat) -> None:
    state = leading(pitch("g1", "g2", "g3", "g4"), S1, S3)
    assert choosers(state) == {S1: "lead/1/1", S3: "lead/1/1"}
    led = after(state, when(state, seat, LayCard(state.pitch.hands[seat][0])))
    assert choosers(led) == {Seat((seat + 1) % 4): "follow/1/1"}


@pytest.mark.rule("1.3")
@pytest.mark.parametrize("seat", [S0, S2])
def test_either_mate_may_shoot_or_play_on_and_the_first_answer_counts(seat: Seat) -> None:
    won = pitch("g1", "g2", "g3", "g4", ball=CENTRE)
    state = after(following(won, S1, "g5 g6 g7"), [e.CardLaid(S0, card("g1")), e.PlayWon(1, 1, S2, HOME_50)])
    state = after(state, [e.ShotOffered(HOME, 50)])
    assert choosers(state) == {S0: "shoot_or_play_on/1/1", S2: "shoot_or_play_on/1/1"}
    decided = after(state, when(state, seat, PlayOn()))
    assert refused(decided, Seat(2 - seat), Shoot()) == "6.1"


@pytest.mark.rule("1.3", "8.1", "8.2")
def test_either_mate_may_keep_and_either_may_kick() -> None:
    on = pitch("g1", "g2", "g3", "g4", play=3)
    state = keeping(HOME, on)
    assert choosers(state) == {S1: "where_to_keep/1/3", S3: "where_to_keep/1/3"}
    kept = after(state, when(state, S3, PlaceKeeper("left")))
    assert choosers(kept) == {S0: "where_to_kick/1/3", S2: "where_to_kick/1/3"}
    assert refused(kept, S1, PlaceKeeper("right")) == "8.1"
    kicked = after(kept, when(kept, S2, Kick("left")))
    assert refused(kicked, S0, Kick("right")) == "8.2"


@pytest.mark.rule("1.4")
def test_no_card_may_be_laid_while_something_else_is_due() -> None:
    assert refused(choosing(HOME, 50), S0, lay("g1")) == "1.4"
    assert refused(keeping(HOME, pitch("g1", "g2")), S1, lay("g2")) == "1.4"
    assert refused(kicking(S1, pitch("g1", "g2")), S0, lay("g1")) == "1.4"


@pytest.mark.rule("5.1")
def test_a_play_goes_round_in_rising_seat_order_from_its_leader() -> None:
    state: State = leading(pitch("g1", "g2", "g3", "g4"), S2)
    order = []
    while cards_due := GAME.pending(state):
        (seat,) = cards_due
        order.append(seat)
        events = when(state, seat, LayCard(state.pitch.hands[seat][0]))
        if any(isinstance(event, e.PlayWon) for event in events):
            break
        state = after(state, events)
    assert order == [S2, S3, S0, S1]


@pytest.mark.rule("5.1")
def test_a_seat_waits_for_its_turn() -> None:
    state = following(pitch("g1", "g2", "g3", "g4"), S2, "g9")
    assert refused(state, S0, lay("g1")) == "5.1"
    assert refused(state, S2, lay("g3")) == "5.1"


@pytest.mark.rule("5.1")
def test_a_play_of_two_seats_has_two_cards() -> None:
    state = about_to_win(S0)
    assert when(state, S0, lay("g9"))[:2] == [e.CardLaid(S0, card("g9")), e.PlayWon(1, 1, S0, Space(4))]


@pytest.mark.rule("5.2")
def test_a_card_of_another_hand_is_refused() -> None:
    assert refused(leading(pitch("g1 p2", "g3"), S0), S0, lay("g3")) == "5.2"
    assert refused(following(pitch("g1", "g3"), S1, "g4"), S0, lay("g6+")) == "5.2"


@pytest.mark.rule("5.3")
@pytest.mark.parametrize(("led", "allowed"), [("g5", "g1 g2+"), ("p5", "p7"), ("b5", "b1")])
def test_who_holds_the_led_colour_follows_with_it(led: str, allowed: str) -> None:
    state = following(pitch("g1 p7 g2+ b1", ""), S1, led)
    assert GAME.legal_actions(state, S0) == tuple(LayCard(one) for one in cards(allowed))
    for other in set(cards("g1 p7 g2+ b1")) - set(cards(allowed)):
        assert refused(state, S0, LayCard(other)) == "5.3"


@pytest.mark.rule("5.3")
def test_the_decision_to_follow_names_the_led_colour() -> None:
    (decision,) = GAME.pending(following(pitch("g1", ""), S1, "p5")).values()
    assert getattr(decision, "led", None) == "purple"


@pytest.mark.rule("5.4")
def test_without_the_led_colour_any_card_may_be_laid_and_black_is_no_obligation() -> None:
    state = following(pitch("p7 b1 p2", ""), S1, "g5")
    assert GAME.legal_actions(state, S0) == (lay("p7"), lay("b1"), lay("p2"))


@pytest.mark.rule("5.4")
def test_any_card_may_lead() -> None:
    state = leading(pitch("p7 b1 g2", "g1"), S0)
    assert GAME.legal_actions(state, S0) == (lay("p7"), lay("b1"), lay("g2"))


@pytest.mark.rule("5.5")
@pytest.mark.parametrize(
    ("better", "worse"), [("g6+", "g6"), ("g7", "g6+"), ("g7", "g6"), ("p8+", "p8"), ("b12", "b1")]
)
def test_a_plus_stands_between_its_number_and_the_next(better: str, worse: str) -> None:
    assert best_of(laid(S0, f"{worse} {better}", 2)).seat == S1
    assert best_of(laid(S0, f"{better} {worse}", 2)).seat == S0


@pytest.mark.rule("5.6")
@pytest.mark.parametrize(
    ("names", "winner"),
    [
        ("g6 g8+ g11 g2", S2),
        ("p9 b1 p3 g5", S1),
        ("p1 g12 g11 g10", S0),
        ("b2 g12 p12 b3", S3),
        ("b1 g12 p12 g11", S0),
        ("g12 b1 b2 g1", S2),
    ],
)
def test_black_beats_the_led_colour_which_beats_the_rest(names: str, winner: Seat) -> None:
    assert best_of(laid(S0, names, 4)).seat == winner


@pytest.mark.rule("5.6")
def test_the_best_card_wins_the_play_for_its_team() -> None:
    state = following(pitch("g11 g1", "g2", "g3", "g4", ball=CENTRE), S1, "g5 g6 g7")
    assert e.PlayWon(1, 1, S0, Space(4)) in when(state, S0, lay("g11"))
    assert e.PlayWon(1, 1, S3, Space(2)) in when(state, S0, lay("g1"))


@pytest.mark.rule("5.7")
def test_the_winner_alone_leads_the_next_play() -> None:
    state = following(pitch("g11 p1", "p2", "p3", "p4", ball=HOME_50), S1, "g5 g6 g7")
    going_on = after(state, when(state, S0, lay("g11")))
    assert choosers(going_on) == {S0: "lead/1/2"}
    assert refused(going_on, S2, lay("p3")) == "5.7"
    assert refused(going_on, S1, lay("p2")) == "5.7"


@pytest.mark.rule("4.4")
def test_only_the_team_that_restarts_may_lead() -> None:
    state = after(leading(pitch("g1", "g2", "g3", "g4"), S0), [opened(2, AWAY, CENTRE, seats=4)])
    assert refused(state, S0, lay("g1")) == "4.4"
