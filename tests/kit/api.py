"""Running services for tests: a real HTTP server on a free port, in a thread or in a process of its own."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import httpx
import msgspec
import psycopg
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from psycopg import sql

from domain.catalogue import CATALOGUE, Catalogue
from domain.kernel.receipts import Signer
from service.app import create_app
from service.http.server.server import http_server
from service.settings import Settings
from tests.kit.clients import Person
from tests.toy.game import GAME as PEBBLES

GAMES: Final = Catalogue(PEBBLES, *CATALOGUE)
SIGNER: Final = Signer(Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
ROOT: Final = Path(__file__).parents[2]
BOUNDLESS: Final = Settings(caller_rate="off", address_rate="off", failure_rate="off")
COMMAND: Final = (sys.executable, "-c", "from service.cli.main import main; main()")

_RATES = ("CALLER_RATE", "ADDRESS_RATE", "FAILURE_RATE")
_TIMEOUT_SECONDS = 60.0
_STATEMENT_TIMEOUT = "-c statement_timeout=60s"
_NUMBERS = count(1)
# Parallel runs use different ports. A port is used once, so a test can restart its service on the same port.
_PORTS = iter(range(10_000 + os.getpid() % 200 * 100, 32_000))


class Api:
    """Running service and an HTTP client for it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=_TIMEOUT_SECONDS)
        self.stranger = Person(self.http)

    def person(self, name: str = "Ada") -> Person:
        """Register a person."""
        return Person(self.http, self.stranger.does("/v1/players", {"name": name}))

    def people(self, number: int) -> tuple[Person, ...]:
        """Register several people."""
        return tuple(self.person(f"Person {each}") for each in range(number))


@contextmanager
def database(postgres_url: str, template: str | None = None) -> Iterator[str]:
    """URL of a new database: empty, or a copy of a database without connections. It is dropped at the end."""
    name = sql.Identifier(f"api_{os.getpid()}_{next(_NUMBERS)}")
    source = sql.Identifier("template1" if template is None else urlsplit(template).path[1:])
    # PostgreSQL waits for all its processes before it drops a database. A process that waits for its client blocks it.
    with psycopg.connect(postgres_url, autocommit=True, options=_STATEMENT_TIMEOUT) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(name, source))
        try:
            yield urlsplit(postgres_url)._replace(path=f"/{name.as_string(None).strip(chr(34))}").geturl()
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(name))


@contextmanager
def running(database_url: str, settings: Settings | None = None, catalogue: Catalogue = GAMES) -> Iterator[Api]:
    """Service in a thread of this process, on a free port."""
    chosen = msgspec.structs.replace(settings or BOUNDLESS, port=0)
    server = http_server(chosen, create_app(chosen, database_url, SIGNER, catalogue))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        _wait(lambda: server.started or not thread.is_alive())
        assert server.started, "the service did not start"
        port = server.servers[0].sockets[0].getsockname()[1]
        api = Api(f"http://127.0.0.1:{port}")
        with api.http:
            yield api
    finally:
        server.should_exit = True
        thread.join()


class Process:
    """`chronicle serve` in a process of its own; its log is a file in the data folder."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.port = free_port()
        self.folder = folder
        self.log = folder / f"service-{self.port}.log"
        self.api = Api(f"http://127.0.0.1:{self.port}")
        self._environment = environment
        self.start()

    def start(self) -> Api:
        """Start or restart on the same port, folder and database; return a new client."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(  # noqa: S603 -- our own command
                [*COMMAND, "serve"], cwd=ROOT, env=self._env(), stderr=log, stdout=subprocess.DEVNULL
            )
        self.api.http.close()
        self.api = Api(f"http://127.0.0.1:{self.port}")
        _wait(self._is_up)
        return self.api

    def kill(self) -> None:
        """Kill the process, like a machine failure."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Shut down gracefully; return the exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        return self.process.wait(_TIMEOUT_SECONDS)

    def _env(self) -> dict[str, str]:
        ours = {"PORT": str(self.port), "DATA": str(self.folder), **dict.fromkeys(_RATES, "off")}
        return environment(**{f"CHRONICLE_{name}": value for name, value in ours.items()}, **self._environment)

    def _is_up(self) -> bool:
        assert self.process.poll() is None, self.log.read_text()
        try:
            return self.api.stranger.get("/health/ready").is_success
        except httpx.TransportError:
            return False


@contextmanager
def process(folder: Path, **environment: str) -> Iterator[Process]:
    """Service in a process, stopped at the end of the block."""
    served = Process(folder, **environment)
    try:
        yield served
    finally:
        served.api.http.close()
        if served.process.poll() is None:
            served.stop()


def environment(**ours: str) -> dict[str, str]:
    """Environment for a service process: the current one, with only the given `CHRONICLE_` settings."""
    others = {name: value for name, value in os.environ.items() if not name.startswith("CHRONICLE_")}
    return {**others, **ours}


def free_port() -> int:
    """Port without a listener, outside the ephemeral range of the system."""
    for port in _PORTS:
        with socket.socket() as listener, suppress(OSError):
            listener.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no free port")


def _wait(condition: Callable[[], object]) -> None:
    end = time.monotonic() + _TIMEOUT_SECONDS
    while not condition():
        assert time.monotonic() < end, "the service did not start in time"
        time.sleep(0.01)
