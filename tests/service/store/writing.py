"""A process that writes to a log as fast as it can: `python -m tests.service.store.writing URL EVENTS`."""

import asyncio
import sys
from uuid import uuid4

from service.store.store import Store

_STREAMS = 8


async def write(url: str, events: int) -> None:
    async with Store.open(url) as store:

        async def play() -> None:
            stream = uuid4()
            for version in range(1, events // _STREAMS + 1):
                await store.append(stream, [(version, "test/happened@1", b"{}")])

        await asyncio.gather(*(play() for _ in range(_STREAMS)))


if __name__ == "__main__":
    asyncio.run(write(sys.argv[1], int(sys.argv[2])))
