"""HTTP server: the service's configuration of uvicorn."""

import gc
import socket

import uvicorn
from litestar import Litestar
from litestar.types import ASGIApp

from service.http.server.slow_clients import protocol_class
from service.http.services import Services
from service.settings import Settings


def freeze_startup_objects() -> None:
    """Exclude all objects created during startup from garbage collection.

    They live as long as the process. Each full collection that scanned them blocked all requests for 40 ms.
    """
    gc.collect()
    gc.freeze()


class _Server(uvicorn.Server):
    """A server that ends live streams and long polls before it waits for the remaining responses."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Shut down gracefully."""
        app = self.config.app
        service: Services | None = app.state.get("service") if isinstance(app, Litestar) else None
        if service is not None:
            service.live.close()
        await super().shutdown(sockets)


def http_server(settings: Settings, app: Litestar | ASGIApp) -> uvicorn.Server:
    """Create the HTTP server. `ops/decisions/` explains the choice of uvicorn."""
    return _Server(
        uvicorn.Config(
            app,
            host=settings.host,
            port=settings.port,
            loop="uvloop",
            http=protocol_class(settings.slow_client),
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
