"""A server that is told to stop: first the word, then the sockets with a code that pages retry, then itself."""

import base64
import os
import signal
import socket
import sqlite3
import struct
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing

import pytest

from games import hub
from tests.test_serve import Served


class Page:
    """The socket of the list of tables, spoken by hand: the code that ends it must be the server's own."""

    def __init__(self, server: Served) -> None:
        self.link = socket.create_connection(("127.0.0.1", server.port), timeout=10)
        key = base64.b64encode(os.urandom(16)).decode()
        request = (
            f"GET /ws/lobby/?language=en HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.origin}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n\r\n"
        )
        self.link.sendall(request.encode())
        self.stream = self.link.makefile("rb")
        assert b"101" in self.stream.readline()
        while self.stream.readline().strip():
            pass

    def __enter__(self) -> "Page":
        return self

    def __exit__(self, *error: object) -> None:
        self.stream.close()
        self.link.close()

    def closing_code(self) -> int | None:
        """Read to the end; None when the link is cut without a word."""
        while head := self.stream.read(2):
            kind, length = head[0] & 0x0F, head[1] & 0x7F
            if length == 126:
                length = struct.unpack("!H", self.stream.read(2))[0]
            body = self.stream.read(length)
            if kind == 8:
                self.link.sendall(b"\x88\x82\0\0\0\0" + body[:2])
                return int.from_bytes(body[:2], "big")
        return None


@pytest.fixture
def served(tmp_path) -> Iterator[Served]:
    server = Served(tmp_path)
    server.environment |= {"DRAIN_SECONDS": "60", "DATABASE_URL": f"sqlite:///{tmp_path}/site.sqlite3"}
    yield server
    if server.process.poll() is None:
        server.end(signal.SIGKILL)


def status(server: Served) -> int:
    try:
        with urllib.request.urlopen(f"{server.origin}/readyz", timeout=5) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def test_stops_in_order(served, tmp_path) -> None:
    served.environment["DRAIN_SECONDS"] = "2"
    served.start()
    with Page(served) as page:
        assert status(served) == 200
        served.process.send_signal(signal.SIGTERM)
        time.sleep(0.3)
        assert status(served) == 503, "not ready, and still there"
        assert page.closing_code() == hub.COME_BACK
    served.process.communicate(timeout=15)
    assert served.process.returncode == 0
    with closing(sqlite3.connect(tmp_path / "site.sqlite3")) as database:
        processes = database.execute("SELECT count(*) FROM games_processrow").fetchone()
    assert processes == (0,), "its pages are known to be gone"


def test_interrupt_gives_no_notice(served) -> None:
    served.start()
    with Page(served) as page:
        served.process.send_signal(signal.SIGINT)
        assert page.closing_code() == hub.COME_BACK
    served.process.communicate(timeout=10)
    assert served.process.returncode == 0


def test_second_signal_does_not_wait(served) -> None:
    served.start()
    served.process.send_signal(signal.SIGTERM)
    time.sleep(0.3)
    served.process.send_signal(signal.SIGTERM)
    served.process.communicate(timeout=20)
    assert served.process.returncode == 0
