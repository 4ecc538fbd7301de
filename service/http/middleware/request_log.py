"""A log line and a measurement for each request: method, path, status, time; nothing of what was sent or answered."""

import time
from functools import cache

import structlog
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from prometheus_client import Histogram

log = structlog.get_logger()

_TOOK = Histogram("chronicle_request_seconds", "Time from a request to the end of its answer.", ("method", "status"))


@cache
def _took(method: str, status: int) -> Histogram:
    return _TOOK.labels(method, status)


def log_requests(app: ASGIApp) -> ASGIApp:
    """Wrap the application; queries, headers and bodies never reach the log."""

    async def logged(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await app(scope, receive, noted)
        finally:
            took = time.perf_counter() - began
            if not scope["path"].endswith("/stream"):  # whose time is the match's, not ours
                _took(scope["method"], status).observe(took)
            log.info("request", method=scope["method"], path=scope["path"], status=status, ms=round(1000 * took, 2))

    return logged
