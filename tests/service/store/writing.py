"""Process that writes to a log at full speed: `python -m tests.service.store.writing URL EVENTS`."""

import asyncio
import os
import sys
from uuid import UUID

from service.store.store import Store

_STREAMS = 8


async def write(url: str, events: int) -> None:
    async with Store.open(url) as store:

        async def play(number: int) -> None:
            stream = UUID(int=os.getpid() << 64 | number)
            for version in range(1, events // _STREAMS + 1):
                await store.append(stream, [(version, "test/happened@1", b"{}")])

        await asyncio.gather(*(play(number) for number in range(_STREAMS)))


if __name__ == "__main__":
    asyncio.run(write(sys.argv[1], int(sys.argv[2])))
