"""JSON responses of the most frequent routes, without the overhead of Litestar's generic responses.

Litestar's responses look up media types, encoders, cookies and headers in many places. This took a tenth of the
time of an action.
"""

from typing import Generic, TypeVar

import msgspec
from litestar import Response
from litestar.types import ASGIApp, HTTPResponseBodyEvent, HTTPResponseStartEvent, Receive, Scope, Send

T = TypeVar("T")


class JsonResponse(Response[T], Generic[T]):
    """A JSON response with ASCII headers."""

    def __init__(self, content: T, headers: dict[str, str]) -> None:
        """Respond with content that msgspec can encode."""
        self.content = content
        self.headers = headers
        self.status_code = None

    def to_asgi_response(  # type: ignore[override] # of Litestar's arguments, only the status is used
        self, *_: object, status_code: int | None = None, **__: object
    ) -> ASGIApp:
        """Encode the response with the status of its route."""
        body = msgspec.json.encode(self.content)
        headers = [(name.encode(), value.encode()) for name, value in self.headers.items()]
        return _EncodedResponse(status_code or 200, headers, body)


class _EncodedResponse:
    """A response as ASGI messages."""

    def __init__(self, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
        self._start: HTTPResponseStartEvent = {
            "type": "http.response.start",
            "status": status,
            "headers": [
                (b"content-type", b"application/json"),
                (b"content-length", b"%d" % len(body)),
                *headers,
            ],
        }
        self._body: HTTPResponseBodyEvent = {"type": "http.response.body", "body": body, "more_body": False}

    async def __call__(self, _: Scope, __: Receive, send: Send) -> None:
        await send(self._start)
        await send(self._body)
