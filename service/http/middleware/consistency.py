"""Reading what one has just written: lists that wait until their read model has come as far as a client asks.

What changes something is answered with its `Chronicle-Position` in the log. Who sends that back as
`Chronicle-At-Least` is answered when the read model has come there; `Prefer: wait=5` (RFC 7240) says how many seconds
may pass, and by itself asks for all that is in the log by now. After that the answer is given as it is:
its own `Chronicle-Position` says what it surely knows of.
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
from service.http.header_parameters import TakesHeaders, header
from service.http.services import Services

POSITION: Final = "Chronicle-Position"
AT_LEAST: Final = "Chronicle-At-Least"
_WAIT = re.compile(r'(?:^|,)\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:$|[,;])', re.IGNORECASE | re.ASCII)
_NUMBER = re.compile(r"\d{1,18}", re.ASCII)


class FreshnessRequest(Struct, frozen=True):
    """What a client asks for: a position that the answer must know of, and how many seconds that may take."""

    at_least: int | None
    wait: int | None

    @classmethod
    def of(cls, headers: Headers) -> "FreshnessRequest":
        """Read the two headers. Raises `ServiceError` (`malformed`) for a position that is none."""
        position = headers.get(AT_LEAST)
        if position is not None and not _NUMBER.fullmatch(position):
            raise ServiceError("malformed", f"{AT_LEAST} holds a position as {POSITION} gave it: 4711.")
        wait = _WAIT.search(", ".join(headers.getall("Prefer", [])))
        return cls(None if position is None else int(position), None if wait is None else int(wait[1]))


def position_of(position: int) -> dict[str, str]:
    """Write the header that says which position of the log an answer knows of."""
    return {POSITION: str(position)}


def fresh(projection: str) -> Callable[[ASGIApp], ASGIApp]:
    """Make the middleware of a route that reads the projection of this name."""

    def wrap(app: ASGIApp) -> ASGIApp:
        async def waited(scope: Scope, receive: Receive, send: Send) -> None:
            service: Services = scope["litestar_app"].state["service"]
            asked = FreshnessRequest.of(Headers.from_scope(scope))
            headers = await _wait(service, projection, asked)

            async def told(message: Message) -> None:
                if message["type"] == "http.response.start":
                    MutableScopeHeaders.from_message(message).update(headers)
                await send(message)

            await app(scope, receive, told)

        return waited

    return wrap


async def _wait(service: Services, name: str, asked: FreshnessRequest) -> dict[str, str]:
    wanted = await _wanted(service, name, asked)
    longest = service.settings.longest_wait
    seconds = longest if asked.wait is None else min(asked.wait, longest)
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await service.following.reaches(name, wanted)
    reached = service.following.reached(name)
    applied = {"Preference-Applied": f"wait={seconds}"} if asked.wait is not None and reached >= wanted else {}
    return position_of(reached) | applied


async def _wanted(service: Services, name: str, asked: FreshnessRequest) -> int:
    if asked.at_least is None and asked.wait is None:
        return 0
    if asked.at_least is not None and asked.at_least <= service.following.reached(name):
        return asked.at_least
    head = await service.store.head()
    if asked.at_least is None:
        return head
    if asked.at_least > head:
        raise ServiceError("malformed", f"{AT_LEAST} is {asked.at_least}, but the log has come to {head} only.")
    return asked.at_least


@dataclass
class Fresh(TakesHeaders):
    """Says that the route takes these headers."""

    HEADERS = (
        header(
            AT_LEAST,
            f"Answer when all up to this position is known: a `{POSITION}` that you were given.",
            Schema(type=OpenAPIType.INTEGER, minimum=0),
        ),
        header("Prefer", "`wait=5`: for at most so many seconds; by itself, for all that has happened by now."),
    )
