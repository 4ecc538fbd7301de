"""Type of a projection: its name, its tables, the events it needs, and the function that applies them."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from psycopg import Cursor
from psycopg.rows import TupleRow

from domain.kernel.messages import Event
from projections.recorded_events import RecordedEvent

SCHEMA: Final = "chronicle_projections"
"""Schema of the tables that queries read. A rebuild fills tables in another schema first."""

Project = Callable[[Cursor[TupleRow], Sequence[RecordedEvent]], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Projection:
    """Projection: tables computed from the log.

    `tables` is SQL that creates missing tables, without a schema: the search path decides it. `kinds` are the event
    types whose content the projection needs. If `sees_newest` is true, each batch also contains the newest event of
    each match, without content if it is of another type. `project` applies events in the order of the log; its
    transaction also stores the checkpoint. Only one `project` runs at a time, so it may read before it writes.
    Raise `revision` when the same log gives other rows in the same tables.

    The log cannot restore the rows of a projection that is not `rebuildable`. Nothing drops them: `rebuild` refuses it,
    and a change of `tables` or `revision` needs a migration, which also renames the checkpoint (`form`).
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
