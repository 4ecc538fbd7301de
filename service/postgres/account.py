"""Whom the server runs as: PostgreSQL refuses root, so root hands it to an account without rights."""

import os
import pwd
from dataclasses import dataclass
from pathlib import Path

from service.postgres.errors import OWN_DATABASE, PostgresUnavailable

UNPRIVILEGED = "nobody"


@dataclass(frozen=True, slots=True)
class Account:
    """The user and group of the server; none where it runs as the service's own user."""

    uid: int | None
    gid: int | None

    @property
    def groups(self) -> list[int] | None:
        """Further groups of the server: none of root's, or those it has anyway."""
        return None if self.uid is None else []

    def give(self, folder: Path) -> None:
        """Make a folder of ours the server's."""
        if self.uid is not None and self.gid is not None:
            os.chown(folder, self.uid, self.gid)


def server_account(cluster: Path) -> Account:
    """Who may serve a cluster: its owner if it exists, who is never root.

    Raises PostgresUnavailable where nobody can: a cluster of another user, or one that root took over.
    """
    if os.geteuid() != 0:
        return _own_account(cluster)
    return _owner_of(cluster) if cluster.exists() else _nobody()


def _own_account(cluster: Path) -> Account:
    if cluster.exists() and cluster.stat().st_uid != os.geteuid():
        message = f"{cluster} belongs to user {cluster.stat().st_uid}: start the service as that user, {OWN_DATABASE}."
        raise PostgresUnavailable(message)
    return Account(None, None)


def _owner_of(cluster: Path) -> Account:
    found = cluster.stat()
    if found.st_uid == 0:
        message = (
            f"{cluster} belongs to root, whom PostgreSQL does not run for: "
            f"give it back with `chown -R {UNPRIVILEGED} {cluster}`, {OWN_DATABASE}."
        )
        raise PostgresUnavailable(message)
    return Account(found.st_uid, found.st_gid)


def _nobody() -> Account:
    try:
        entry = pwd.getpwnam(UNPRIVILEGED)
    except KeyError as error:
        message = (
            f"PostgreSQL does not run as root and this machine has no user `{UNPRIVILEGED}`: "
            f"start the service as an ordinary user, {OWN_DATABASE}."
        )
        raise PostgresUnavailable(message) from error
    return Account(entry.pw_uid, entry.pw_gid)


def service_user() -> str:
    """The name under which the kernel vouches for this process to the server."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError as error:
        message = (
            f"user {os.geteuid()} has no name on this machine, which PostgreSQL needs: "
            f"give it an entry in /etc/passwd, {OWN_DATABASE}."
        )
        raise PostgresUnavailable(message) from error
