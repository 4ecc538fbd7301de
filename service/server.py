"""Runs the service: its own database where none is named, the signing key, and the HTTP server."""

import gc
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Final

import httpx
import psycopg
import structlog
import uvicorn
from litestar import Litestar
from litestar.types import ASGIApp
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from service.app import create_app
from service.connections import protocol
from service.keys import signer_in
from service.logs import configure
from service.postgres.embedded import EmbeddedPostgres, url_of_running
from service.settings import Settings, SettingsError
from service.wiring import Service

log = structlog.get_logger()

_LOOK_SECONDS = 0.05
_REACH_SECONDS = 5
_NOTICING: Final = {
    "connect_timeout": f"{_REACH_SECONDS}",
    "keepalives_idle": "5",
    "keepalives_interval": "5",
    "keepalives_count": "2",
    "tcp_user_timeout": "10000",
}
"""By which a connection ends ten to fifteen seconds after its other end has gone without a word; systems by themselves
try on for a quarter of an hour, and whatever was asked waits as long."""


@contextmanager
def database(settings: Settings) -> Iterator[str]:
    """Give the database's URL: the one that was named, or that of a server of our own while the block runs.

    Raises `SettingsError` where that database or the data folder cannot be used.
    """
    _make(settings.data)
    if settings.database_url is not None:
        _reach(settings.database_url)
        yield _noticing(settings.database_url)
        return
    with EmbeddedPostgres(settings.data / "postgres") as server:
        yield server.url


def _make(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(f"CHRONICLE_DATA: {folder} cannot be a folder: {error.strerror}.") from None


def _reach(database_url: str) -> None:
    try:
        psycopg.connect(database_url, connect_timeout=_REACH_SECONDS).close()
    except psycopg.OperationalError as error:
        raise SettingsError(f"CHRONICLE_DATABASE_URL: the database cannot be reached: {error}") from None
    except psycopg.ProgrammingError:  # its message repeats the URL, which may hold a password
        raise SettingsError("CHRONICLE_DATABASE_URL is not of the form postgresql://user@host/name.") from None


def _noticing(database_url: str) -> str:
    said = conninfo_to_dict(database_url)
    return make_conninfo(database_url, **{name: value for name, value in _NOTICING.items() if name not in said})


@contextmanager
def database_or_running(settings: Settings) -> Iterator[str]:
    """Give the database's URL beside a service that may be running on it, or as `database` does."""
    running = None if settings.database_url is not None else url_of_running(settings.data / "postgres")
    if running is not None:
        yield running
        return
    with database(settings) as url:
        yield url


def serve(settings: Settings, welcome: Callable[[str], None]) -> None:
    """Serve until told to stop (SIGINT, SIGTERM), then finish what was begun.

    `welcome` is told the service's address, in a thread of its own, when it can be reached.
    Raises `SettingsError` for a setting that turns out to be of no use here.
    """
    configure(settings.log_format, settings.log_level)
    with _bound(settings) as listener, database(settings) as url:
        server = http_server(settings, create_app(settings, url, signer_in(settings.data)))
        pass_over_what_stays()
        Thread(target=_welcome, args=(server, settings, welcome), daemon=True).start()
        server.run(sockets=[listener])


def pass_over_what_stays() -> None:
    """Let the garbage collector leave alone what a process has made before it serves.

    That stays to the end; looking through all of it again and again stopped every request for 40 ms each time.
    """
    gc.collect()
    gc.freeze()


def _bound(settings: Settings) -> socket.socket:
    # Not listening yet: nobody's connection waits for the database.
    bound = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((settings.host, settings.port))
    except OSError as error:
        bound.close()
        detail = f"{settings.host}:{settings.port} is no address to listen on: {error.strerror}."
        raise SettingsError(f"CHRONICLE_HOST, CHRONICLE_PORT: {detail}") from None
    return bound


def _welcome(server: uvicorn.Server, settings: Settings, welcome: Callable[[str], None]) -> None:
    while not server.started:
        time.sleep(_LOOK_SECONDS)
    try:
        welcome(f"http://{settings.host}:{settings.port}")
    except httpx.HTTPError:
        # The service goes on: whoever stops it during the demo needs no traceback of its client.
        log.warning("the welcome was cut short", exc_info=True)


class _Server(uvicorn.Server):
    """A server that lets those go who only watch before it waits for all others to be answered."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop in good order."""
        app = self.config.app
        service: Service | None = app.state.get("service") if isinstance(app, Litestar) else None
        if service is not None:
            service.live.close()
        await super().shutdown(sockets)


def http_server(settings: Settings, app: Litestar | ASGIApp) -> uvicorn.Server:
    """Make the HTTP server; why it is this one, `ops/decisions/` says."""
    return _Server(
        uvicorn.Config(
            app,
            host=settings.host,
            port=settings.port,
            loop="uvloop",
            http=protocol(settings.slow_client),
            ws="none",
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=bool(settings.trusted_proxies),
            forwarded_allow_ips=list(settings.trusted_proxies),
            timeout_keep_alive=settings.slow_client,
            timeout_graceful_shutdown=settings.slow_client,
        )
    )
