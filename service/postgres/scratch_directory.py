"""Scratch directory outside the data directory, for a short socket path and a copy of the PostgreSQL binaries.

A socket path has at most 107 bytes, so a deep data directory needs a short alias. A server user without access
to the installed binaries, in a private home directory for example, needs a copy. Permissions of other directories
stay unchanged.
"""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from service.postgres.account import Account
from service.postgres.errors import EXTERNAL_DATABASE_HINT, PostgresUnavailable
from service.postgres.program import Program

_PREFIX = "chronicle-"
_SOCKET = ".s.PGSQL.5432"
_MAX_SOCKET_PATH = 107
_FALLBACK_DIRECTORIES = ("/tmp", "/var/tmp", "/run", "/dev/shm")  # noqa: S108 -- mkdtemp creates a private directory


def fits_socket_path(directory: Path) -> bool:
    """Whether a client can connect to a socket in `directory`: its path is limited, and a comma separates hosts."""
    path = os.fsencode(directory / _SOCKET)
    return len(path) <= _MAX_SOCKET_PATH and b"," not in path


class ScratchDirectory:
    """A directory that is created on first use and recorded, so that the next start can remove it after a crash."""

    def __init__(self, record: Path) -> None:
        """Use `record`, a symbolic link to the directory. Removes the directory of an earlier process."""
        self._record = record
        self._lock: int | None = None
        self._directory: Path | None = None
        self.remove()

    def runnable_program(self, account: Account, program: Program) -> Program:
        """The program, or a copy that `account` can execute. Raises PostgresUnavailable if neither works."""
        if program.major_version(account) is not None:
            return program
        for directory in self._candidates():
            copy = program.copy_to(directory)
            if copy.major_version(account) is not None:
                return copy
        message = (
            f"User {account.uid} can execute PostgreSQL neither in {program.root} nor in a temporary directory: "
            f"install it where every user has access, start the service as an ordinary user, {EXTERNAL_DATABASE_HINT}."
        )
        raise PostgresUnavailable(message)

    def socket_directory(self, cluster: Path) -> Path:
        """The directory through which clients reach the socket in the cluster. Raises PostgresUnavailable."""
        if fits_socket_path(cluster):
            return cluster
        for directory in [self._directory] if self._directory else self._candidates():
            alias = directory / "s"
            alias.symlink_to(cluster)
            return alias
        message = f"The path of {cluster} is too long for a socket and no temporary directory is usable: set TMPDIR."
        raise PostgresUnavailable(message)

    def remove(self) -> None:
        """Remove the recorded directory, unless its name or owner shows that it is not a scratch directory."""
        if self._lock is not None:
            os.close(self._lock)
        self._lock = self._directory = None
        if self._record.is_symlink():
            directory = self._record.readlink()
            if directory.name.startswith(_PREFIX) and not directory.is_symlink() and _is_own(directory):
                shutil.rmtree(directory)
            self._record.unlink()

    def _candidates(self) -> Iterator[Path]:
        """Create the directory in one location after another, until the caller stops iterating."""
        for parent in dict.fromkeys((tempfile.gettempdir(), *_FALLBACK_DIRECTORIES)):
            self.remove()
            with suppress(OSError):
                directory = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=parent))
                self._record.symlink_to(directory)
                directory.chmod(0o711)
                self._protect(directory)
                if fits_socket_path(directory / "s"):
                    yield directory

    def _protect(self, directory: Path) -> None:
        # Cleaners of temporary directories skip locked ones.
        self._directory = directory
        self._lock = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        fcntl.flock(self._lock, fcntl.LOCK_SH)


def _is_own(directory: Path) -> bool:
    return directory.is_dir() and directory.stat().st_uid == os.geteuid()
