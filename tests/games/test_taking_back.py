"""Retractable events of every game: they follow no draw and reveal no secret."""

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.kernel.chance import Draws
from domain.kernel.game import AnyGame
from domain.kernel.messages import Viewer
from domain.kernel.playout import Step
from tests.games.test_every_game import every_game, some
from tests.kit.playthroughs import Playthrough, play, playthroughs
from tests.kit.profiles import MATCHES
from tests.kit.story import GAMES
from tests.kit.tables import tables
from tests.kit.worlds import Move, World, exchanges, redacted


def may_be_taken_back(step: Step) -> bool:
    return all(event.RETRACTABLE for event in step.events)


def retractable(played: Playthrough) -> list[int]:
    return [number for number, step in enumerate(played.steps) if may_be_taken_back(step)]


@every_game
@settings(MATCHES)
@given(data=st.data())
def test_what_may_be_taken_back_took_no_draw(game: AnyGame, data: st.DataObject) -> None:
    played = data.draw(playthroughs(game))
    for number in retractable(played):
        step, draws = played.steps[number], Draws(played.seed)
        assert game.decide(step.before, step.seat, step.action, draws).events == step.events
        assert not draws.used


@every_game
@settings(MATCHES)
@given(data=st.data())
def test_what_may_be_taken_back_showed_nobody_what_was_hidden(game: AnyGame, data: st.DataObject) -> None:
    played = data.draw(playthroughs(game))
    for number in some(data, retractable(played), 10):
        nobody_learns(played, number)


@pytest.mark.slow
@every_game
def test_what_may_be_taken_back_never_showed_anybody_what_was_hidden(game: AnyGame) -> None:
    for number, table in enumerate(tables(game)):
        played = play(game, table, number.to_bytes(32, "big"), ["random"] * table.seats, random.Random(number))
        for each in retractable(played)[::3]:
            nobody_learns(played, each)


def nobody_learns(played: Playthrough, number: int) -> int:
    """Compare a step with the same one in worlds that a viewer could not tell apart before; how many there were."""
    compared = 0
    for viewer in played.viewers():
        for one, other in same_steps(played, number, viewer):
            compared += 1
            assert redacted(one, played.seed, viewer) == redacted(other, played.seed, viewer)
            assert played.game.view(one.state, viewer) == played.game.view(other.state, viewer)
    return compared


def same_steps(played: Playthrough, number: int, viewer: Viewer) -> Iterator[tuple[World, World]]:
    step = played.steps[number]
    if step.action.SEALED and not viewer.knows(step.seat):
        return  # what was chosen is hidden, which another property looks after
    one = after(played, step.before, step)
    for state in exchanges(played, number, viewer):
        assert step.action in played.game.legal_actions(state, step.seat), "who saw the action learnt something"
        yield one, after(played, state, step)


def after(played: Playthrough, state: Any, step: Step) -> World:  # noqa: ANN401 -- a state of any game
    decided = played.game.decide(state, step.seat, step.action, Draws(played.seed))
    return World(decided.state, (Move(step.seat, step.action, decided.events),))


@every_game
def test_every_game_has_something_that_may_be_taken_back(game: AnyGame) -> None:
    met = compared = 0
    for number, seats in product(range(3), game.seats):
        table = next(table for table in tables(game) if table.seats == seats)
        played = play(game, table, number.to_bytes(32, "big"), ["random"] * seats, random.Random(number))
        met += len(retractable(played))
        compared += sum(nobody_learns(played, each) for each in retractable(played)[:20])
    assert met
    # and secrets that they could have shown, but for a game whose hidden cards are like those that are known
    assert (compared == 0) == (game.key == "claim_kingdoms")


def test_what_may_be_taken_back_in_claim_kingdoms_tells_nothing_of_its_pile() -> None:
    # given every such action of some matches, and the same table with its pile the other way round
    game, compared = GAMES.game("claim_kingdoms"), 0
    for number in range(5):
        played = play(game, tables(game)[0], bytes([number]) * 32, ["random"] * 2, random.Random(number))
        for step in (played.steps[each] for each in retractable(played)):
            state: Any = step.before
            turned = replace(state, pile=state.pile[::-1])
            # then the same happens
            assert game.decide(turned, step.seat, step.action, Draws(played.seed)).events == step.events
            compared += turned != state
    assert compared


def test_a_game_that_says_so_of_a_secret_is_found() -> None:
    # given a match of Player 12 and a card that was laid from a hand nobody else knows
    game = GAMES.game("player_12")
    played = play(game, tables(game)[0], bytes(32), ["random"] * 2, random.Random(1))
    laid = next(number for number, step in enumerate(played.steps) if type(step.action).__name__ == "LayCard")
    # then the properties above would not let it be taken back
    assert laid not in retractable(played)
    with pytest.raises(AssertionError):
        nobody_learns(played, laid)
