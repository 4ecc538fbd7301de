"""Sets of projection tables: the set that queries read, and the set that a rebuild fills."""

from msgspec import Struct
from psycopg import Cursor
from psycopg.rows import TupleRow
from psycopg.sql import SQL, Identifier

from projections.projection import SCHEMA, Projection


class ProjectionTables(Struct, frozen=True):
    """One set of a projection's tables.

    `schema` is the database schema of the tables, `tracking_name` the name under which their position is stored.
    """

    projection: Projection
    schema: str
    name: str
    tracking_name: str


def served_tables(projection: Projection) -> ProjectionTables:
    """The tables that queries read."""
    return ProjectionTables(projection, SCHEMA, projection.name, f"{projection.name}@{projection.form}")


def rebuild_tables(projection: Projection) -> ProjectionTables:
    """The tables that a rebuild fills before they replace the served ones."""
    name = f"{projection.name}/built"
    return ProjectionTables(projection, f"{SCHEMA}_{projection.name}_built", name, name)


def create_empty(cursor: Cursor[TupleRow], tables: ProjectionTables) -> None:
    """Create empty tables, replacing existing ones of the same names."""
    staging = f"{tables.schema}_fresh"
    for schema in (tables.schema, staging):
        cursor.execute(SQL("CREATE SCHEMA IF NOT EXISTS {}").format(Identifier(schema)))
    cursor.execute("SELECT set_config('search_path', %s, true)", (staging,))
    cursor.execute(tables.projection.tables.encode())
    move_tables(cursor, staging, tables.schema)
    cursor.execute(SQL("DROP SCHEMA {}").format(Identifier(staging)))


def move_tables(cursor: Cursor[TupleRow], source: str, target: str) -> None:
    """Move all tables of a schema to another one, replacing tables of the same names."""
    cursor.execute("SELECT tablename::text FROM pg_tables WHERE schemaname = %s", (source,))
    for (table,) in cursor.fetchall():
        cursor.execute(SQL("DROP TABLE IF EXISTS {}").format(Identifier(target, table)))
        move = SQL("ALTER TABLE {} SET SCHEMA {}").format(Identifier(source, table), Identifier(target))
        cursor.execute(move)


def drop_schema(cursor: Cursor[TupleRow], tables: ProjectionTables) -> None:
    """Drop the schema of a set of tables, with everything in it."""
    cursor.execute(SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(Identifier(tables.schema)))
