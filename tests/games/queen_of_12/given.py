"""Positions for the tests of Queen of 12, in a short notation."""

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
"""Dice that neither the Knight nor the Machine takes."""


def cards(words: str) -> Cards:
    """Parse characters, separated by spaces."""
    found = tuple(words.split())
    assert set(found) <= set(get_args(Character)), f"no such character in {words!r}"
    return msgspec.convert(found, Cards)


def dice(words: str) -> tuple[Die, ...]:
    """Parse dice: `R1=2 V1=8 | Y1=3`, with the Mountains before the bar."""
    found: list[Die] = []
    for tray, part in zip(("mountains", "jungle"), words.split("|"), strict=True):
        for word in part.split():
            die, value = word.split("=")
            colour = GAME.editions["standard"].dice[msgspec.convert(die, DieId)]
            found.append(msgspec.convert({"id": die, "colour": colour, "tray": tray, "value": int(value)}, Die))
    return tuple(found)


def ids(words: str) -> tuple[DieId, ...]:
    """Return the ids of dice."""
    return msgspec.convert(words.split(), tuple[DieId, ...])


def field(name: str) -> FieldName:
    """Return a field by its id."""
    return FieldName(name)


def fields(words: str) -> tuple[FieldName, ...]:
    """Parse fields, separated by spaces."""
    return tuple(FieldName(word) for word in words.split())


def bits(words: str) -> int:
    """Parse fields into bits."""
    return bits_of(fields(words))


def holds(hand: str, pile: str = "", fan: str = "", crossed: str = "", **left: int) -> Holding:
    """Build the holding of a seat; all no-crosses effects are unused by default."""
    effects = {"copy_dice": 1, "take_back": 1, "fan_card": 2} | left
    return Holding(hand=cards(hand), pile=cards(pile), fan=cards(fan), crossed=bits(crossed), **effects)


def table(seats: int = 3, edition: str = "standard", **options: Any) -> Table[Options, Any]:  # noqa: ANN401 -- options as in JSON
    """Build a table."""
    return Table(seats, msgspec.convert(options, Options), GAME.editions[edition])


def laid(seats: int = 3, seed: bytes = SEED, **options: Any) -> tuple[State, list[Event]]:  # noqa: ANN401 -- likewise
    """Set up a match."""
    decided = GAME.setup(GAME.begin(table(seats, **options)), Draws(seed))
    return decided.state, list(decided.events)


def a_round(*holdings: Holding, rolled: str = PLAIN, number: int = 1, bag: int = 0, side: str = "A") -> State:
    """Build a state at the start of a round with these holdings and dice."""
    empty = GAME.begin(table(len(holdings), sheet=side, first_bag=bag))
    seated = msgspec.structs.replace(empty, holdings=holdings)
    return GAME.evolve(seated, DiceRolled(number, Seat(bag), dice(rolled)))


def begun(*holdings: Holding) -> tuple[State, list[Event]]:
    """Begin the second round with these holdings; return the state and the events."""
    count = len(holdings)
    over = GAME.evolve(a_round(*holdings), CardsRevealed(((),) * count))
    shares = (*(Share(()),) * (count - 1), Share((), effect="may"))
    over = GAME.evolve(over, CrossingBegun(shares))
    return act(over, count - 1, Decline())


def act(state: State, seat: int, action: Action) -> tuple[State, list[Event]]:
    """Apply an action of a seat; return the state and the events."""
    decided = GAME.decide(state, Seat(seat), action, Draws(SEED))
    return decided.state, list(decided.events)


def lay(state: State, *plays: str) -> tuple[State, list[Event]]:
    """Lay the cards of each seat in turn; return the state and the events of the last card."""
    events: list[Event] = []
    for seat, words in enumerate(plays):
        for card in cards(words):
            state, events = act(state, seat, ChooseCard(card))
    return state, events[1:]


def of(events: Sequence[KernelEvent], *kinds: type[Any]) -> list[Any]:
    """Return the events of these types."""
    return [event for event in events if isinstance(event, kinds)]


def waiting(state: State) -> dict[int, str]:
    """Return the id of the pending decision of each seat."""
    return {int(seat): decision.id for seat, decision in GAME.pending(state).items()}


def choices(state: State, seat: int) -> Cards:
    """Return the cards that a seat may lay, return or take."""
    actions = GAME.legal_actions(state, Seat(seat))
    return tuple(action.card for action in actions if isinstance(action, ChooseCard | ReturnCard | TakeFanCard))


def broken(state: State, seat: int, action: Action) -> str:
    """Return the rule that an action breaks."""
    with pytest.raises(RuleBroken) as caught:
        GAME.decide(state, Seat(seat), action, Draws(SEED))
    assert caught.value.rule is not None
    return caught.value.rule
