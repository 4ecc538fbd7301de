"""All tables of a game, for options with a finite number of values."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

from domain.kernel.errors import Refused
from domain.kernel.game import AnyGame, AnyTable, Table


def tables(game: AnyGame) -> list[AnyTable]:
    """All valid tables of a game: seats, editions, and options that are words, booleans or small integers."""
    editions = game.editions.values()
    drafts = (
        Table(seats, options, edition) for seats, edition, options in product(game.seats, editions, _options(game))
    )
    return [table for table in drafts if _fits(game, table)]


def _fits(game: AnyGame, table: AnyTable) -> bool:
    try:
        game.check(table)
    except Refused:
        return False
    return True


def _options(game: AnyGame) -> list[Any]:
    described = inspect.type_info(game.options)
    assert isinstance(described, inspect.StructType)
    default = game.options()
    choices = {field.name: list(_values(field.type)) or [getattr(default, field.name)] for field in described.fields}
    chosen = (dict(zip(choices, values, strict=True)) for values in product(*choices.values()))
    return [msgspec.convert(options, game.options) for options in chosen]


def _values(kind: inspect.Type) -> Iterator[object]:
    match kind:
        case inspect.BoolType():
            yield from (False, True)
        case inspect.NoneType():
            yield None
        case inspect.LiteralType(values=values):
            yield from values
        case inspect.IntType(ge=int(low), le=int(high)) if high - low < 16:
            yield from range(low, high + 1)
        case inspect.UnionType(types=types):
            for each in types:
                yield from _values(each)
        case _:
            return


def any_table(game: AnyGame) -> st.SearchStrategy[AnyTable]:
    """Strategy for the tables of a game."""
    return st.sampled_from(tables(game))
