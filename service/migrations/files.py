"""The migrations that this version of the program knows: the SQL files of this folder, in order of their numbers."""

import hashlib
from importlib.resources import files
from typing import Final

from msgspec import Struct

_SUFFIX: Final = ".sql"


class Migration(Struct, frozen=True):
    """A numbered change of the schema; `sql` may hold several statements."""

    number: int
    name: str
    sql: str

    @property
    def checksum(self) -> str:
        """The SHA-256 of the statements, in hexadecimal."""
        return hashlib.sha256(self.sql.encode()).hexdigest()


def _read() -> tuple[Migration, ...]:
    found = [file for file in files(__package__).iterdir() if file.name.endswith(_SUFFIX)]
    return tuple(_migration(file.name, file.read_text("utf-8")) for file in sorted(found, key=lambda file: file.name))


def _migration(file_name: str, text: str) -> Migration:
    number, _, name = file_name.removesuffix(_SUFFIX).partition("_")
    return Migration(int(number), name, text)


MIGRATIONS: Final = _read()
