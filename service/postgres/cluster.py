"""The folder of the database itself: made whole or not at all, and ready for a server to start in."""

import os
import shutil
import subprocess
from pathlib import Path

from service.postgres.account import Account, service_user
from service.postgres.errors import OWN_DATABASE, PostgresUnavailable
from service.postgres.program import ENVIRONMENT, Program

ROLE = "chronicle"

HERE = "/proc/self/cwd"
"""How the server is told its folder: by its working directory, so that no folder above needs to let it pass."""

_INITDB = (
    *("-D", HERE),
    *("--username", ROLE),
    *("--encoding", "UTF8"),
    *("--locale", "C"),
    *("--locale-provider", "builtin"),
    *("--builtin-locale", "C.UTF-8"),
    *("--auth", "reject"),
    "--no-instructions",
)

_ACCESS = {
    # The kernel vouches for the peer of a socket: the service's own user comes in, and nobody else.
    "pg_hba.conf": f"local all {ROLE} peer map=service\n",
    "pg_ident.conf": "service {user} " + ROLE + "\n",
}

_LEFTOVERS = ("postmaster.pid", ".s.PGSQL.5432.lock", ".s.PGSQL.5432")


def ensure_cluster(cluster: Path, program: Program, account: Account, lock: int) -> None:
    """Make the cluster unless it is there; raises PostgresUnavailable where that fails or its version is another's."""
    if not cluster.exists():
        _make(cluster, program, account, lock)
    _check_version(cluster, program, account)
    for name, text in _ACCESS.items():
        _write(cluster / name, text.format(user=service_user()))


def clear_leftovers(cluster: Path) -> None:
    """Remove what a killed server left, so that its number, somebody else's by now, stands in nobody's way.

    Call it with the server's lock held, which no process of a server of ours can have outlived.
    Raises PostgresUnavailable if a server that is not ours runs in the cluster.
    """
    pid = _recorded_pid(cluster / "postmaster.pid")
    if pid is not None and _works_in(cluster, pid):
        message = f"A PostgreSQL server that this service did not start runs in {cluster} (process {pid}): stop it."
        raise PostgresUnavailable(message)
    for name in _LEFTOVERS:
        (cluster / name).unlink(missing_ok=True)


def is_ready(cluster: Path) -> bool:
    """Whether the server of this cluster says that it takes connections."""
    try:
        lines = (cluster / "postmaster.pid").read_text().splitlines()
    except FileNotFoundError:
        return False
    return lines[7:8] != [] and lines[7].strip() == "ready"


def _make(cluster: Path, program: Program, account: Account, lock: int) -> None:
    # Renamed when whole: a start that was killed half way leaves nothing that looks like a cluster.
    draft = cluster.with_name("cluster.draft")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(mode=0o700)
    account.give(draft)
    made = subprocess.run(  # noqa: S603 -- a binary of the package
        [program.binary("initdb"), *_INITDB],
        capture_output=True,
        text=True,
        check=False,
        cwd=draft,
        env=ENVIRONMENT,
        user=account.uid,
        group=account.gid,
        extra_groups=account.groups,
        pass_fds=(lock,),
    )
    if made.returncode != 0:
        message = f"PostgreSQL could not lay out a database in {draft}: {made.stderr.strip()}"
        raise PostgresUnavailable(message)
    draft.rename(cluster)
    _sync(cluster.parent)


def _check_version(cluster: Path, program: Program, account: Account) -> None:
    found, ours = (cluster / "PG_VERSION").read_text().strip(), program.major(account)
    if found != ours:
        message = (
            f"{cluster} was written by PostgreSQL {found}, the installed one is {ours}: go back to the release of the "
            f"service that wrote it, or bring a dump of it (pg_dump) into a new folder, {OWN_DATABASE}."
        )
        raise PostgresUnavailable(message)


def _write(path: Path, text: str) -> None:
    # Created anew: root must not write through a link that the server's user put there.
    path.unlink(missing_ok=True)
    with path.open("x") as file:
        os.fchmod(file.fileno(), 0o644)
        file.write(text)


def _recorded_pid(path: Path) -> int | None:
    try:
        return int(path.read_text().split("\n", 1)[0])
    except (FileNotFoundError, ValueError):
        return None


def _works_in(cluster: Path, pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/cwd").samefile(cluster)
    except OSError:
        return False


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
