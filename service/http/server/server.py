"""The HTTP server: uvicorn as this service configures it."""

import gc
import socket

import uvicorn
from litestar import Litestar
from litestar.types import ASGIApp

from service.http.server.slow_clients import protocol
from service.http.services import Services
from service.settings import Settings


def pass_over_what_stays() -> None:
    """Let the garbage collector leave alone what a process has made before it serves.

    That stays to the end; looking through all of it again and again stopped every request for 40 ms each time.
    """
    gc.collect()
    gc.freeze()


class _Server(uvicorn.Server):
    """A server that lets those go who only watch before it waits for all others to be answered."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop in good order."""
        app = self.config.app
        service: Services | None = app.state.get("service") if isinstance(app, Litestar) else None
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
