"""Running the service: the listening socket, the database, the application and the HTTP server."""

import asyncio
import socket
import time
from collections.abc import Callable
from threading import Thread

import httpx
import structlog
import uvicorn

from service.app import create_app
from service.database import database
from service.http.server.server import http_server, pass_over_what_stays
from service.log_config import configure
from service.migrations.runner import migrate
from service.settings import Settings, SettingsError
from service.signing_keys import signer_in

log = structlog.get_logger()

_LOOK_SECONDS = 0.05


def serve(settings: Settings, welcome: Callable[[str], None]) -> None:
    """Serve until told to stop (SIGINT, SIGTERM), then finish what was begun.

    `welcome` is told the service's address, in a thread of its own, when it can be reached.
    Raises `SettingsError` for a setting that turns out to be of no use here, `MigrationError` for a newer database.
    """
    configure(settings.log_format, settings.log_level)
    with _bound(settings) as listener, database(settings) as url:
        asyncio.run(migrate(url))  # the application does so too, but could only log why it does not start
        server = http_server(settings, create_app(settings, url, signer_in(settings.data)))
        pass_over_what_stays()
        Thread(target=_welcome, args=(server, settings, welcome), daemon=True).start()
        server.run(sockets=[listener])


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
