"""Builds the positions that the tests of Queen of 12 begin with, in few words."""

from collections.abc import Sequence
from typing import Any, Final, get_args

import msgspec
import pytest

from domain.games.queen_of_12 import GAME
from domain.games.queen_of_12.actions import Action, ChooseCard, Decline, Options, ReturnCard, TakeFanCard
from domain.games.queen_of_12.events import Cards, CardsRevealed, CrossingBegun, DiceRolled, Event, Share
from domain.games.queen_of_12.pieces import Character, Die, DieId, FieldName, bits_of
from domain.games.queen_of_12.state import Holding, State
from domain.kernel.basics import Seat
from domain.kernel.chance import Draws
from domain.kernel.errors import RuleBroken
from domain.kernel.game import Table
from domain.kernel.messages import Event as KernelEvent

SEED: Final = bytes(32)
S0, S1, S2, S3 = (Seat(number) for number in range(4))
PLAIN: Final = "R1=1 V1=4 Y1=5 | R2=6 V2=8 Y2=12"
"""Dice that no Knight and no Machine take."""


def cards(words: str) -> Cards:
    """Give the characters of a sentence."""
    found = tuple(words.split())
    assert set(found) <= set(get_args(Character)), f"no such character in {words!r}"
    return msgspec.convert(found, Cards)


def dice(words: str) -> tuple[Die, ...]:
    """Read dice: `R1=2 V1=8 | Y1=3`, those of the Mountains before the bar."""
    found: list[Die] = []
    for tray, part in zip(("mountains", "jungle"), words.split("|"), strict=True):
        for word in part.split():
            die, value = word.split("=")
            colour = GAME.editions["standard"].dice[msgspec.convert(die, DieId)]
            found.append(msgspec.convert({"id": die, "colour": colour, "tray": tray, "value": int(value)}, Die))
    return tuple(found)


def ids(words: str) -> tuple[DieId, ...]:
    """Give the ids of dice."""
    return msgspec.convert(words.split(), tuple[DieId, ...])


def field(name: str) -> FieldName:
    """Name a field."""
    return FieldName(name)


def fields(words: str) -> tuple[FieldName, ...]:
    """Name fields."""
    return tuple(FieldName(word) for word in words.split())


def bits(words: str) -> int:
    """Give fields as bits."""
    return bits_of(fields(words))


def holds(hand: str, pile: str = "", fan: str = "", crossed: str = "", **left: int) -> Holding:
    """Give a seat these cards and crosses; all no-crosses effects are left unless said otherwise."""
    effects = {"copy_dice": 1, "take_back": 1, "fan_card": 2} | left
    return Holding(hand=cards(hand), pile=cards(pile), fan=cards(fan), crossed=bits(crossed), **effects)


def table(seats: int = 3, edition: str = "standard", **options: Any) -> Table[Options, Any]:  # noqa: ANN401 -- options as in JSON
    """Lay a table."""
    return Table(seats, msgspec.convert(options, Options), GAME.editions[edition])


def laid(seats: int = 3, seed: bytes = SEED, **options: Any) -> tuple[State, list[Event]]:  # noqa: ANN401 -- likewise
    """Set a match up."""
    decided = GAME.setup(GAME.begin(table(seats, **options)), Draws(seed))
    return decided.state, list(decided.events)


def a_round(*holdings: Holding, rolled: str = PLAIN, number: int = 1, bag: int = 0, side: str = "A") -> State:
    """Begin a round in which seats have these things, and these dice were rolled."""
    empty = GAME.begin(table(len(holdings), sheet=side, first_bag=bag))
    seated = msgspec.structs.replace(empty, holdings=holdings)
    return GAME.evolve(seated, DiceRolled(number, Seat(bag), dice(rolled)))


def begun(*holdings: Holding) -> tuple[State, list[Event]]:
    """Begin the second round by the rules with these holdings: the state then, and what happened."""
    count = len(holdings)
    over = GAME.evolve(a_round(*holdings), CardsRevealed(((),) * count))
    shares = (*(Share(()),) * (count - 1), Share((), effect="may"))
    over = GAME.evolve(over, CrossingBegun(shares))
    return act(over, count - 1, Decline())


def act(state: State, seat: int, action: Action) -> tuple[State, list[Event]]:
    """Let a seat act: the state after it, and what happened."""
    decided = GAME.decide(state, Seat(seat), action, Draws(SEED))
    return decided.state, list(decided.events)


def lay(state: State, *plays: str) -> tuple[State, list[Event]]:
    """Let each seat lay its cards in turn: the state after it, and what happened since the last one was laid."""
    events: list[Event] = []
    for seat, words in enumerate(plays):
        for card in cards(words):
            state, events = act(state, seat, ChooseCard(card))
    return state, events[1:]


def of(events: Sequence[KernelEvent], *kinds: type[Any]) -> list[Any]:
    """Give the events of these kinds."""
    return [event for event in events if isinstance(event, kinds)]


def waiting(state: State) -> dict[int, str]:
    """Say which decision each seat is asked for, by its id."""
    return {int(seat): decision.id for seat, decision in GAME.pending(state).items()}


def choices(state: State, seat: int) -> Cards:
    """Give the cards among which a seat may choose, to lay, to return or to take."""
    actions = GAME.legal_actions(state, Seat(seat))
    return tuple(action.card for action in actions if isinstance(action, ChooseCard | ReturnCard | TakeFanCard))


def broken(state: State, seat: int, action: Action) -> str:
    """Give the rule that an action breaks."""
    with pytest.raises(RuleBroken) as caught:
        GAME.decide(state, Seat(seat), action, Draws(SEED))
    assert caught.value.rule is not None
    return caught.value.rule
