"""Proxy between a store and its database that cuts connections at a chosen moment."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict, make_conninfo

Watch = Callable[[bytes], bool]
"""Says of bytes that pass whether to cut here: they are not passed on."""


def never(_: bytes) -> bool:
    return False


class Proxy:
    """Listens on a socket in its folder, or `over_tcp`.

    `upward` watches the requests of the store, `downward` the responses of the database; each cuts once.
    """

    def __init__(self, url: str, folder: Path, *, over_tcp: bool = False) -> None:
        given = conninfo_to_dict(url)
        self._host = str(given.get("host") or "/var/run/postgresql")
        self._port = str(given.get("port") or "5432")
        self._socket = folder / f".s.PGSQL.{self._port}"
        self.url = make_conninfo(url, host=str(folder), port=self._port)
        self._over_tcp = over_tcp
        self.upward: Watch = never
        self.downward: Watch = never
        self.cuts = 0
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()

    async def open(self) -> None:
        if self._over_tcp:
            self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
            self.port: int = self._server.sockets[0].getsockname()[1]
            self.url = make_conninfo(self.url, host="127.0.0.1", port=self.port)
        else:
            self._server = await asyncio.start_unix_server(self._connected, self._socket)

    async def close(self) -> None:
        """Cut all connections and accept no more."""
        if self._server is not None:
            self._server.close()
        self._cut()
        self._socket.unlink(missing_ok=True)

    def _cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        above_reader, above_writer = await self._upstream()
        self._writers |= {writer, above_writer}
        up = self._pass_on(reader, above_writer, lambda: self.upward)
        down = self._pass_on(above_reader, writer, lambda: self.downward)
        await asyncio.gather(up, down)

    async def _upstream(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._host.startswith("/"):
            return await asyncio.open_unix_connection(f"{self._host}/.s.PGSQL.{self._port}")
        return await asyncio.open_connection(self._host, int(self._port))

    async def _pass_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, watch: Callable[[], Watch]
    ) -> None:
        with suppress(OSError):
            while passing := await reader.read(1 << 16):
                if watch()(passing):
                    self.upward = self.downward = never
                    self.cuts += 1
                    self._cut()
                    return
                writer.write(passing)
        writer.close()


@asynccontextmanager
async def proxy_for(url: str, *, over_tcp: bool = False) -> AsyncIterator[Proxy]:
    with tempfile.TemporaryDirectory() as folder:
        proxy = Proxy(url, Path(folder), over_tcp=over_tcp)
        await proxy.open()
        yield proxy
        await proxy.close()
