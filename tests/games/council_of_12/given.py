"""Tables of Council of 12 as a test needs them: states built directly, and what an action makes of them."""
# ruff: noqa: ANN401 -- builders take whatever fields a state, card or option has

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from domain.games.council_of_12 import GAME, effects
from domain.games.council_of_12 import state as s
from domain.games.council_of_12.actions import Action, Options
from domain.games.council_of_12.decide import decide
from domain.games.council_of_12.edition import DEFAULT_EDITION, EDITIONS, Edition
from domain.games.council_of_12.events import Event
from domain.games.council_of_12.pieces import CHARACTERS, Character, Moment, Objective
from domain.games.council_of_12.setup import begin
from domain.games.council_of_12.state import Holding, State
from domain.kernel.basics import Seat
from domain.kernel.chance import Draws
from domain.kernel.game import Table

EDITION = EDITIONS[DEFAULT_EDITION]
HAND: tuple[Character, ...] = ("powerful_one", "druidess", "sorcerer", "automaton", "oracle")
PLAIN = 7
"""A Dilemma that the tests rewrite: one objective, no words unless they write some."""
TWIN = 21
"""A Dilemma with two objectives that the tests rewrite."""
EventT = TypeVar("EventT", bound=Event)


def seat(number: int) -> Seat:
    return Seat(number)


def draws(seed: int = 0) -> Draws:
    return Draws(seed.to_bytes(32, "big"))


def holding(hand: Sequence[Character] = HAND, discard: Sequence[Character] = ()) -> Holding:
    return Holding(tuple(hand), tuple(discard), tuple(c for c in CHARACTERS if c not in (*hand, *discard)))


def edition(number_of_card: int = PLAIN, **changes: Any) -> Edition:
    """The built-in edition with one Dilemma rewritten."""
    cards = list(EDITION.dilemmas)
    cards[number_of_card - 1] = replace(cards[number_of_card - 1], **changes)
    return replace(EDITION, dilemmas=tuple(cards))


def rewarded(use: effects.RewardUse, *when: Moment) -> Edition:
    """An edition whose Dilemma 1 gives that reward."""
    return edition(1, reward=effects.Reward(use, when))


def council(
    seats: int = 2,
    *,
    setup: Any = "standard",
    cards: Edition = EDITION,
    options: Options | None = None,
    **changes: Any,
) -> State:
    """A council in its second turn of seven, over the plain Dilemma; the Dame is the Petitioner."""
    state = begin(Table(seats, options or Options(setup=setup), cards))
    turn = s.Turn(
        number=2,
        petitioner="dame",
        dilemma=PLAIN,
        objectives=cards.dilemma(PLAIN).objectives,
        reached=tuple(False for _ in cards.dilemma(PLAIN).objectives),
    )
    table: dict[str, Any] = {
        "holdings": (holding(),) * seats,
        "favor": 3,
        "die": 1,
        "turn": turn,
        "shown": HAND,
        "company": (*HAND, "dame", "golem"),
        "petitioners": ("golem", *HAND[1:]),
        "seen": ("powerful_one", "dame"),
        "dilemmas": (4, 2, 22, 23, 33),
        "deck": (5, PLAIN, 4, 2, 22, 23, 33),
        "settled": (s.Settled(5, rung=False, resolved=True),),
        "boxes": (True,),
    }
    return replace(state, **(table | changes))


def on_turn(state: State, **changes: Any) -> State:
    return replace(state, turn=replace(state.turn, **changes))


def chosen(state: State, *cards: Character | None) -> State:
    """All seats have laid these cards and are about to reveal; seats without one played none."""
    holdings = tuple(
        replace(own, hand=tuple(c for c in own.hand if c != card), aside=tuple(c for c in own.aside if c != card))
        for own, card in zip(state.holdings, cards, strict=True)
    )
    return replace(state, phase=s.Revealing(cards), holdings=holdings)


def revealing(*cards: Character | None, **changes: Any) -> State:
    return chosen(council(len(cards), **changes), *cards)


def with_objectives(state: State, *objectives: Objective) -> State:
    reached = tuple(state.die in objective for objective in objectives)
    return on_turn(state, objectives=objectives, reached=reached)


def choosing(seats: int = 2, **changes: Any) -> State:
    return council(seats, phase=s.Choosing((None,) * seats), **changes)


def events_of(state: State, number: int, action: Action, seed: int = 0) -> list[Event]:
    """The events of an action."""
    return list(decide(state, Seat(number), action, draws(seed)).events)


def after(state: State, *moves: tuple[int, Action], seed: int = 0) -> State:
    """The state after some actions."""
    chance = draws(seed)
    for number, action in moves:
        state = decide(state, Seat(number), action, chance).state
    return state


def laid(seats: int = 3, seed: int = 0, *, cards: Edition = EDITION, **options: Any) -> list[Event]:
    """The events of setup."""
    chosen_options = msgspec.convert(options, Options)
    return list(GAME.setup(begin(Table(seats, chosen_options, cards)), draws(seed)).events)


def one(events: Sequence[Event], kind: type[EventT]) -> EventT:
    """The only event of a kind."""
    (event,) = [event for event in events if isinstance(event, kind)]
    return event


def tags(events: Sequence[Event]) -> list[str]:
    return [str(type(event).__struct_config__.tag) for event in events]
