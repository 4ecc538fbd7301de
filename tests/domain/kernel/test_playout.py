"""Playing in memory: the bench's and the properties' way through a game."""

import random

import pytest
from msgspec.structs import replace

from domain.kernel.basics import Seat
from domain.kernel.chance import Draws
from domain.kernel.errors import Refused
from domain.kernel.game import AnyGame, BotContext, Table, play_at_random
from domain.kernel.messages import Action, View, Viewer
from domain.kernel.playout import fold, playout, state_after_setup, steps
from tests.toy.game import GAME as PEBBLES
from tests.toy.game import STANDARD, PebbleOptions

SEED = bytes(range(32))
TABLE = Table(3, PebbleOptions(), STANDARD)
GAME: AnyGame = PEBBLES
BOTS = [GAME.bots[name] for name in ("random", "highest", "highest")]


def test_a_playout_gives_what_its_steps_lead_to() -> None:
    # given a laid table
    draws = Draws(SEED)
    state = state_after_setup(GAME, TABLE, draws)
    # when bots play it step by step
    taken = list(steps(GAME, state, draws, BOTS, random.Random(1)))
    # then each step goes on where the one before ended
    assert [step.before for step in taken] == [state, *(step.after for step in taken[:-1])]
    assert all(step.after == fold(GAME.evolve, step.before, step.events) for step in taken)
    # and the same seeds play the same match
    assert playout(GAME, TABLE, SEED, BOTS, random.Random(1)) == GAME.outcome(taken[-1].after)


def test_a_table_that_the_game_does_not_take_is_not_laid() -> None:
    faceless = Table(3, PebbleOptions(), replace(STANDARD, faces=0))
    with pytest.raises(Refused) as caught:
        state_after_setup(GAME, faceless, Draws(SEED))
    assert caught.value.code == "unprocessable"


def test_a_bot_looks_only_when_it_wants_to_and_once() -> None:
    # given a chair before a laid table, which counts the looks
    state = state_after_setup(GAME, TABLE, Draws(SEED))
    looks: list[Viewer] = []

    def look() -> View:
        looks.append(Viewer(frozenset((Seat(0),))))
        shown: View = GAME.view(state, looks[-1])
        return shown

    chair: BotContext[Action, View] = BotContext(Seat(0), GAME.legal_actions(state, Seat(0)), look, random.Random(1))
    # then a random choice, which may be any, needs none
    assert {repr(play_at_random(chair)) for _ in range(60)} == set(map(repr, chair.actions))
    assert looks == []
    # and the view is made once
    assert chair.view is chair.view
    assert len(looks) == 1
