"""One address for several servers, as nginx would be: each new connection goes to the next server that takes it."""

from __future__ import annotations

import asyncio
import contextlib
import itertools

_PIECE = 64 * 1024


class Balancer:
    """Passes bytes on between a port of the loopback and these ports; a dead server is skipped at once."""

    def __init__(self, ports: list[int]) -> None:
        self.ports = ports
        self.turns = itertools.count()
        self.server: asyncio.Server | None = None
        self.pairs: set[asyncio.StreamWriter] = set()

    async def listen(self, port: int = 0) -> int:
        """Begin; the port that it listens on."""
        self.server = await asyncio.start_server(self._take, "127.0.0.1", port)
        return int(self.server.sockets[0].getsockname()[1])

    def cut(self) -> None:
        """Break every connection, as a restart of the proxy would."""
        for writer in list(self.pairs):
            writer.transport.abort()

    async def close(self) -> None:
        if self.server:
            self.server.close()
        self.cut()

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        behind = await self._connect()
        if behind is None:
            writer.transport.abort()
            return
        from_behind, to_behind = behind
        self.pairs |= {writer, to_behind}
        await asyncio.gather(_pass_on(reader, to_behind), _pass_on(from_behind, writer))
        self.pairs -= {writer, to_behind}

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        turn = next(self.turns)
        for step in range(len(self.ports)):
            with contextlib.suppress(OSError):
                return await asyncio.open_connection("127.0.0.1", self.ports[(turn + step) % len(self.ports)])
        return None


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Until the one side ends; then the other side ends too."""
    with contextlib.suppress(OSError):
        while piece := await reader.read(_PIECE):
            writer.write(piece)
            await writer.drain()
    writer.close()
