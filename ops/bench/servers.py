"""Servers that the benchmarks compare, each in its own process: service, Litestar echo, floor, bare fan-out.

The `floor` is an echo that also commits two events and signs a receipt: the cost that every action has before
authentication, matches and rules.

The match secrets of the service are derived from a counter, so that the benchmark knows the draws of every match and
can prepare its legal actions before the clock starts.
"""

import asyncio
import hashlib
import itertools
import os
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from uuid import uuid4

import msgspec
import uvloop
from litestar import Litestar, post
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send
from msgspec import Struct

import service.matches.opening
from domain.kernel.basics import Hash, MatchId, Version
from domain.kernel.receipts import Receipt
from service.app import create_app
from service.http.server.server import freeze_startup_objects, http_server
from service.log_config import configure
from service.settings import Settings
from service.signing_keys import load_signer
from service.store.store import Store


class Echo(Struct, frozen=True):
    """Request and response of the echo."""

    action: dict[str, object]


@post("/echo", status_code=200)
async def echo(data: Echo) -> Echo:
    """Return the request body."""
    return data


class Signed(Struct, frozen=True):
    """Response of the floor: the request body and a receipt."""

    action: dict[str, object]
    receipt: Receipt


@post("/floor", status_code=200)
async def floor(data: Echo, state: State) -> Signed:
    """Append two events to a new stream, and sign a receipt for the second."""
    stream, body = uuid4(), msgspec.json.encode(data)
    await state.store.append(stream, [(1, "bench/happened@1", body), (2, "bench/happened@1", body)])
    digest = Hash(hashlib.sha256(body).hexdigest())
    return Signed(data.action, state.signer.receipt(MatchId(str(stream)), Version(2), digest))


def floor_app(folder: Path, url: str) -> Litestar:
    """Create the floor with a database and a directory for its signing key."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with Store.open(url) as app.state.store:
            yield

    state = State({"signer": load_signer(folder)})
    return Litestar([floor], logging_config=None, openapi_config=None, lifespan=[lifespan], state=state)


class FanOut:
    """A bare ASGI application that writes each posted body to all open GET responses."""

    def __init__(self) -> None:
        """Start without listeners."""
        self._listening: list[Send] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request: GET listens, POST is written to all listeners and then answered."""
        if scope["type"] != ScopeType.HTTP:
            return  # no lifespan work
        if scope["method"] == "GET":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            self._listening.append(send)
            while (await receive())["type"] != "http.disconnect":
                pass
            self._listening.remove(send)
            return
        chunk = await _body_of(receive)
        for each in list(self._listening):
            await each({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _body_of(receive: Receive) -> bytes:
    body, more = b"", True
    while more:
        message = await receive()
        more = message["type"] == "http.request" and message["more_body"]
        body += message["body"] if message["type"] == "http.request" else b""
    return body


def secret_of(number: int) -> bytes:
    """Secret of the match with this number in the order of opening."""
    return hashlib.sha256(Version(number).to_bytes(8, "big")).digest()


def stretch_time(factor: float) -> None:
    """Slow down pauses and the monotonic clock, so that background work keeps its proportion under valgrind."""
    pause, clock = asyncio.sleep, time.monotonic
    setattr(asyncio, "sleep", lambda seconds: pause(seconds * factor))  # noqa: B010 -- replaced for this process
    setattr(time, "monotonic", lambda: clock() / factor)  # noqa: B010 -- the same


def main() -> None:
    """Serve `echo PORT`, `fan_out PORT`, or `floor` or `service PORT FOLDER DATABASE_URL`, until killed."""
    kind, port = sys.argv[1], int(sys.argv[2])
    configure("json", "warning")
    stretch_time(float(os.environ.get("BENCH_STRETCH", "1")))
    app: Litestar | ASGIApp
    if kind == "echo":
        settings, app = Settings(port=port), Litestar([echo], logging_config=None, openapi_config=None)
    elif kind == "fan_out":
        settings, app = Settings(port=port), FanOut()
    elif kind == "floor":
        settings, app = Settings(port=port), floor_app(Path(sys.argv[3]), sys.argv[4])
    else:
        folder, url = Path(sys.argv[3]), sys.argv[4]
        numbers = itertools.count()
        setattr(service.matches.opening, "new_secret", lambda: secret_of(next(numbers)))  # noqa: B010 -- not ours to export
        settings = Settings(port=port, data=folder, caller_rate="off", address_rate="off", streams=1_000)
        app = create_app(settings, url, load_signer(folder))
    server = http_server(settings, app)
    freeze_startup_objects()
    uvloop.run(server.serve())


if __name__ == "__main__":
    main()
