"""Positions for the tests of Claim Kingdoms."""

from collections.abc import Mapping, Sequence
from typing import TypedDict, Unpack

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.games.claim_kingdoms import GAME
from domain.games.claim_kingdoms.actions import Action, LayCard, Options
from domain.games.claim_kingdoms.edition import EDITIONS, STANDARD, Edition
from domain.games.claim_kingdoms.events import Event
from domain.games.claim_kingdoms.kingdom import Card, Kingdom
from domain.games.claim_kingdoms.pieces import FACTIONS, Faction, Space
from domain.games.claim_kingdoms.state import Hand, Laying, State
from domain.kernel.basics import Seat
from domain.kernel.chance import Draws
from domain.kernel.errors import RuleBroken
from domain.kernel.game import Table

RED, BLUE = Seat(0), Seat(1)
"""Seat 0, which has the first turn in these positions, and seat 1."""

Layout = Mapping[tuple[int, int], tuple[Faction, *tuple[Seat, ...]]]
"""Open cards by space: `{(0, 0): ("goblins", RED)}` is a Goblin with a red piece."""

EDITION = EDITIONS[STANDARD]


class Played(Struct):
    """Result of several actions: their events and the state after them."""

    events: list[Event]
    state: State


def draws(seed: int = 0) -> Draws:
    return Draws(seed.to_bytes(32, "big"))


def table(options: Options | None = None, seats: int = 2) -> Table[Options, Edition]:
    return Table(seats, options or Options(), EDITION)


def at(x: int, y: int) -> Space:
    return Space(x, y)


def kingdom(layout: Layout, turned: "Turned | None" = None) -> Kingdom:
    cards = {Space(*place): Card(faction, tuple(pieces)) for place, (faction, *pieces) in layout.items()}
    return Kingdom(cards, {Space(*place): faction for place, faction in (turned or {}).items()})


class Changes(TypedDict, total=False):
    """Fields of the state that a test may override."""

    mover: Seat
    turn: int
    supplies: tuple[int, int]
    scores: tuple[int, int]
    pile: tuple[Faction, ...]
    display: tuple[Faction, ...]
    hands: tuple[Hand, Hand]
    known: tuple[Hand, Hand]


Turned = Mapping[tuple[int, int], Faction]


def turn_of_red(layout: Layout, *, turned: Turned | None = None, **changes: Unpack[Changes]) -> State:
    """Build a state in which RED, the first seat, must lay a card in its fifth turn."""
    state = State(
        edition=EDITION,
        phase=Laying(),
        supplies=(10, 10),
        factions=FACTIONS,
        turn=9,
        kingdom=kingdom(layout, turned),
        pile=("knights", "undead", "giants", "trolls"),
        display=("dragons", "dwarves", "gnomes"),
        hands=(("goblins", "seers"), ("seers", "seers")),
    )
    return replace(state, **changes)


def turn_of_blue(layout: Layout, *, turned: Turned | None = None, **changes: Unpack[Changes]) -> State:
    """Build a state in which BLUE must lay a card in its fifth turn; both seats then have had five turns."""
    return replace(turn_of_red(layout, turned=turned, **changes), mover=BLUE, turn=10)


def play(state: State, *actions: Action, seed: int = 0) -> Played:
    """Apply actions of the mover, one after another."""
    events: list[Event] = []
    chance = draws(seed)
    for action in actions:
        decided = GAME.decide(state, state.mover, action, chance)
        events.extend(decided.events)
        state = decided.state
    return Played(events, state)


def lay(state: State, faction: Faction, x: int, y: int) -> State:
    """Give the mover a card and lay it on a space."""
    hand = (faction, *state.hands[state.mover][1:])
    hands = (hand, state.hands[BLUE]) if state.mover == RED else (state.hands[RED], hand)
    return play(replace(state, hands=hands), LayCard(faction, Space(x, y))).state


def offered(state: State) -> Sequence[Action]:
    """Return the legal actions of the mover."""
    return GAME.legal_actions(state, state.mover)


def refused(state: State, action: Action, seat: Seat | None = None) -> str | None:
    """Return the rule that an action breaks."""
    with pytest.raises(RuleBroken) as caught:
        GAME.decide(state, state.mover if seat is None else seat, action, draws())
    return caught.value.rule
