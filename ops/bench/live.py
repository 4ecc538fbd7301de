"""Live fan-out: events per second to 200 streams of one match, compared with a bare ASGI application.

The bare application writes the same bytes. Both servers get the same load: each action (or the bytes it produced) is
posted when the previous one was answered, and the clock stops when every stream has ended.
"""

import asyncio
import tempfile
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median

import httpx
import msgspec
import uvloop
from msgspec import Struct

from ops.bench.http import prepared, server
from ops.bench.wire import Request, connect, request
from service.postgres.embedded import EmbeddedPostgres

STREAMS = 200
ROUNDS = 6
_END = b"event: end"


class Accepted(Struct):
    """The field of a response that this benchmark reads."""

    version: int


class Reader(asyncio.Protocol):
    """Client of a stream that stores the received bytes."""

    def __init__(self) -> None:
        """Start with an empty buffer."""
        self.begun, self.ended = asyncio.Event(), asyncio.Event()
        self.found = bytearray()

    def data_received(self, data: bytes) -> None:
        """Append the data and detect the end of the stream."""
        self.found += data
        self.begun.set()
        if _END in self.found[-len(data) - len(_END) :]:
            self.ended.set()


class Round(Struct, frozen=True):
    """Result of a round: the response to each post, the bytes of one stream, and the duration in seconds."""

    answers: list[bytes]
    sent: bytes
    seconds: float


async def fanned(port: int, path: str, posts: Sequence[Request]) -> Round:
    """Open the streams, send the posts one after another, and wait until all streams have ended."""
    readers = await asyncio.gather(*(_opened(port, path) for _ in range(STREAMS)))
    connection = await connect(port)
    began = time.perf_counter()
    answers = [(await connection.ask(post))[1] for post in posts]
    await asyncio.gather(*(reader.ended.wait() for reader in readers))
    return Round(answers, bytes(readers[0].found), time.perf_counter() - began)


async def _opened(port: int, path: str) -> Reader:
    transport, reader = await asyncio.get_running_loop().create_connection(Reader, "127.0.0.1", port)
    transport.write(f"GET {path} HTTP/1.1\r\nHost: bench\r\n\r\n".encode())
    await reader.begun.wait()
    return reader


def repeated(done: Round) -> list[Request]:
    """Posts that make the bare application write the same bytes: the events of each action, and the end."""
    lines = [line for line in done.sent.split(b"\n") if not line.endswith(b"\r")]
    messages = [b"id: " + each for each in b"\n".join(lines).split(b"id: ")[1:]]
    versions = [msgspec.json.decode(answer, type=Accepted).version for answer in done.answers]
    first = versions[-1] - len(messages)
    chunks = (messages[before - first : until - first] for before, until in pairwise([first, *versions]))
    return [request("POST", "/", None, b"".join(chunk)) for chunk in chunks]


def measure() -> list[tuple[int, Round, Round]]:
    """For each round, the number of events and the results of the bare application and the service."""
    rounds = []
    with (
        tempfile.TemporaryDirectory() as folder,
        EmbeddedPostgres(Path(folder) / "postgres") as database,
        server("fan_out") as bare,
        server("service", folder, database.url) as service,
    ):
        for posts in prepared(service, 0, ROUNDS):
            path = posts[0].split(b" ", 2)[1].decode().removesuffix("/actions")
            version = httpx.get(f"http://127.0.0.1:{service}{path}").json()["version"]
            path = f"{path}/stream?after={version}"
            rounds.append(uvloop.run(_both(bare, service, path, posts)))
    return rounds


async def _both(bare: int, service: int, path: str, posts: Sequence[Request]) -> tuple[int, Round, Round]:
    done = await fanned(service, path, posts)
    same = await fanned(bare, "/", repeated(done))
    return done.sent.count(b"\nid: "), same, done


def main() -> None:
    """Print the table."""
    print(f"live: events to {STREAMS} streams, compared with a bare ASGI application that writes the same bytes")
    ratios = []
    for events, bare, streams in measure():
        rates = [STREAMS * events / each.seconds for each in (streams, bare)]
        ratios.append(rates[0] / rates[1])
        print(f"  {events:4} events: {rates[0]:8,.0f}/s; bare {rates[1]:8,.0f}/s; ratio {ratios[-1]:.2f}")
    print(f"  ratio {median(ratios):.2f} (median; the service's time includes deciding and recording)")


if __name__ == "__main__":
    main()
