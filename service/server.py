"""Runs the service: its own database where none is named, the signing key, and the HTTP server."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread

import httpx
import structlog
import uvicorn
from litestar import Litestar

from service.app import create_app
from service.keys import signer_in
from service.logs import configure
from service.postgres.embedded import EmbeddedPostgres, url_of_running
from service.settings import Settings

log = structlog.get_logger()

_SLOW_CLIENT_SECONDS = 30
_LOOK_SECONDS = 0.05


@contextmanager
def database(settings: Settings) -> Iterator[str]:
    """Give the database's URL: the one that was named, or that of a server of our own while the block runs."""
    settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    if settings.database_url is not None:
        yield settings.database_url
        return
    with EmbeddedPostgres(settings.data / "postgres") as server:
        yield server.url


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
    """
    configure(settings.log_format, settings.log_level)
    with database(settings) as url:
        server = http_server(settings, create_app(settings, url, signer_in(settings.data)))
        Thread(target=_welcome, args=(server, settings, welcome), daemon=True).start()
        server.run()


def _welcome(server: uvicorn.Server, settings: Settings, welcome: Callable[[str], None]) -> None:
    while not server.started:
        time.sleep(_LOOK_SECONDS)
    try:
        welcome(f"http://{settings.host}:{settings.port}")
    except httpx.HTTPError:
        # The service goes on: whoever stops it during the demo needs no traceback of its client.
        log.warning("the welcome was cut short", exc_info=True)


def http_server(settings: Settings, app: Litestar) -> uvicorn.Server:
    """Make the HTTP server; why it is this one, `ops/decisions/` says."""
    return uvicorn.Server(
        uvicorn.Config(
            app,
            host=settings.host,
            port=settings.port,
            loop="uvloop",
            http="httptools",
            ws="none",
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_keep_alive=_SLOW_CLIENT_SECONDS,
            timeout_graceful_shutdown=_SLOW_CLIENT_SECONDS,
        )
    )
