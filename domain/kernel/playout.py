"""Playouts: matches between bots in memory, for simulations, benchmarks and property tests."""

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
    """One action of a playout: acting seat, action and events, with the states before and after them."""

    before: object
    seat: Seat
    action: Action
    events: Sequence[Event]
    after: object


def fold(evolve: Callable[[S, EventT], S], state: S, events: Sequence[EventT]) -> S:
    """Apply events to a state in order."""
    for event in events:
        state = evolve(state, event)
    return state


def state_after_setup(game: AnyGame, table: AnyTable, draws: Draws) -> object:
    """State of a match after setup. Raises `Refused` if the game does not allow the table."""
    game.check(table)
    return game.setup(game.begin(table), draws).state


def steps(
    game: AnyGame, state: object, draws: Draws, bots: Sequence[Bot[Action, View]], rng: random.Random
) -> Iterator[Step]:
    """Play from a state to the end with one bot for each seat. If several seats must choose, a random one acts next."""
    pending, legal_actions, decide = game.pending, game.legal_actions, game.decide
    while waiting := tuple(pending(state)):
        seat = waiting[int(rng.random() * len(waiting))] if len(waiting) > 1 else waiting[0]
        action = bots[seat](
            BotContext(seat, legal_actions(state, seat), partial(view_for_seat, game, state, seat), rng)
        )
        decided = decide(state, seat, action, draws)
        yield Step(state, seat, action, decided.events, decided.state)
        state = decided.state


def view_for_seat(game: AnyGame, state: object, seat: Seat) -> View:
    """View of a state for a seat, identical to the view of a person in it."""
    view: View = game.view(state, Viewer(frozenset((seat,))))
    return view


def playout(
    game: AnyGame, table: AnyTable, seed: bytes, bots: Sequence[Bot[Action, View]], rng: random.Random
) -> Outcome:
    """Play a whole match from a match seed and return its outcome."""
    draws = Draws(seed)
    state = state_after_setup(game, table, draws)
    for step in steps(game, state, draws, bots, rng):
        state = step.after
    return game.outcome(state)
