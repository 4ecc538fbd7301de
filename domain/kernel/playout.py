"""Plays a game with bots in memory: for simulations, benchmarks and the properties that every game must pass."""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from msgspec import Struct

from domain.kernel.basics import Seat
from domain.kernel.chance import Draws
from domain.kernel.game import AnyGame, AnyTable, Bot, BotContext
from domain.kernel.messages import Action, Event, Outcome, View, Viewer
from domain.kernel.transition import EventT

S = TypeVar("S")


class Step(Struct, frozen=True):
    """One action of a playout: the state before it, who acted, what was asked for and what happened."""

    before: object
    seat: Seat
    action: Action
    events: Sequence[Event]
    after: object


def fold(evolve: Callable[[S, EventT], S], state: S, events: Sequence[EventT]) -> S:
    """Take a state through events."""
    for event in events:
        state = evolve(state, event)
    return state


def laid_table(game: AnyGame, table: AnyTable, draws: Draws) -> object:
    """Give the state after setup; raises `Refused` where the game does not allow such a table."""
    game.check(table)
    return game.setup(game.begin(table), draws).state


def steps(
    game: AnyGame, state: object, draws: Draws, bots: Sequence[Bot[Action, View]], rng: random.Random
) -> Iterator[Step]:
    """Let one bot a seat play a laid table to its end; where several seats may act, any of them does next."""
    pending, legal_actions, decide = game.pending, game.legal_actions, game.decide
    while waiting := tuple(pending(state)):
        seat = waiting[int(rng.random() * len(waiting))] if len(waiting) > 1 else waiting[0]
        action = bots[seat](BotContext(seat, legal_actions(state, seat), partial(look, game, state, seat), rng))
        decided = decide(state, seat, action, draws)
        yield Step(state, seat, action, decided.events, decided.state)
        state = decided.state


def look(game: AnyGame, state: object, seat: Seat) -> View:
    """Show a state to a seat, exactly as to a person sitting there."""
    shown: View = game.view(state, Viewer(frozenset((seat,))))
    return shown


def playout(
    game: AnyGame, table: AnyTable, seed: bytes, bots: Sequence[Bot[Action, View]], rng: random.Random
) -> Outcome:
    """Play a whole match from a match seed and give its outcome."""
    draws = Draws(seed)
    state = laid_table(game, table, draws)
    for step in steps(game, state, draws, bots, rng):
        state = step.after
    return game.outcome(state)
