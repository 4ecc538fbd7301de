"""Startup of the service: listening socket, database, application and HTTP server."""

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
from service.http.server.server import freeze_startup_objects, http_server
from service.log_config import configure
from service.migrations.runner import migrate
from service.settings import Settings, SettingsError
from service.signing_keys import load_signer

log = structlog.get_logger()

_POLL_SECONDS = 0.05


def serve(settings: Settings, on_started: Callable[[str], None]) -> None:
    """Run the service until SIGINT or SIGTERM, then finish open requests.

    `on_started` receives the service's address, in its own thread, as soon as the service accepts connections.
    Raises `SettingsError` for a setting that is unusable on this machine, `MigrationError` for a newer database.
    """
    configure(settings.log_format, settings.log_level)
    with _bind(settings) as listener, database(settings) as url:
        asyncio.run(migrate(url))  # the application does so too, but could only log the reason of a failed start
        server = http_server(settings, create_app(settings, url, load_signer(settings.data)))
        freeze_startup_objects()
        Thread(target=_call_when_started, args=(server, settings, on_started), daemon=True).start()
        server.run(sockets=[listener])


def _bind(settings: Settings) -> socket.socket:
    # The socket does not listen yet, so that no client waits for the database.
    bound = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((settings.host, settings.port))
    except OSError as error:
        bound.close()
        detail = f"cannot listen on {settings.host}:{settings.port}: {error.strerror}."
        raise SettingsError(f"CHRONICLE_HOST, CHRONICLE_PORT: {detail}") from None
    return bound


def _call_when_started(server: uvicorn.Server, settings: Settings, on_started: Callable[[str], None]) -> None:
    while not server.started:
        time.sleep(_POLL_SECONDS)
    try:
        on_started(f"http://{settings.host}:{settings.port}")
    except httpx.HTTPError:
        # The demo's client fails if the service stops meanwhile.
        log.warning("demo match failed", exc_info=True)
