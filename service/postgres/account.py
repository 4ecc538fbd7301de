"""Operating system account of the embedded server: PostgreSQL refuses to run as root, so root uses another account."""

import os
import pwd
from dataclasses import dataclass
from pathlib import Path

from service.postgres.errors import EXTERNAL_DATABASE_HINT, PostgresUnavailable

UNPRIVILEGED = "nobody"


@dataclass(frozen=True, slots=True)
class Account:
    """The user and group of the server; both None if it runs as the service's own user."""

    uid: int | None
    gid: int | None

    @property
    def groups(self) -> list[int] | None:
        """Supplementary groups of the server: none for another user, unchanged for the service's own user."""
        return None if self.uid is None else []

    def take_ownership(self, directory: Path) -> None:
        """Make this account the owner of a directory."""
        if self.uid is not None and self.gid is not None:
            os.chown(directory, self.uid, self.gid)


def server_account(cluster: Path) -> Account:
    """The account that runs the server of a cluster: the owner of an existing cluster, never root.

    Raises PostgresUnavailable if there is none, because another user or root owns the cluster.
    """
    if os.geteuid() != 0:
        return _own_account(cluster)
    return _owner_of(cluster) if cluster.exists() else _unprivileged_account()


def _own_account(cluster: Path) -> Account:
    if cluster.exists() and cluster.stat().st_uid != os.geteuid():
        message = (
            f"{cluster} belongs to user {cluster.stat().st_uid}: start the service as that user, "
            f"{EXTERNAL_DATABASE_HINT}."
        )
        raise PostgresUnavailable(message)
    return Account(None, None)


def _owner_of(cluster: Path) -> Account:
    found = cluster.stat()
    if found.st_uid == 0:
        message = (
            f"{cluster} belongs to root, and PostgreSQL does not run as root: "
            f"change the owner with `chown -R {UNPRIVILEGED} {cluster}`, {EXTERNAL_DATABASE_HINT}."
        )
        raise PostgresUnavailable(message)
    return Account(found.st_uid, found.st_gid)


def _unprivileged_account() -> Account:
    try:
        entry = pwd.getpwnam(UNPRIVILEGED)
    except KeyError as error:
        message = (
            f"PostgreSQL does not run as root, and this machine has no user `{UNPRIVILEGED}`: "
            f"start the service as an ordinary user, {EXTERNAL_DATABASE_HINT}."
        )
        raise PostgresUnavailable(message) from error
    return Account(entry.pw_uid, entry.pw_gid)


def service_user() -> str:
    """The user name of this process, which the server's peer authentication checks."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError as error:
        message = (
            f"User {os.geteuid()} has no name on this machine, but PostgreSQL requires one: "
            f"add an entry to /etc/passwd, {EXTERNAL_DATABASE_HINT}."
        )
        raise PostgresUnavailable(message) from error
