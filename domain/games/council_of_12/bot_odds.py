"""Odds to resolve a Dilemma while unknown cards are still to be revealed, for the bot `sensible`.

Each unknown card is assumed to be any card of a pool, equally likely and played as well as possible. The die and the
characters are those of the default edition.
"""

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from domain.games.council_of_12.dice import lies_on, paths, reached_over
from domain.games.council_of_12.edition import DEFAULT_EDITION, EDITIONS
from domain.games.council_of_12.effects import MatchObjective, ReplaceObjective, RollAndPlayAgain
from domain.games.council_of_12.pieces import FACES, Character, Face, Objective

_EDITION = EDITIONS[DEFAULT_EDITION]
CERTAIN = 0.999
"""Odds from which no better way is searched."""


class Position(Struct, frozen=True):
    """Position in a turn: the die, the objectives, and which of them were reached in this turn."""

    die: Face
    objectives: tuple[Objective, ...]
    reached: tuple[bool, ...]

    @property
    def resolves(self) -> bool:
        """Return whether the Dilemma is resolved if the turn ends here."""
        on = lies_on(self.die, self.objectives)
        if len(on) == 1:
            return on[0]
        return (self.reached[0] and on[1]) or (self.reached[1] and on[0])


class Upcoming(Struct, frozen=True):
    """Cards still to be revealed: `others` unknown ones of the pool, then the known card `last`, if any."""

    pool: tuple[Character, ...]
    others: int
    last: Character | None = None


def turned(position: Position, faces: tuple[Face, ...]) -> Position:
    """Return the position after the die moved along a path of faces."""
    reached = (
        position.reached
        if len(position.objectives) == 1
        else reached_over(faces, position.objectives, position.reached)
    )
    return Position(faces[-1], position.objectives, reached)


def replaced(position: Position, place: int, values: Objective) -> Position:
    """Return the position after an objective was replaced."""
    objectives = (*position.objectives[:place], values, *position.objectives[place + 1 :])
    reached = (*position.reached[:place], position.die in values, *position.reached[place + 1 :])
    return Position(position.die, objectives, reached if len(objectives) > 1 else position.reached)


@lru_cache(maxsize=1 << 14)
def after(card: Character, position: Position, *, first: bool) -> tuple[Position, ...]:
    """Return all positions to which a card can lead."""
    effect = _EDITION.characters[card].effect
    match effect:
        case RollAndPlayAgain():
            return tuple(turned(position, (face,)) for face in range(1, FACES + 1))
        case ReplaceObjective(values=values):
            return tuple(replaced(position, place, values) for place in range(len(position.objectives)))
        case MatchObjective():
            return (
                tuple(turned(position, (face,)) for face in sorted({*sum(position.objectives, ())}))
                if first
                else (position,)
            )
        case _:
            walks = paths(effect, position.die, _EDITION.neighbours)
            return tuple(dict.fromkeys(turned(position, faces) for faces in walks)) or (position,)


def odds_with(card: Character, position: Position, upcoming: Upcoming, *, first: bool = False) -> float:
    """Return the odds if a card is played now, before the upcoming ones."""
    positions = after(card, position, first=first)
    if isinstance(_EDITION.characters[card].effect, RollAndPlayAgain):
        return sum(odds(position, upcoming) for position in positions) / len(positions)
    return _best(positions, upcoming)


def _best(positions: Iterable[Position], upcoming: Upcoming) -> float:
    best = 0.0
    for position in positions:
        best = max(best, odds(position, upcoming))
        if best >= CERTAIN:
            break
    return best


@lru_cache(maxsize=1 << 16)
def odds(position: Position, upcoming: Upcoming) -> float:
    """Return the odds with only the upcoming cards to be revealed."""
    if upcoming.others and upcoming.pool:
        fewer = Upcoming(upcoming.pool, upcoming.others - 1, upcoming.last)
        return sum(odds_with(card, position, fewer) for card in upcoming.pool) / len(upcoming.pool)
    if upcoming.last is not None:
        return odds_with(upcoming.last, position, Upcoming((), 0))
    return float(position.resolves)
