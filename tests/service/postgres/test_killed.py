"""A killed service leaves nothing behind that blocks the next start."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from service.postgres.embedded import EmbeddedPostgres
from service.postgres.errors import PostgresUnavailable
from service.postgres.program import Program
from tests.kit.served import SERVING, Serve, Served

FORKING = SERVING.replace("    print(", "    import os, time\n    if os.fork() == 0: time.sleep(600)\n    print(")


def keep(url: str, number: int) -> None:
    with psycopg.connect(url) as connection:
        connection.execute("INSERT INTO kept VALUES (%s)", [number])


def kept_after_restart(folder: Path) -> list[int]:
    with EmbeddedPostgres(folder) as server, psycopg.connect(server.url) as connection:
        return [number for (number,) in connection.execute("SELECT number FROM kept ORDER BY number")]


def ends(pid: int) -> bool:
    """Wait for a process of any user to end."""
    deadline = time.monotonic() + 60
    while Path(f"/proc/{pid}/cwd").is_symlink() and time.monotonic() < deadline:
        time.sleep(0.01)
    return not Path(f"/proc/{pid}/cwd").is_symlink()


def kill_all(service: Served) -> None:
    processes = (service.server, service.supervisor)
    for pid in (service.process.pid, *reversed(processes)):
        os.kill(pid, signal.SIGKILL)
    service.process.communicate(timeout=60)
    assert all(ends(pid) for pid in processes)


@pytest.fixture
def innocent(folder: Path) -> Callable[[], "subprocess.Popen[bytes]"]:
    """Start an unrelated process of the server's user."""
    owner = (folder / "cluster").stat().st_uid
    user = owner if os.geteuid() == 0 else None
    return lambda: subprocess.Popen(["/bin/sleep", "600"], user=user, cwd="/")


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_the_server_ends_with_its_service_and_keeps_what_was_committed(
    folder: Path, serve: Serve, number: signal.Signals
) -> None:
    service = serve(folder)
    server, supervisor = service.server, service.supervisor
    keep(service.url, 1)
    service.end(number)
    assert ends(server)
    assert ends(supervisor)
    assert "database system is shut down" in (service.home / "server.log").read_text()
    assert kept_after_restart(folder) == [1]


def test_the_next_start_does_not_wait(folder: Path, serve: Serve) -> None:
    service = serve(folder)
    keep(service.url, 1)
    service.end(signal.SIGKILL)
    assert kept_after_restart(folder) == [1]


def test_the_server_ends_even_if_its_supervisor_is_killed(folder: Path, serve: Serve) -> None:
    service = serve(folder)
    server = service.server
    keep(service.url, 1)
    os.kill(service.supervisor, signal.SIGKILL)
    service.end(signal.SIGKILL)
    assert ends(server)
    assert kept_after_restart(folder) == [1]


def test_a_forked_child_of_the_service_does_not_keep_the_server(folder: Path, serve: Serve) -> None:
    service = serve(folder, script=FORKING)
    server = service.server
    children = Path(f"/proc/{service.process.pid}/task/{service.process.pid}/children").read_text().split()
    forked = next(int(pid) for pid in children if int(pid) != service.supervisor)
    try:
        service.process.kill()
        service.process.wait()
        assert ends(server)
        assert kept_after_restart(folder) == []
        os.kill(forked, 0)
    finally:
        os.kill(forked, signal.SIGKILL)


def test_killing_all_processes_loses_no_commit(folder: Path, serve: Serve) -> None:
    service = serve(folder)
    keep(service.url, 1)
    kill_all(service)
    assert kept_after_restart(folder) == [1]


def test_a_kill_during_the_creation_of_the_database_is_recovered(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", SERVING, str(tmp_path)]) as process:  # noqa: S603 -- a script of ours
        while not (tmp_path / "cluster.draft" / "base").exists():
            time.sleep(0.001)
        process.kill()
    with EmbeddedPostgres(tmp_path) as server, psycopg.connect(server.url) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)


def test_a_reused_process_id_is_not_mistaken_for_the_server(
    folder: Path, serve: Serve, innocent: Callable[[], "subprocess.Popen[bytes]"]
) -> None:
    service = serve(folder)
    server = str(service.server)
    kill_all(service)
    with innocent() as process:
        for name in ("postmaster.pid", ".s.PGSQL.5432.lock"):
            record = service.home / "cluster" / name
            record.write_text(record.read_text().replace(server, str(process.pid), 1))
        assert kept_after_restart(folder) == []
        assert process.poll() is None
        process.kill()


def test_a_server_started_by_somebody_else_is_not_stopped(folder: Path, reachable: Program) -> None:
    cluster = folder / "cluster"
    user = cluster.stat().st_uid if os.geteuid() == 0 else None
    command = [reachable.binary("postgres"), "-D", "/proc/self/cwd", "-k", "/proc/self/cwd", "-h", ""]
    with subprocess.Popen(  # noqa: S603 -- a binary of the package
        command, cwd=cluster, user=user, stderr=subprocess.DEVNULL
    ) as stranger:
        while not (cluster / ".s.PGSQL.5432").is_socket():
            time.sleep(0.01)
        with pytest.raises(PostgresUnavailable, match=rf"process {stranger.pid}\): stop it"):
            EmbeddedPostgres(folder).__enter__()
        assert stranger.poll() is None
        stranger.send_signal(signal.SIGINT)


def test_the_next_start_removes_left_over_scratch_directories(folder: Path, serve: Serve) -> None:
    deep = folder.rename(folder.with_name("deep" * 60))
    service = serve(deep)
    nook = (deep / "nook").readlink()
    kill_all(service)
    assert nook.is_dir()
    assert kept_after_restart(deep) == []
    assert not nook.exists()
    deep.rename(folder)
