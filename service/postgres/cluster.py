"""The database cluster: its creation, which is atomic, and its preparation for the start of a server."""

import os
import shutil
import subprocess
from pathlib import Path

from service.postgres.account import Account, service_user
from service.postgres.errors import EXTERNAL_DATABASE_HINT, PostgresUnavailable
from service.postgres.program import ENVIRONMENT, Program

ROLE = "chronicle"

WORKING_DIRECTORY = "/proc/self/cwd"
"""The cluster's path as the server sees it. With it, the server's user needs no access to parent directories."""

_INITDB = (
    *("-D", WORKING_DIRECTORY),
    *("--username", ROLE),
    *("--encoding", "UTF8"),
    *("--locale", "C"),
    *("--locale-provider", "builtin"),
    *("--builtin-locale", "C.UTF-8"),
    *("--auth", "reject"),
    "--no-instructions",
)

_ACCESS = {
    # Peer authentication by the kernel: only the service's own user may connect.
    "pg_hba.conf": f"local all {ROLE} peer map=service\n",
    "pg_ident.conf": "service {user} " + ROLE + "\n",
}

_STALE_FILES = ("postmaster.pid", ".s.PGSQL.5432.lock", ".s.PGSQL.5432")


def ensure_cluster(cluster: Path, program: Program, account: Account, lock: int) -> None:
    """Create the cluster if it is missing. Raises PostgresUnavailable on failure or if its version differs."""
    if not cluster.exists():
        _create(cluster, program, account, lock)
    _check_version(cluster, program, account)
    for name, text in _ACCESS.items():
        _write_new(cluster / name, text.format(user=service_user()))


def remove_stale_files(cluster: Path) -> None:
    """Remove the files of a killed server. Another process may have its process id now, which would block the start.

    The caller must hold the server lock, so that no server process of this service is running.
    Raises PostgresUnavailable if a foreign server runs in the cluster.
    """
    pid = _recorded_pid(cluster / "postmaster.pid")
    if pid is not None and _runs_in(cluster, pid):
        message = f"A PostgreSQL server that this service did not start runs in {cluster} (process {pid}): stop it."
        raise PostgresUnavailable(message)
    for name in _STALE_FILES:
        (cluster / name).unlink(missing_ok=True)


def is_ready(cluster: Path) -> bool:
    """Whether the server of this cluster accepts connections."""
    try:
        lines = (cluster / "postmaster.pid").read_text().splitlines()
    except FileNotFoundError:
        return False
    return lines[7:8] != [] and lines[7].strip() == "ready"


def _create(cluster: Path, program: Program, account: Account, lock: int) -> None:
    # Renamed when complete: an interrupted creation leaves nothing that looks like a cluster.
    draft = cluster.with_name("cluster.draft")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(mode=0o700)
    account.take_ownership(draft)
    result = subprocess.run(  # noqa: S603 -- a binary of the package
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
    if result.returncode != 0:
        message = f"initdb failed in {draft}: {result.stderr.strip()}"
        raise PostgresUnavailable(message)
    draft.rename(cluster)
    _sync(cluster.parent)


def _check_version(cluster: Path, program: Program, account: Account) -> None:
    found, ours = (cluster / "PG_VERSION").read_text().strip(), program.major_version(account)
    if found != ours:
        message = (
            f"{cluster} was written by PostgreSQL {found}, the installed one is {ours}: use the release of the service "
            f"that wrote it, or restore a dump of it (pg_dump) in a new directory, {EXTERNAL_DATABASE_HINT}."
        )
        raise PostgresUnavailable(message)


def _write_new(path: Path, text: str) -> None:
    # Always a new file: root must not follow a link that the server's user created.
    path.unlink(missing_ok=True)
    with path.open("x") as file:
        os.fchmod(file.fileno(), 0o644)
        file.write(text)


def _recorded_pid(path: Path) -> int | None:
    try:
        return int(path.read_text().split("\n", 1)[0])
    except (FileNotFoundError, ValueError):
        return None


def _runs_in(cluster: Path, pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/cwd").samefile(cluster)
    except OSError:
        return False


def _sync(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
