"""The balance that BALANCE.md reports: how often bots win, and that their reigns spread over the outcome table."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import cast, get_args

import pytest

from domain.games.council_of_12 import GAME
from domain.games.council_of_12.actions import Options
from domain.games.council_of_12.pieces import MONTHS, Line, Month, Setup
from domain.games.council_of_12.scoring import Outcome
from domain.kernel.game import AnyGame, Table
from domain.kernel.playout import playout
from tests.games.council_of_12.given import EDITION

pytestmark = pytest.mark.broad

COUNCIL: AnyGame = GAME
LINES: tuple[Line, ...] = get_args(Line)
every_number_of_seats = pytest.mark.parametrize("seats", GAME.seats)


def played(setup: Setup, seats: int, matches: int) -> Iterator[Outcome]:
    """Outcomes of the first matches of the report."""
    table = Table(seats, Options(setup=setup), EDITION)
    bots = [COUNCIL.bots["sensible"]] * seats
    for number in range(matches):
        yield cast("Outcome", playout(COUNCIL, table, number.to_bytes(32, "big"), bots, random.Random(number)))


@every_number_of_seats
def test_standard_is_neither_lost_nor_won_as_a_rule_and_reigns_spread(seats: int) -> None:
    outcomes = list(played("standard", seats, 100))
    assert 35 <= sum(outcome.won for outcome in outcomes) <= 75
    assert {outcome.line for outcome in outcomes} == set(LINES) - {"boundless"}


@every_number_of_seats
@pytest.mark.parametrize("month", MONTHS)
def test_every_month_can_be_won(month: Month, seats: int) -> None:
    assert any(outcome.won for outcome in played(month, seats, 200))


@every_number_of_seats
@pytest.mark.parametrize("month", ["march", "october"])
def test_every_line_of_the_outcome_table_comes_up_within_a_month(month: Month, seats: int) -> None:
    lines = Counter(outcome.line for outcome in played(month, seats, 100))
    assert set(lines) == set(LINES)
    assert min(lines.values()) > 1


@pytest.mark.slow
@every_number_of_seats
def test_no_line_of_the_outcome_table_is_a_rarity(seats: int) -> None:
    # given as many standard matches as of each month
    setups: tuple[Setup, ...] = ("standard", *MONTHS)
    lines = Counter(outcome.line for setup in setups for outcome in played(setup, seats, 100))
    # then each of the six lines comes up at least once in a hundred matches
    assert set(lines) == set(LINES)
    assert min(lines.values()) * 100 >= lines.total()
