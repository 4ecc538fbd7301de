"""OpenAPI documentation of event streams."""

from dataclasses import dataclass
from typing import Final

from litestar.openapi.spec import OpenAPIMediaType, OpenAPIResponse, OpenAPIType, Operation, Schema

MEDIA_TYPE: Final = "text/event-stream"
DESCRIPTION: Final = """\
Streams the events of a match as server-sent events: first all events after a version, then new events as they occur. \
Each event is sent once and in order, as the caller may see it at that time. `id` is the event's version, `event` its \
type, `data` the event in the format of the log.

Reconnect with `Last-Event-ID` to resume. It has precedence over `after`; both are cursors of the log. An idle stream \
sends comments (lines that begin with a colon). After the last event of a match, the stream sends `end` with the \
match's `phase` and `version`, and closes; do not reconnect. Events that were sealed when they were sent are open in \
the log from then on. A client that reads too slowly receives `slow`, and the stream closes. If the token is revoked \
or expires, the stream closes after a comment.

Send the token in the `Authorization` header. The browser's `EventSource` cannot send this header: read the body of a \
`fetch` request instead, or stream without a token.
"""
_MESSAGE: Final = Schema(
    type=OpenAPIType.OBJECT,
    description="A server-sent event. Each field is a line of the message.",
    properties={
        "id": Schema(type=OpenAPIType.STRING, pattern="^[0-9]+$", description="The version of the event"),
        "event": Schema(type=OpenAPIType.STRING, description="The type of the event, or `end`, or `slow`"),
        "data": Schema(
            type=OpenAPIType.STRING,
            content_media_type="application/json",
            description="The event in the format of the log, the result of the match, or the reason of the closure",
        ),
    },
    required=["event", "data"],
)


@dataclass
class StreamOperation(Operation):
    """Operation of a route that responds with an event stream."""

    def __post_init__(self) -> None:
        """Describe the messages of the stream."""
        response = (self.responses or {})["200"]
        assert isinstance(response, OpenAPIResponse)  # noqa: S101 -- for the type checker
        response.description = "Server-sent events, until the match is over"
        response.content = {MEDIA_TYPE: OpenAPIMediaType(schema=_MESSAGE)}
