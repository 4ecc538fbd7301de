"""The servers that benchmarks compare, each a process of its own: the service, a Litestar echo, a bare fan-out.

The `floor` is an echo that commits two events as well and signs a receipt: what every action pays for before anybody
knows who acts in which match, and by which rules.

The service's match secrets are counted, not drawn, so that the benchmark knows every match's chance and can
prepare its legal actions before the clock starts.
"""

import hashlib
import itertools
import sys
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

import service.matches.command_handler
from domain.kernel.basics import Hash, MatchId, Version
from domain.kernel.receipts import Receipt
from service.app import create_app
from service.http.server.server import freeze_startup_objects, http_server
from service.log_config import configure
from service.settings import Settings
from service.signing_keys import load_signer
from service.store.store import Store


class Echo(Struct, frozen=True):
    """What the echo is sent and sends back."""

    action: dict[str, object]


@post("/echo", status_code=200)
async def echo(data: Echo) -> Echo:
    """Answer with what came."""
    return data


class Signed(Struct, frozen=True):
    """What the floor answers: what came, and a receipt."""

    action: dict[str, object]
    receipt: Receipt


@post("/floor", status_code=200)
async def floor(data: Echo, state: State) -> Signed:
    """Record two events of a stream of their own, and sign for the last one."""
    stream, body = uuid4(), msgspec.json.encode(data)
    await state.store.append(stream, [(1, "bench/happened@1", body), (2, "bench/happened@1", body)])
    digest = Hash(hashlib.sha256(body).hexdigest())
    return Signed(data.action, state.signer.receipt(MatchId(str(stream)), Version(2), digest))


def floor_app(folder: Path, url: str) -> Litestar:
    """Make the floor, on a database and with a key in a folder."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with Store.open(url) as app.state.store:
            yield

    state = State({"signer": load_signer(folder)})
    return Litestar([floor], logging_config=None, openapi_config=None, lifespan=[lifespan], state=state)


class FanOut:
    """A bare ASGI application: whatever is posted is written to everybody whose answer goes on."""

    def __init__(self) -> None:
        """Nobody listens yet."""
        self._listening: list[Send] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request: GET begins to listen, POST is passed on and answered when it was."""
        if scope["type"] != ScopeType.HTTP:
            return  # it neither starts nor stops anything
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
    """The secret of the match opened as the `number`th."""
    return hashlib.sha256(Version(number).to_bytes(8, "big")).digest()


def main() -> None:
    """Serve `echo PORT`, `fan_out PORT`, `floor` or `service PORT FOLDER DATABASE_URL` until killed."""
    kind, port = sys.argv[1], int(sys.argv[2])
    configure("json", "warning")
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
        setattr(service.matches.command_handler, "new_secret", lambda: secret_of(next(numbers)))  # noqa: B010 -- not ours to export
        settings = Settings(port=port, data=folder, caller_rate="off", address_rate="off", streams=1_000)
        app = create_app(settings, url, load_signer(folder))
    server = http_server(settings, app)
    freeze_startup_objects()
    uvloop.run(server.serve())


if __name__ == "__main__":
    main()
