"""Drawing of a view as plain text: the dice, and each sheet with its crosses and the points of its lines."""

from collections.abc import Iterator

from domain.games.queen_of_12.events import Cards
from domain.games.queen_of_12.pieces import Die
from domain.games.queen_of_12.view import SeatView, View

_AREAS = (("L", "left"), ("R", "right"))
_WIDE = range(1, 6)
_RIVER = "  ~  "


def draw(view: View) -> str:
    """Draw a view. Colours are shown by their first letter; `[5]` is a crossed field."""
    return "\n".join(_lines(view))


def _lines(view: View) -> Iterator[str]:
    yield f"Round {view.round} of {view.rounds}, side {view.side}, bag with seat {view.bag} ({view.phase})"
    if view.trays:
        yield "In the trays: " + ", ".join(map(_die, view.trays))
    for seat in view.seats:
        yield ""
        yield from _seat(view, seat)


def _die(die: Die) -> str:
    return f"{die.colour} {die.value} ({die.tray})"


def _seat(view: View, seat: SeatView) -> Iterator[str]:
    won = isinstance(view.winners, tuple) and seat.seat in view.winners
    score = seat.score
    yield (
        f"Seat {seat.seat}: {score.total} points (left {score.left}, right {score.right}, first line {score.bonus}, "
        f"cards {score.cards}), {score.crosses} crosses" + (", and the crown" if won else "")
    )
    yield f"  hand {_cards(seat.hand)} | pile {_cards(seat.pile)} | fan {_cards(seat.fan)}"
    points: dict[str, int] = {line.id: line.points for line in seat.lines}
    for row in _WIDE:
        yield "  " + _RIVER.join(f"{_row(view, seat, area, row)} {points[f'{area}-row-{row}']:3}" for area, _ in _AREAS)
    yield "  " + _RIVER.join(
        "".join(f"{points[f'{area}-column-{column}']:4}" for column in _WIDE) + "    " for area, _ in _AREAS
    )


def _cards(cards: Cards) -> str:
    return ", ".join(cards) or "-"


def _row(view: View, seat: SeatView, area: str, row: int) -> str:
    fields = dict(_AREAS)[area]
    faces = getattr(view.sheet, fields)[row - 1]
    return "".join(_field(str(face), f"{area}{row}{column}" in seat.crossed) for column, face in enumerate(faces, 1))


def _field(face: str, crossed: bool) -> str:
    shown = face if face.isdigit() else face[0]
    return f"[{shown:>2}]" if crossed else f" {shown:>2} "
