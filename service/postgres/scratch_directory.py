"""A short-lived folder of our own outside the data folder, for the two things that cannot live inside it.

A socket's path has at most 107 bytes, so a deep data folder gets a short alias; and a server user that cannot
reach the installed binaries (below a private home, say) gets a copy. No foreign folder is opened up for either.
"""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from service.postgres.account import Account
from service.postgres.errors import OWN_DATABASE, PostgresUnavailable
from service.postgres.program import Program

_PREFIX = "chronicle-"
_SOCKET = ".s.PGSQL.5432"
_LONGEST = 107
_FURTHER_PLACES = ("/tmp", "/var/tmp", "/run", "/dev/shm")  # noqa: S108 -- mkdtemp makes a folder of our own there


def fits_a_socket(folder: Path) -> bool:
    """Whether clients can be sent to a socket in `folder`: its path has a limit, and a comma would part hosts."""
    path = os.fsencode(folder / _SOCKET)
    return len(path) <= _LONGEST and b"," not in path


class ScratchDirectory:
    """The folder, made when first needed and recorded, so that the next start clears away what a killed one left."""

    def __init__(self, record: Path) -> None:
        """Go by the record, a symbolic link in a folder of ours."""
        self._record = record
        self._guard: int | None = None
        self._folder: Path | None = None
        self.clear()

    def program_for(self, account: Account, program: Program) -> Program:
        """The program, or a copy of it that `account` can run; raises PostgresUnavailable if there is no place."""
        if program.major(account) is not None:
            return program
        for folder in self._made():
            copy = program.copy_to(folder)
            if copy.major(account) is not None:
                return copy
        message = (
            f"User {account.uid} can run PostgreSQL neither from {program.root} nor from a folder for temporary files: "
            f"install where every user may look, start the service as an ordinary user, {OWN_DATABASE}."
        )
        raise PostgresUnavailable(message)

    def way_to_socket(self, cluster: Path) -> Path:
        """The folder under which clients find the socket that the server puts into its cluster."""
        if fits_a_socket(cluster):
            return cluster
        for folder in [self._folder] if self._folder else self._made():
            alias = folder / "s"
            alias.symlink_to(cluster)
            return alias
        message = f"{cluster} is too deep for a socket and there is no folder for temporary files: set TMPDIR."
        raise PostgresUnavailable(message)

    def clear(self) -> None:
        """Remove the recorded folder; leave alone whatever else may have come by its name."""
        if self._guard is not None:
            os.close(self._guard)
        self._guard = self._folder = None
        if self._record.is_symlink():
            folder = self._record.readlink()
            if folder.name.startswith(_PREFIX) and not folder.is_symlink() and _is_ours(folder):
                shutil.rmtree(folder)
            self._record.unlink()

    def _made(self) -> Iterator[Path]:
        """A new folder in one place after the other, until the caller is content."""
        for place in dict.fromkeys((tempfile.gettempdir(), *_FURTHER_PLACES)):
            self.clear()
            with suppress(OSError):
                folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=place))
                self._record.symlink_to(folder)
                folder.chmod(0o711)
                self._keep(folder)
                if fits_a_socket(folder / "s"):
                    yield folder

    def _keep(self, folder: Path) -> None:
        # What cleans temporary folders by age passes over those that somebody holds a lock on.
        self._folder = folder
        self._guard = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        fcntl.flock(self._guard, fcntl.LOCK_SH)


def _is_ours(folder: Path) -> bool:
    return folder.is_dir() and folder.stat().st_uid == os.geteuid()
