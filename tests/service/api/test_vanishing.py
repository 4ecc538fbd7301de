"""Detection of a lost database machine, which closes no connections."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.kit.api import Process, process
from tests.service.store.proxy import proxy_for

_TABLE = Path("/proc/net/tcp")
_ESTABLISHED = "01"
_SENDING, _KEEPALIVE = "01", "02"


class Timer(NamedTuple):
    """A timer of a TCP connection, and its remaining seconds."""

    kind: str
    seconds: float


def timers(port: int) -> Iterator[Timer]:
    """The timers of the connections to a local port, on the client side."""
    tick = os.sysconf("SC_CLK_TCK")
    for line in _TABLE.read_text().splitlines()[1:]:
        _, _, remote, state, _, timer, *_ = line.split()
        if remote == f"0100007F:{port:04X}" and state == _ESTABLISHED:
            kind, left = timer.split(":")
            yield Timer(kind, int(left, 16) / tick)


async def quiet(port: int) -> list[Timer]:
    """The timers of all these connections while no data is unacknowledged."""
    for _ in range(200):
        found = list(timers(port))
        if _SENDING not in {timer.kind for timer in found}:
            return found
        await asyncio.sleep(0.01)
    pytest.fail("somebody always speaks")


@pytest.mark.skipif(not _TABLE.exists(), reason="only Linux tells of other processes' connections")
async def test_every_database_connection_uses_keepalives(database_url: str, tmp_path: Path) -> None:
    # given a service whose database is elsewhere
    async with proxy_for(database_url, over_tcp=True) as proxy:
        with ExitStack() as stack:
            served = process(tmp_path, CHRONICLE_DATABASE_URL=proxy.url)
            service: Process = await asyncio.to_thread(stack.enter_context, served)
            # when it has done a bit of everything
            await asyncio.to_thread(lambda: service.api.person().opens("queen_of_12"))
            # then each of its connections is asked, a few seconds after anything was heard there
            found = await quiet(proxy.port)
            await asyncio.to_thread(stack.close)
    assert len(found) >= 6, "the log is read, written, listened to and followed, people are known, and time is kept"
    assert {timer.kind for timer in found} == {_KEEPALIVE}
    assert max(timer.seconds for timer in found) <= 5
