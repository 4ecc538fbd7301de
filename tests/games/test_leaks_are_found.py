"""The search for leaks distinguishes toy games with one leak each from the honest one."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace as with_functions
from typing import Any

import pytest
from msgspec.structs import replace

from domain.kernel.basics import Seat
from domain.kernel.chance import Draws
from domain.kernel.game import AnyGame
from domain.kernel.messages import Decision, Viewer
from domain.kernel.transition import Decided
from tests.games.test_every_game import hidden_choices_compared, looks_alike
from tests.kit.playthroughs import play
from tests.kit.tables import tables
from tests.kit.worlds import exchanges
from tests.toy.game import GAME as PEBBLES
from tests.toy.game import HideOne, PebbleAction, PebbleEvent, PebbleHidden, PebbleState, PebbleView
from tests.toy.game import decide as decide_pebbles
from tests.toy.game import legal_actions as legal_pebbles
from tests.toy.game import pending as pending_pebbles
from tests.toy.game import view as view_pebbles


class Louder(PebbleHidden, frozen=True, tag="louder"):
    """Tells in its open part whether the hidden pebble is an even one."""

    even: bool = False


def tells_in_the_view(state: PebbleState, viewer: Viewer) -> PebbleView:
    chosen = tuple(Seat(pebble) for pebble in state.hidden if pebble is not None)
    return replace(view_pebbles(state, viewer), chosen=chosen)


def tells_in_the_decision(state: PebbleState) -> Mapping[Seat, Decision]:
    told = sum(pebble or 0 for pebble in state.hidden)
    return {seat: HideOne(f"{decision.id}/{told}") for seat, decision in pending_pebbles(state).items()}


def tells_in_the_event(state: PebbleState, seat: Seat, action: PebbleAction, draws: Draws) -> Decided[Any, PebbleState]:
    def louder(event: PebbleEvent) -> PebbleEvent:
        return Louder(event.seat, event.pebble, event.pebble % 2 == 0) if isinstance(event, PebbleHidden) else event

    decided = decide_pebbles(state, seat, action, draws)
    return replace(decided, events=tuple(map(louder, decided.events)))


def tells_in_what_may_be_done(state: PebbleState, seat: Seat) -> Sequence[PebbleAction]:
    actions = legal_pebbles(state, seat)
    return actions[::-1] if any((pebble or 0) % 2 for pebble in state.hidden) else actions


def tells_the_bag(state: PebbleState, viewer: Viewer) -> PebbleView:
    return replace(view_pebbles(state, viewer), bag=state.bag)


def search(game: AnyGame) -> None:
    for number in range(4):
        table = tables(game)[number]
        played = play(game, table, bytes([number] * 32), ["random"] * table.seats, random.Random(number))
        hidden_choices_compared(played, [*range(len(played.steps))])
        for step in range(len(played.steps)):
            for viewer in played.viewers():
                for other in exchanges(played, step, viewer):
                    looks_alike(game, viewer, played.steps[step].before, other)


def test_the_honest_game_has_no_leak() -> None:
    search(PEBBLES)


@pytest.mark.parametrize(
    "leaky",
    [
        with_functions(PEBBLES, view=tells_in_the_view),
        with_functions(PEBBLES, view=tells_the_bag),
        with_functions(PEBBLES, pending=tells_in_the_decision),
        with_functions(PEBBLES, decide=tells_in_the_event),
        with_functions(PEBBLES, legal_actions=tells_in_what_may_be_done),
    ],
    ids=["view", "dealt cards", "pending", "event", "legal actions"],
)
def test_a_leak_is_found(leaky: AnyGame) -> None:
    with pytest.raises(AssertionError):
        search(leaky)
