"""Whole matches of Queen of 12: pieces are conserved, every event is known, and the bots play well."""

import random
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games.queen_of_12 import GAME
from domain.games.queen_of_12.events import AnyFieldCrossed, Event, FanLaid, FieldCrossed
from domain.games.queen_of_12.evolve import CHANGES
from domain.games.queen_of_12.pieces import Character
from domain.games.queen_of_12.state import CarryingOut, Crossing, Picking
from domain.kernel.basics import Seat, seats_of
from domain.kernel.playout import Step, playout
from tests.games.queen_of_12.given import of, table
from tests.kit.playthroughs import Playthrough, play
from tests.kit.profiles import MATCHES


@st.composite
def matches(draw: st.DrawFn) -> Playthrough:
    """Any match of this game."""
    seats = draw(st.integers(2, 4))
    options = {"sheet": draw(st.sampled_from("AB")), "fan": draw(st.sampled_from(["first_game", "random"]))}
    bots = draw(st.lists(st.sampled_from(sorted(GAME.bots)), min_size=seats, max_size=seats))
    rng = random.Random(draw(st.integers(0, 2**32)))
    return play(GAME, table(seats, **options), rng.randbytes(32), bots, rng)


@settings(MATCHES)
@given(match=matches())
def test_every_seat_keeps_its_cards(match: Playthrough) -> None:
    # given the fourteen characters without those set aside
    [fan] = of(match.laid, FanLaid)
    in_play = sorted(set(get_args(Character)) - set(fan.set_aside))
    assert len(in_play) == 10
    # then each seat has each of them once at any moment, somewhere
    for step in match.steps:
        state: Any = step.after
        for seat, mine in zip(match.seats, state.holdings, strict=True):
            played = state.played[seat] if isinstance(state, CarryingOut) else ()
            assert sorted((*mine.hand, *mine.pile, *mine.fan, *played)) == in_play


@settings(MATCHES)
@given(match=matches())
def test_every_die_lies_in_one_place(match: Playthrough) -> None:
    for step in match.steps:
        state: Any = step.after
        rolled = {die.id for die in state.dice}
        assert len(rolled) == len(state.dice)
        if isinstance(state, CarryingOut | Crossing | Picking):
            taken = [die for dice in state.taken for die in dice]
            assert len({die.id for die in taken}) == len(taken)
            assert set(taken) <= set(state.dice)
        if isinstance(state, CarryingOut):
            assert sorted((*state.trays, *taken), key=by_id) == sorted(state.dice, key=by_id)


def by_id(die: Any) -> str:  # noqa: ANN401 -- a die
    return str(die.id)


@settings(MATCHES)
@given(match=matches())
def test_every_cross_is_an_event_and_stays(match: Playthrough) -> None:
    for step in match.steps:
        made = of(step.events, FieldCrossed, AnyFieldCrossed)
        for seat in match.seats:
            before, after = crosses(step, seat)
            assert before & ~after == 0
            assert (after & ~before).bit_count() == sum(event.seat == seat for event in made)


def crosses(step: Step, seat: Seat) -> tuple[int, int]:
    before: Any = step.before
    after: Any = step.after
    return before.holdings[seat].crossed, after.holdings[seat].crossed


def test_evolve_knows_every_event() -> None:
    assert set(CHANGES) == set(GAME.events) == set(get_args(Event))


def wins_of_sensible(seats: int, matches: int) -> int:
    """Count the matches that a sensible bot wins against random bots, in each seat in turn."""
    won = 0
    for number in range(matches):
        bots: list[Any] = [GAME.bots["random"]] * seats
        bots[number % seats] = GAME.bots["sensible"]
        options = {"sheet": "AB"[number // seats % 2], "fan": ("first_game", "random")[number // 2 % 2]}
        outcome = playout(GAME, table(seats, **options), number.to_bytes(32, "big"), bots, random.Random(number))
        won += number % seats in outcome.winners
    return won


@pytest.mark.broad
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_sensible_bot_beats_random_ones(seats: int) -> None:
    assert wins_of_sensible(seats, 24) >= 18


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_sensible_bot_beats_random_ones_over_and_over(seats: int) -> None:
    assert wins_of_sensible(seats, 200) >= 170


def test_every_seat_may_have_a_bot_that_plays_sensibly() -> None:
    for seats in GAME.seats:
        match = play(GAME, table(seats), bytes(32), ["sensible"] * seats, random.Random(seats))
        assert len(GAME.outcome(match.end).scores) == len(seats_of(seats))
