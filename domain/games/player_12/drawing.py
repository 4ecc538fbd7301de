"""Drawing of a view as plain text: score, pitch, seats, table, latest roll and latest kick."""

from collections.abc import Iterator
from typing import Final

from domain.games.player_12.pieces import Space, percent_at
from domain.games.player_12.view import SeatView, View

_SPACES: Final = 7


def draw(view: View) -> str:
    """Return the view as text, with team 0's goal on the left."""
    return "\n".join(_lines(view))


def _lines(view: View) -> Iterator[str]:
    yield f"Half {view.half}, play {view.play}: team 0 {view.goals[0]} - {view.goals[1]} team 1 ({view.phase})"
    yield f"|{' '.join(_space(view, Space(space)) for space in range(_SPACES))}|"
    yield from (_seat(seat) for seat in view.seats)
    if view.table:
        yield "Table: " + ", ".join(f"{laid.card} by seat {laid.seat}" for laid in view.table)
    if view.roll is not None:
        yield f"Last roll: {view.roll.result} for team {view.roll.team} on the {view.roll.die} per cent die"
    if view.kick is not None:
        result = "scored" if view.kick.scored else "was saved"
        yield f"Last kick: seat {view.kick.kicker} {result}, {view.kick.spot} against {view.kick.keeper_spot}"
    if view.shootout is not None:
        yield f"Shoot-out: {view.shootout.score[0]} - {view.shootout.score[1]}"
    if view.winner is not None:
        yield f"Team {view.winner} won: {view.ending}"


def _space(view: View, space: Space) -> str:
    name = str(percent_at(space) or "centre")
    return f"({name})" if space == view.ball.space else f" {name} "


def _seat(seat: SeatView) -> str:
    cards = f"holds {seat.cards}" if seat.hand is None else ", ".join(map(str, seat.hand)) or "no cards"
    return f"Seat {seat.seat} (team {seat.team}): {cards}"
