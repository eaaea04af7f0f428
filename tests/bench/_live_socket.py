"""A WebSocket client that costs little, so that it is the server that is measured: text frames, pings, close codes."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
NO_MASK = bytes(4)
"""Clients must mask what they send; this mask changes nothing."""

Hear = Callable[[bytes], None]
End = Callable[[int], None]


class Socket(asyncio.Protocol):
    """One open socket: `hear` gets each text message, `end` the close code (0: the connection was lost)."""

    def __init__(self, request: bytes, hear: Hear, end: End) -> None:
        self.request, self.hear, self.end = request, hear, end
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.buffer = bytearray()
        self.code = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.opened.done() and not self._is_open():
            return
        while self._take_frame():
            pass

    def _is_open(self) -> bool:
        head, end, _rest = bytes(self.buffer).partition(b"\r\n\r\n")
        if not end:
            return False
        if b" 101 " not in head.split(b"\r\n")[0]:
            self.opened.set_exception(ConnectionError(head.decode()))
            self.transport.close()
            return False
        del self.buffer[: len(head) + 4]
        self.opened.set_result(None)
        return True

    def _take_frame(self) -> bool:
        """Act on the first whole frame in the buffer; false when there is none."""
        buffer = self.buffer
        if len(buffer) < 2:
            return False
        size, start = buffer[1], 2
        if size >= 126:
            start = 4 if size == 126 else 10
            size = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < start + size:
            return False
        kind, body = buffer[0] & 15, bytes(buffer[start : start + size])
        del buffer[: start + size]
        self._act(kind, body)
        return True

    def _act(self, kind: int, body: bytes) -> None:
        if kind == TEXT:
            self.hear(body)
        elif kind == PING:
            self._write(PONG, body)
        elif kind == CLOSE:
            self.code = int.from_bytes(body[:2], "big")
            self.transport.close()

    def send(self, text: bytes) -> None:
        """Send one text message."""
        self._write(TEXT, text)

    def _write(self, kind: int, body: bytes) -> None:
        size = len(body)
        head = bytes([128 | kind, 128 | size]) if size < 126 else bytes([128 | kind, 254]) + size.to_bytes(2, "big")
        self.transport.write(head + NO_MASK + body)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("closed before it was open"))
        self.end(self.code)


async def connect(port: int, path: str, cookie: str, hear: Hear, end: End) -> Socket:
    """Open a socket of this machine as a page of that origin would; raises ConnectionError."""
    key = base64.b64encode(os.urandom(16)).decode()
    head = {
        "Host": f"127.0.0.1:{port}",
        "Origin": f"http://127.0.0.1:{port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": key,
        "Sec-WebSocket-Version": "13",
        "Cookie": cookie,
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in head.items() if value)
    request = f"GET {path} HTTP/1.1\r\n{lines}\r\n".encode()
    loop = asyncio.get_running_loop()
    _transport, socket = await loop.create_connection(lambda: Socket(request, hear, end), "127.0.0.1", port)
    await socket.opened
    return socket
