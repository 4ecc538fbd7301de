"""The PostgreSQL schema that holds every table of the service."""

from typing import Final

SCHEMA: Final = "chronicle"
SEARCH_PATH: Final = {"options": f"-c search_path={SCHEMA}"}
"""Connection parameters that resolve unqualified table names in the schema."""
