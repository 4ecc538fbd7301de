"""Playthroughs: whole matches between bots with all their events, for property tests."""

import random
from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import Struct

from domain.kernel.basics import Seat, seats_of
from domain.kernel.chance import Draws
from domain.kernel.game import AnyGame, AnyTable
from domain.kernel.messages import OMNISCIENT, SPECTATOR, Action, Event, Viewer
from domain.kernel.playout import Step, steps
from tests.kit.tables import any_table

LIMIT = 20_000


class Playthrough(Struct, frozen=True):
    """Match between bots, from the empty table to the end."""

    game: AnyGame
    table: AnyTable
    seed: bytes
    laid: Sequence[Event]
    start: Any
    steps: tuple[Step, ...]

    def __repr__(self) -> str:
        """Data to reproduce the match."""
        return f"<{self.game.key}: {self.table.seats} seats, {self.table.options}, seed {self.seed.hex()}>"

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats of the table."""
        return seats_of(self.table.seats)

    @property
    def end(self) -> Any:  # noqa: ANN401 -- a state of any game
        """Final state, without pending decisions."""
        return self.steps[-1].after if self.steps else self.start

    def events(self, until: int | None = None) -> list[Event]:
        """Events from the empty table on, up to before a step."""
        return [*self.laid, *(event for step in self.steps[:until] for event in step.events)]

    def empty(self) -> Any:  # noqa: ANN401 -- a state of any game
        """State before the first event."""
        return self.game.begin(self.table)

    def viewers(self) -> list[Viewer]:
        """Viewers before the end: a spectator and each seat."""
        return [SPECTATOR, *(Viewer(frozenset((seat,))) for seat in self.seats)]

    def all_viewers(self) -> list[Viewer]:
        """All viewers, including the omniscient one after the end."""
        return [*self.viewers(), OMNISCIENT]


def play(game: AnyGame, table: AnyTable, seed: bytes, bots: Sequence[str], rng: random.Random) -> Playthrough:
    """Play a match with bots; fail if it does not end within `LIMIT` steps."""
    draws, empty = Draws(seed), game.begin(table)
    laid = game.setup(empty, draws)
    taken: list[Step] = []
    for step in steps(game, laid.state, draws, [game.bots[name] for name in bots], rng):
        taken.append(step)
        assert len(taken) < LIMIT, "the match does not end"
    return Playthrough(game, table, seed, laid.events, laid.state, tuple(taken))


@st.composite
def playthroughs(draw: st.DrawFn, game: AnyGame) -> Playthrough:
    """Strategy for matches of a game with any bots."""
    table = draw(any_table(game))
    bots = draw(st.lists(st.sampled_from(sorted(game.bots)), min_size=table.seats, max_size=table.seats))
    seed = draw(st.binary(min_size=32, max_size=32))
    return play(game, table, seed, bots, random.Random(draw(st.integers(0, 2**32))))


def union_of(kinds: Sequence[type[Any]]) -> Any:  # noqa: ANN401 -- a type form
    """Union of types, for decoding."""
    return reduce(or_, kinds)


def variants(game: AnyGame, actions: Sequence[Action]) -> list[Action]:
    """Actions with one field changed: a number, a word, or the length or order of a list."""
    encoded = [msgspec.to_builtins(action) for action in actions]
    words = {leaf for fields in encoded for leaf in leaves(fields) if isinstance(leaf, str)}
    found: list[Action] = []
    for fields in encoded:
        for name, value in fields.items():
            for other in _others(value, words):
                try:
                    found.append(msgspec.convert({**fields, name: other}, union_of(game.actions)))
                except msgspec.ValidationError:
                    continue
    return found


def leaves(value: object) -> set[object]:
    """All numbers and words inside a JSON value."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else None
    return {value} if inner is None else {leaf for each in inner for leaf in leaves(each)}


def _others(value: object, words: set[str]) -> list[object]:
    match value:
        case bool():
            return [not value]
        case int():
            return [value - 1, value + 1, -1, 99]
        case str():
            return [*sorted(words - {value})]
        case list() | tuple():
            return [[], [*value, *value], [*reversed(value)], [*value[1:]], [*value, *value[:1]]]
        case _:
            return []
