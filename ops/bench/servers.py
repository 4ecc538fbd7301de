"""The servers that the HTTP benchmark compares, each a process of its own: the service, and a Litestar echo.

The service's match secrets are counted, not drawn, so that the benchmark knows every match's chance and can
prepare its legal actions before the clock starts.
"""

import hashlib
import itertools
import sys
from pathlib import Path

import uvloop
from litestar import Litestar, post
from msgspec import Struct

import service.play
from domain.kernel.basics import Version
from service.app import create_app
from service.keys import signer_in
from service.logs import configure
from service.server import http_server
from service.settings import Settings


class Echo(Struct, frozen=True):
    """What the echo is sent and sends back."""

    action: dict[str, object]


@post("/echo", status_code=200)
async def echo(data: Echo) -> Echo:
    """Answer with what came."""
    return data


def secret_of(number: int) -> bytes:
    """The secret of the match opened as the `number`th."""
    return hashlib.sha256(Version(number).to_bytes(8, "big")).digest()


def main() -> None:
    """Serve `echo PORT` or `service PORT FOLDER DATABASE_URL` until killed."""
    kind, port = sys.argv[1], int(sys.argv[2])
    configure("json", "warning")
    if kind == "echo":
        settings, app = Settings(port=port), Litestar([echo], logging_config=None, openapi_config=None)
    else:
        folder, url = Path(sys.argv[3]), sys.argv[4]
        numbers = itertools.count()
        setattr(service.play, "new_secret", lambda: secret_of(next(numbers)))  # noqa: B010 -- not ours to export
        settings = Settings(port=port, data=folder, caller_rate="off", address_rate="off")
        app = create_app(settings, url, signer_in(folder))
    uvloop.run(http_server(settings, app).serve())


if __name__ == "__main__":
    main()
