"""Request log and metrics: method, path, status and duration of each request, never its content."""

import time
from functools import cache

import structlog
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from prometheus_client import Histogram

log = structlog.get_logger()

_DURATION = Histogram("chronicle_request_seconds", "Duration of a request, response included.", ("method", "status"))


@cache
def _duration(method: str, status: int) -> Histogram:
    return _DURATION.labels(method, status)


def log_requests(app: ASGIApp) -> ASGIApp:
    """Wrap the application. Queries, headers and bodies are never logged."""

    async def call_and_log(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        started, status = time.perf_counter(), 0

        async def send_and_note_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await app(scope, receive, send_and_note_status)
        finally:
            seconds = time.perf_counter() - started
            if not scope["path"].endswith("/stream"):  # a stream's duration depends on the match
                _duration(scope["method"], status).observe(seconds)
            log.info("request", method=scope["method"], path=scope["path"], status=status, ms=round(1000 * seconds, 2))

    return call_and_log
