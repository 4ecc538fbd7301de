"""Runs the service: its own database where none is named, the signing key, and the HTTP server."""

from collections.abc import Iterator
from contextlib import contextmanager

import structlog
import uvicorn
from litestar import Litestar

from service.app import create_app
from service.keys import signer_in
from service.logs import configure
from service.postgres.embedded import EmbeddedPostgres
from service.settings import Settings

log = structlog.get_logger()

_SLOW_CLIENT_SECONDS = 30


@contextmanager
def database(settings: Settings) -> Iterator[str]:
    """Give the database's URL: the one that was named, or that of a server of our own while the block runs."""
    settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    if settings.database_url is not None:
        yield settings.database_url
        return
    with EmbeddedPostgres(settings.data / "postgres") as server:
        yield server.url


def serve(settings: Settings) -> None:
    """Serve until told to stop (SIGINT, SIGTERM), then finish what was begun."""
    configure(settings.log_format, settings.log_level)
    with database(settings) as url:
        app = create_app(settings, url, signer_in(settings.data))
        log.info("serving", host=settings.host, port=settings.port, data=str(settings.data))
        http_server(settings, app).run()


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
