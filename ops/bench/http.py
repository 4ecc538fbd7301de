"""HTTP actions per second: recorded and signed Queen of 12 actions, compared with an echo on the same server.

The floor is an echo that also commits two events and signs a receipt, without authentication, matches or rules.
"""

import contextlib
import itertools
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import uvloop
from rich.console import Console
from rich.table import Table

from domain.catalogue import CATALOGUE, edition_of, table_for
from domain.kernel.basics import MatchId, Seat
from domain.kernel.chance import Draws, match_seed
from domain.kernel.playout import state_after_setup, steps
from ops.bench.servers import secret_of
from ops.bench.wire import Figures, Request, load, request
from service.postgres.embedded import EmbeddedPostgres

GAME = CATALOGUE.game("queen_of_12")
SEATS = 3
MATCHES = 96
CONNECTIONS = (1, 16, 64)


def free_port() -> int:
    """Find an unused port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextlib.contextmanager
def server(*arguments: str) -> Iterator[int]:
    """Run one of the servers and yield its port."""
    port = free_port()
    kind, *rest = arguments
    process = subprocess.Popen([sys.executable, "-m", "ops.bench.servers", kind, str(port), *rest])  # noqa: S603 -- our own module
    try:
        _wait_for(port)
        yield port
    finally:
        process.terminate()
        process.wait()


def _wait_for(port: int) -> None:
    for _ in range(200):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    message = "the server did not start"
    raise RuntimeError(message)


def prepared(port: int, first: int, count: int) -> list[list[Request]]:
    """Open matches and prepare every request that plays each of them to its end."""
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
        tokens = [client.post("/v1/players", json={"name": f"P{seat}"}).json()["token"] for seat in range(SEATS)]
        return [_match(client, tokens, first + number) for number in range(count)]


def _match(client: httpx.Client, tokens: list[str], number: int) -> list[Request]:
    heads = [{"Authorization": f"Bearer {token}"} for token in tokens]
    opened = client.post("/v1/matches", json={"game": GAME.key, "seats": SEATS}, headers=heads[0]).json()
    path = f"/v1/matches/{opened['id']}"
    for head in heads:
        client.post(f"{path}/seats", json={}, headers=head).raise_for_status()
    seed = match_seed(secret_of(number), MatchId(opened["id"]), [b""] * SEATS)
    return [
        request("POST", f"{path}/actions", tokens[seat], msgspec.json.encode({"action": action}))
        for seat, action in _plan(seed, number)
    ]


def _plan(seed: bytes, number: int) -> Iterator[tuple[Seat, object]]:
    table, draws = table_for(GAME, SEATS, {}, edition_of(GAME, None)), Draws(seed)
    state = state_after_setup(GAME, table, draws)
    bots = [GAME.bots["random"]] * SEATS
    for step in steps(GAME, state, draws, bots, random.Random(number)):
        yield step.seat, step.action


def measure() -> Iterator[tuple[int, Figures, Figures, Figures]]:
    """For each number of connections, the figures of the echo, the floor and the service."""
    numbers = itertools.count()
    with (
        tempfile.TemporaryDirectory() as folder,
        EmbeddedPostgres(Path(folder) / "postgres") as database,
        server("echo") as echo,
        tempfile.TemporaryDirectory() as another,
        EmbeddedPostgres(Path(another) / "postgres") as ground,
        server("floor", another, ground.url) as floor,
        server("service", folder, database.url) as service,
    ):
        for connections in CONNECTIONS:
            matches = prepared(service, next(numbers) * MATCHES, MATCHES)
            yield (
                connections,
                answered(echo, "/echo", matches, connections),
                answered(floor, "/floor", matches, connections),
                acted(service, matches, connections),
            )


def answered(port: int, path: str, matches: list[list[Request]], connections: int) -> Figures:
    """Send the bodies of one match to the echo or the floor, repeated to about the number of all actions."""
    bodies = [request("POST", path, None, one.partition(b"\r\n\r\n")[2]) for one in matches[0]]
    rounds = len(matches) // connections
    return uvloop.run(load(port, [itertools.chain(*([bodies] * rounds)) for _ in range(connections)]))


def acted(port: int, matches: list[list[Request]], connections: int) -> Figures:
    """Play the matches; each connection plays one match after another."""
    streams = [matches[number::connections] for number in range(connections)]
    return uvloop.run(load(port, [itertools.chain(*stream) for stream in streams]))


def main() -> None:
    """Print the table."""
    table = Table(title="HTTP: Queen of 12 actions, compared with a Litestar echo on the same server")
    for name in ("connections", "", "per second", "p50 ms", "p99 ms", "/ echo"):
        table.add_column(name, justify="left" if not name else "right")
    for connections, echo, floor, actions in measure():
        for name, each in (("echo", echo), ("floor: echo, commit, signature", floor), ("actions", actions)):
            figures = (f"{each.per_second:,.0f}", f"{each.p50:.2f}", f"{each.p99:.2f}")
            table.add_row(f"{connections}", name, *figures, f"{each.per_second / echo.per_second:.2f}")
        table.add_section()
    Console().print(table)


if __name__ == "__main__":
    main()
