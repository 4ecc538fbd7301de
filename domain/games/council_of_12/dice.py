"""The die: how effects turn it, and which objectives it has reached."""

from typing import assert_never

from domain.games.council_of_12.effects import AddToDie, DieEffect, DoubleOrHalve, Flip, Stay, TurnToNeighbour
from domain.games.council_of_12.pieces import FACES, OPPOSITE_SUM, Face, Objective

Path = tuple[Face, ...]
"""Faces that the die shows one after another. It stays on the last."""


def on_die(value: int) -> Face:
    """Return the value, limited to 1 to 12."""
    return max(1, min(FACES, value))


def paths(effect: DieEffect, die: Face, neighbours: tuple[tuple[Face, ...], ...]) -> tuple[Path, ...]:
    """Return all ways in which an effect turns the die, or none if it does not (rules 5.1 to 5.15)."""
    match effect:
        case TurnToNeighbour(times=times):
            return _walks(die, times, neighbours)
        case AddToDie(amounts=amounts):
            return tuple(dict.fromkeys((on_die(die + amount),) for amount in amounts))
        case DoubleOrHalve():
            return _doubled_or_halved(die)
        case Flip():
            return ((OPPOSITE_SUM - die,),)
        case Stay():
            return ()
        case _:
            assert_never(effect)


def _walks(die: Face, times: int, neighbours: tuple[tuple[Face, ...], ...]) -> tuple[Path, ...]:
    walks: tuple[Path, ...] = ((),)
    for _ in range(times):
        walks = tuple((*walk, face) for walk in walks for face in neighbours[(walk[-1] if walk else die) - 1])
    return walks


def _doubled_or_halved(die: Face) -> tuple[Path, ...]:
    if die == 1:
        return ((2,),)
    if die == FACES:
        return ((FACES // 2,),)
    return ((on_die(die * 2),), (die // 2,))


def lies_on(die: Face, objectives: tuple[Objective, ...]) -> tuple[bool, ...]:
    """Return for each objective whether the die shows one of its faces."""
    return tuple(die in objective for objective in objectives)


def reached_over(path: Path, objectives: tuple[Objective, ...], before: tuple[bool, ...]) -> tuple[bool, ...]:
    """Return for each objective whether it was reached before or is reached on the path (rule 6.2)."""
    return tuple(
        done or any(face in objective for face in path) for done, objective in zip(before, objectives, strict=True)
    )
