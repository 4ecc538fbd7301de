"""As root, the server runs unprivileged, and permissions of other folders do not change."""

import os
import pwd
import stat
import subprocess
from pathlib import Path

import psycopg
import pytest

from service.postgres.embedded import EmbeddedPostgres
from service.postgres.errors import PostgresUnavailable
from service.postgres.program import PACKAGE, Program, installed_program
from tests.kit.served import Serve

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="what root may do")

Rights = dict[Path, tuple[int, int, int]]


def rights_above(folder: Path) -> Rights:
    found = {path: path.stat() for path in folder.parents}
    return {path: (status.st_mode, status.st_uid, status.st_gid) for path, status in found.items()}


@pytest.fixture
def private(tmp_path: Path) -> Path:
    """Return a folder below one that only root can enter."""
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    folder = closed / "open"
    folder.mkdir(mode=0o755)
    return folder


def test_the_server_runs_unprivileged_below_a_private_folder_without_changing_permissions(
    private: Path, serve: Serve
) -> None:
    before = rights_above(private / "data")
    service = serve(private / "data")
    status = Path(f"/proc/{service.server}/status").read_text().splitlines()
    uids = next(line.split()[1:] for line in status if line.startswith("Uid:"))
    groups = next(line.split()[1:] for line in status if line.startswith("Groups:"))
    service.close()
    assert set(uids) == {str(pwd.getpwnam("nobody").pw_uid)}
    assert groups == []
    assert rights_above(private / "data") == before
    assert stat.S_IMODE((private / "data").stat().st_mode) == 0o700


def test_binaries_in_a_private_folder_are_copied_without_changing_permissions(private: Path, serve: Serve) -> None:
    root = installed_program().root
    for name in (PACKAGE, f"{PACKAGE}.libs"):
        (private / name).symlink_to(root / name)
    before = rights_above(private / PACKAGE)
    path = os.pathsep.join((str(private), str(Path.cwd())))
    service = serve(private / "data", environment=os.environ | {"PYTHONPATH": path})
    with psycopg.connect(service.url) as connection:
        assert connection.execute("SELECT to_tsvector('english', 'copied too') IS NOT NULL").fetchone() == (True,)
    copy = (service.home / "nook").readlink() / PACKAGE
    assert copy.is_dir()
    service.close()
    assert not copy.parent.exists()
    assert rights_above(private / PACKAGE) == before


def test_other_users_cannot_connect(folder: Path, reachable: Program) -> None:
    with EmbeddedPostgres(folder):
        # The server's own user is the one that gets as far as the socket.
        answer = subprocess.run(  # noqa: S603 -- a binary of the package
            [reachable.binary("psql"), "-h", "/proc/self/cwd", "-U", "chronicle", "-c", "SELECT 1"],
            cwd=folder / "cluster",
            user="nobody",
            extra_groups=[],
            capture_output=True,
            text=True,
            check=False,
        )
    assert 'Peer authentication failed for user "chronicle"' in answer.stderr


def test_a_cluster_owned_by_root_is_refused_with_a_remedy(folder: Path) -> None:
    cluster = folder / "cluster"
    os.chown(cluster, 0, 0)
    with pytest.raises(PostgresUnavailable, match=rf"chown -R nobody {cluster}"):
        EmbeddedPostgres(folder).__enter__()


def test_root_does_not_follow_links_of_the_server_user(folder: Path, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("untouched")
    hba = folder / "cluster" / "pg_hba.conf"
    hba.unlink()
    hba.symlink_to(victim)
    with EmbeddedPostgres(folder):
        assert victim.read_text() == "untouched"
