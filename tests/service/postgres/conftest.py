"""Fixtures: folders with a database, and services that a test can kill."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest

from service.postgres.embedded import EmbeddedPostgres
from service.postgres.program import PACKAGE, Program, installed_program
from tests.kit.served import Serve, Served


@pytest.fixture(scope="session")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("laid_out")
    with EmbeddedPostgres(folder) as server, psycopg.connect(server.url) as connection:
        connection.execute("CREATE TABLE kept (number int)")
    return folder


@pytest.fixture
def folder(laid_out: Path, tmp_path: Path) -> Iterator[Path]:
    """Give a folder whose database has an empty table `kept`."""
    copy = tmp_path / "chronicle"
    subprocess.run(["/bin/cp", "-a", laid_out, copy], check=True)  # noqa: S603 -- folders of this test
    yield copy
    shutil.rmtree(copy)


@pytest.fixture(scope="session")
def reachable() -> Iterator[Program]:
    """Return a copy of the package that every user can read."""
    with TemporaryDirectory() as folder:
        program = Program(Path(folder))
        program.root.chmod(0o755)
        for name in (PACKAGE, f"{PACKAGE}.libs"):
            shutil.copytree(installed_program().root / name, program.root / name)
        yield program


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Start services that end with the test."""
    services: list[Served] = []

    def start(folder: Path, **how: str | dict[str, str]) -> Served:
        services.append(Served(folder, **how))  # type: ignore[arg-type]
        return services[-1]

    yield start
    for service in services:
        service.close()
