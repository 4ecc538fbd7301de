"""Read-your-writes consistency: requests that wait until their projection has reached a position of the log.

A write returns its position in `Chronicle-Position`. A read with that value in `Chronicle-At-Least` is answered
when its projection has reached the position. `Prefer: wait=5` (RFC 7240) limits the wait to 5 seconds; without
`Chronicle-At-Least` it waits for the log's current head. After the limit, the response contains the current state.
Its own `Chronicle-Position` is the position that it includes at least.
"""

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.openapi.spec import OpenAPIType, Schema
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from msgspec import Struct

from service.errors import ServiceError
from service.http.header_parameters import HeaderOperation, header_parameter
from service.http.services import Services

POSITION: Final = "Chronicle-Position"
AT_LEAST: Final = "Chronicle-At-Least"
_WAIT = re.compile(r'(?:^|,)\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:$|[,;])', re.IGNORECASE | re.ASCII)
_NUMBER = re.compile(r"\d{1,18}", re.ASCII)


class FreshnessRequest(Struct, frozen=True):
    """The position that a response must include, and the maximum wait in seconds. Both are optional."""

    at_least: int | None
    wait: int | None

    @classmethod
    def of(cls, headers: Headers) -> "FreshnessRequest":
        """Read both headers. Raises `ServiceError` (`malformed`) for an invalid position."""
        position = headers.get(AT_LEAST)
        if position is not None and not _NUMBER.fullmatch(position):
            detail = f"{AT_LEAST} must contain a position as returned in {POSITION}, for example 4711."
            raise ServiceError("malformed", detail)
        wait = _WAIT.search(", ".join(headers.getall("Prefer", [])))
        return cls(None if position is None else int(position), None if wait is None else int(wait[1]))


def position_header(position: int) -> dict[str, str]:
    """Return the `Chronicle-Position` header."""
    return {POSITION: str(position)}


def consistent_read(projection: str) -> Callable[[ASGIApp], ASGIApp]:
    """Create the middleware of a route that reads the projection of this name."""

    def wrap(app: ASGIApp) -> ASGIApp:
        async def wait_and_call(scope: Scope, receive: Receive, send: Send) -> None:
            service: Services = scope["litestar_app"].state["service"]
            requested = FreshnessRequest.of(Headers.from_scope(scope))
            headers = await _wait(service, projection, requested)

            async def send_with_headers(message: Message) -> None:
                if message["type"] == "http.response.start":
                    MutableScopeHeaders.from_message(message).update(headers)
                await send(message)

            await app(scope, receive, send_with_headers)

        return wait_and_call

    return wrap


async def _wait(service: Services, name: str, requested: FreshnessRequest) -> dict[str, str]:
    wanted = await _wanted_position(service, name, requested)
    longest = service.settings.longest_wait
    seconds = longest if requested.wait is None else min(requested.wait, longest)
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await service.projections.wait_for(name, wanted)
    position = service.projections.position(name)
    was_applied = requested.wait is not None and position >= wanted
    return position_header(position) | ({"Preference-Applied": f"wait={seconds}"} if was_applied else {})


async def _wanted_position(service: Services, name: str, requested: FreshnessRequest) -> int:
    if requested.at_least is None and requested.wait is None:
        return 0
    if requested.at_least is not None and requested.at_least <= service.projections.position(name):
        return requested.at_least
    head = await service.store.head_position()
    if requested.at_least is None:
        return head
    if requested.at_least > head:
        detail = f"{AT_LEAST} is {requested.at_least}, but the last position of the log is {head}."
        raise ServiceError("malformed", detail)
    return requested.at_least


@dataclass
class ConsistentRead(HeaderOperation):
    """Operation of a route that accepts `Chronicle-At-Least` and `Prefer`."""

    HEADERS = (
        header_parameter(
            AT_LEAST,
            f"To read your own writes, send back the `{POSITION}` you received. The response waits for it.",
            Schema(type=OpenAPIType.INTEGER, minimum=0),
        ),
        header_parameter(
            "Prefer",
            f"`wait=5` waits at most 5 seconds. Without `{AT_LEAST}` it waits for all events recorded so far.",
        ),
    )
