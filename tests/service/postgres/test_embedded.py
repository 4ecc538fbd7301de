"""Guarantees of the embedded database server."""

import os
import sys
from pathlib import Path

import psycopg
import pytest

from service.postgres.embedded import EmbeddedPostgres, running_url
from service.postgres.errors import PostgresUnavailable
from tests.kit.served import Serve


def keep(url: str, number: int) -> None:
    with psycopg.connect(url) as connection:
        connection.execute("INSERT INTO kept VALUES (%s)", [number])


def kept(url: str) -> list[int]:
    with psycopg.connect(url) as connection:
        return [number for (number,) in connection.execute("SELECT number FROM kept ORDER BY number")]


def setting(url: str, name: str) -> str:
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT current_setting(%s)", [name]).fetchone()
    assert row is not None
    return str(row[0])


def test_a_new_folder_gets_a_unicode_database(tmp_path: Path) -> None:
    with EmbeddedPostgres(tmp_path / "new" / "folder") as server:
        assert setting(server.url, "server_encoding") == "UTF8"
        assert server.url.startswith("postgresql://chronicle@/chronicle?host=")


def test_data_survives_a_restart(folder: Path) -> None:
    with EmbeddedPostgres(folder) as server:
        keep(server.url, 1)
    with EmbeddedPostgres(folder) as server:
        assert kept(server.url) == [1]


def test_a_second_start_on_a_folder_is_refused_without_damage(folder: Path) -> None:
    with EmbeddedPostgres(folder) as server:
        with pytest.raises(PostgresUnavailable, match=r"Another service runs on .*chronicle: stop it"):
            EmbeddedPostgres(folder).__enter__()
        assert kept(server.url) == []


def test_another_process_finds_the_url_of_a_running_server(folder: Path, serve: Serve) -> None:
    assert running_url(folder) is None
    service = serve(folder)
    assert running_url(folder) == service.url
    service.close()
    assert running_url(folder) is None


def test_the_server_listens_on_a_socket_only(folder: Path, serve: Serve) -> None:
    server = serve(folder).server
    sockets = {link.readlink().name for link in Path(f"/proc/{server}/fd").iterdir()}
    for table in ("tcp", "tcp6"):
        lines = Path(f"/proc/{server}/net/{table}").read_text().splitlines()[1:]
        assert sockets.isdisjoint(f"socket:[{line.split()[9]}]" for line in lines)
    assert (folder / "cluster" / ".s.PGSQL.5432").is_socket()


@pytest.mark.parametrize("name", ["deep" * 60, "with,comma", "with space & ünïcode"])
def test_folders_with_unusual_names_are_supported(folder: Path, name: str) -> None:
    moved = folder.rename(folder.with_name(name))
    with EmbeddedPostgres(moved) as server:
        keep(server.url, 1)
        assert kept(server.url) == [1]
    assert sorted(path.name for path in moved.iterdir() if path.is_symlink()) == []
    moved.rename(folder)


def test_commits_are_durable_whatever_the_cluster_configuration(folder: Path) -> None:
    with (folder / "cluster" / "postgresql.auto.conf").open("a") as file:
        file.write("fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n")
    with EmbeddedPostgres(folder) as server:
        for name in ("fsync", "synchronous_commit", "full_page_writes"):
            assert setting(server.url, name) == "on"


def test_another_role_is_refused(folder: Path) -> None:
    with EmbeddedPostgres(folder) as server:
        stranger = server.url.replace("chronicle@", "postgres@")
        with pytest.raises(psycopg.OperationalError, match=r"no pg_hba.conf entry"):
            psycopg.connect(stranger)


def test_a_cluster_of_another_major_version_is_refused(folder: Path) -> None:
    (folder / "cluster" / "PG_VERSION").write_text("17\n")
    with pytest.raises(PostgresUnavailable, match="written by PostgreSQL 17, the installed one is 18"):
        EmbeddedPostgres(folder).__enter__()


def test_an_incomplete_cluster_is_created_again(tmp_path: Path) -> None:
    draft = tmp_path / "cluster.draft"
    draft.mkdir(parents=True)
    (draft / "PG_VERSION").write_text("18\n")
    with EmbeddedPostgres(tmp_path) as server:
        assert setting(server.url, "server_encoding") == "UTF8"
    assert not draft.exists()


def test_a_server_that_cannot_start_reports_the_reason(folder: Path) -> None:
    with (folder / "cluster" / "postgresql.conf").open("a") as file:
        file.write("no_such_setting = 1\n")
    with pytest.raises(PostgresUnavailable, match=r'unrecognized configuration parameter "no_such_setting"'):
        EmbeddedPostgres(folder).__enter__()


def test_an_unusable_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(PostgresUnavailable, match=r"could not start in .*File exists"):
        EmbeddedPostgres(tmp_path / "file").__enter__()


def test_an_unsupported_system_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(PostgresUnavailable, match=r"supports Linux only: .* CHRONICLE_DATABASE_URL"):
        EmbeddedPostgres(tmp_path).__enter__()


def test_the_environment_of_the_service_does_not_affect_the_server(folder: Path, serve: Serve) -> None:
    astray = {"PGPORT": "1", "PGUSER": "nobody", "PGDATABASE": "none", "PGHOST": "/nowhere", "PGDATA": "/nowhere"}
    assert kept(serve(folder, environment=os.environ | astray).url) == []
