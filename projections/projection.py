"""A projection is a record: its name, its tables, the events that it takes from the log and the rows that it makes."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from psycopg import Cursor
from psycopg.rows import TupleRow

from domain.kernel.messages import Event
from projections.recorded_events import RecordedEvent

SCHEMA: Final = "chronicle_projections"
"""Where the tables are that queries read; while one is rebuilt, its successor is in another schema."""

Project = Callable[[Cursor[TupleRow], Sequence[RecordedEvent]], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Projection:
    """A read model, or another table that is filled from the log.

    `tables` creates what is missing, by names without a schema: the search path says where. `kinds`
    are the events whose content it needs; where it `sees_newest` it is also shown the newest event of
    each match in a batch, whatever it is (without content). `project` takes entries in the order of the
    log into the tables, through a cursor whose transaction keeps the position too. Only one runs at a
    time, so it may read, reckon and write. `revision` is raised when the same log comes to give other rows
    in the same tables.

    A projection that is not `rebuildable` has rows that the log cannot restore. Nothing drops them: `rebuild` refuses
    it, and a change of `tables` or `revision` needs a migration, which also renames the position (`form`).
    """

    name: str
    tables: str
    kinds: tuple[type[Event], ...]
    sees_newest: bool
    project: Project
    revision: int = 1
    rebuildable: bool = True

    @property
    def form(self) -> str:
        """Identifies the form of the rows. A rebuildable projection in another form starts again with empty tables."""
        return hashlib.sha256(f"{self.revision}{self.tables}".encode()).hexdigest()[:12]
