"""Drawing of a view as plain text: the kingdom as a map, the display, both seats and the factions."""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import UNSET

from domain.games.claim_kingdoms.pieces import Faction, Space
from domain.games.claim_kingdoms.view import Result, SeatView, Standing, View
from domain.kernel.basics import Seat

_SHORT: Final[Mapping[Faction, str]] = {
    "goblins": "Gob",
    "dwarves": "Dwa",
    "gnomes": "Gno",
    "trolls": "Tro",
    "undead": "Und",
    "dragons": "Dra",
    "seers": "See",
    "doppelgangers": "Dop",
    "giants": "Gia",
    "knights": "Kni",
}
_WIDTH: Final = 6
_TURNED: Final = "####"


def draw(view: View) -> str:
    """Draw a view. `Gob01` is a Goblin with a piece of each seat; `####` is a turned-over card."""
    return "\n".join(_lines(view))


def _lines(view: View) -> Iterator[str]:
    yield f"Turn {view.turn}, seat {view.mover} ({view.phase})"
    if view.kingdom:
        yield from _kingdom(view)
    yield f"Display: {_cards(view.display)} | pile: {view.pile} cards"
    for number, seat in enumerate(view.seats):
        yield _seat(Seat(number), seat)
    for standing in view.factions:
        yield _standing(standing)
    if view.result is not UNSET:
        yield _result(view.result)


def _kingdom(view: View) -> Iterator[str]:
    faces = {card.space: _SHORT[card.faction] + "".join(map(str, card.pieces)) for card in view.kingdom}
    faces |= {card.space: _TURNED for card in view.turned_over}
    columns = range(min(space.x for space in faces), max(space.x for space in faces) + 1)
    yield "      " + "".join(f"{x:^{_WIDTH}}" for x in columns).rstrip()
    for y in range(min(space.y for space in faces), max(space.y for space in faces) + 1):
        yield f"{y:>4}  " + "".join(f"{faces.get(Space(x, y), '.'):^{_WIDTH}}" for x in columns).rstrip()


def _seat(number: Seat, seat: SeatView) -> str:
    hand = f"holds {seat.cards}" if seat.hand is UNSET else f"holds {_cards(seat.hand)}"
    tile = "" if seat.tile is None else f" ({seat.tile}+)"
    return f"Seat {number}: {seat.score} points{tile}, {seat.supply} pieces in supply, {hand}"


def _cards(cards: tuple[Faction, ...]) -> str:
    return ", ".join(cards) or "no cards"


def _standing(standing: Standing) -> str:
    holder = "nobody" if standing.controller is None else f"seat {standing.controller}"
    one, other = standing.pieces
    return f"  {standing.faction:14} {standing.value:>2} points, pieces {one} to {other}: {holder}"


def _result(result: Result) -> str:
    if result.winners is UNSET:
        return f"Play has ended: {result.ending}"
    winners = " and ".join(f"seat {seat}" for seat in result.winners)
    return f"The throne goes to {winners}: {result.ending}, decided by {result.decided_by}"
