"""A read model is a record: its name, its tables, what it takes from the log and what it makes of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from psycopg import Cursor
from psycopg.rows import TupleRow

from domain.kernel.messages import Event
from projections.log import Entry

SCHEMA: Final = "chronicle_projections"
"""Where the tables are that queries read; while one is rebuilt, its successor is in another schema."""

Project = Callable[[Cursor[TupleRow], Sequence[Entry]], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Projection:
    """A read model.

    `tables` creates what is missing, by names without a schema: the search path says where. `kinds`
    are the events whose content it needs; where it `sees_newest` it is also shown the newest event of
    each match in a batch, whatever it is (without content). `project` takes entries in the order of the
    log into the tables, through a cursor whose transaction keeps the position too. Only one runs at a
    time, so it may read, reckon and write.
    """

    name: str
    tables: str
    kinds: tuple[type[Event], ...]
    sees_newest: bool
    project: Project
