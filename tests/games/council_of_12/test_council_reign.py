"""Section 12: the reign."""

import pytest

from domain.games.council_of_12 import state as s
from domain.games.council_of_12.pieces import Line
from domain.games.council_of_12.scoring import greatest_obstacle, outcome, outcome_line
from tests.games.council_of_12.given import EDITION, council

CROWNS = sum(EDITION.characters[character].crown for character in council().company)


def value(number: int) -> int:
    return EDITION.dilemma(number).value


@pytest.mark.rule("12.1", "1.1")
def test_a_reign_adds_values_crowns_and_favor() -> None:
    settled = (
        s.Settled(5, rung=False, resolved=True),
        s.Settled(33, rung=True, resolved=True),
        s.Settled(20, rung=True, resolved=False, cost=2),
    )
    state = council(3, settled=settled, favor=2, phase=s.Finished("won"), throne="oracle", boxes=(True, False, True))
    end = outcome(state)
    assert end.duration == value(5) + 2 * value(33) + CROWNS + 2
    assert end.scores == (end.duration,) * 3
    assert end.ranking == (1, 1, 1)
    assert end.winners == (0, 1, 2)
    assert (end.throne, end.silent_boxes, end.month, end.won) == ("oracle", 2, None, True)


@pytest.mark.rule("12.2")
@pytest.mark.parametrize(
    ("duration", "line"),
    [
        (0, "dismissed"),
        (23, "dismissed"),
        (24, "content"),
        (34, "content"),
        (35, "honoured"),
        (60, "honoured"),
        (61, "showered"),
        (78, "showered"),
        (79, "secure"),
        (109, "secure"),
        (110, "boundless"),
        (160, "boundless"),
    ],
)
def test_the_outcome_line_follows_the_duration(duration: int, line: Line) -> None:
    assert outcome_line(duration) == line


@pytest.mark.rule("12.3", "1.1")
def test_an_early_loss_counts_all_seven_crowns_and_nobody_wins() -> None:
    end = outcome(council(settled=(), favor=0, phase=s.Finished("favor_spent"), boxes=()))
    assert end.duration == CROWNS
    assert end.winners == ()
    assert (end.ending, end.won, end.throne) == ("favor_spent", False, None)


@pytest.mark.rule("12.4")
def test_the_dearest_penalty_is_the_greatest_obstacle() -> None:
    settled = (
        s.Settled(20, rung=False, resolved=False, cost=2),
        s.Settled(22, rung=False, resolved=False, cost=1),
        s.Settled(36, rung=False, resolved=True),
    )
    assert greatest_obstacle(council(settled=settled)) == 20


@pytest.mark.rule("12.4")
def test_of_equal_penalties_the_later_counts() -> None:
    settled = (s.Settled(20, rung=False, resolved=False, cost=2), s.Settled(3, rung=False, resolved=False, cost=2))
    assert greatest_obstacle(council(settled=settled)) == 3


@pytest.mark.rule("12.4")
def test_without_a_penalty_the_most_difficult_of_the_seven_counts() -> None:
    assert greatest_obstacle(council(deck=(5, 31, 4, 36, 22, 23, 33))) == 36
