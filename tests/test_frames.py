"""Frames that are taken the short way are those that the long way would have taken, and mean the same."""

import os
import socket
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardems_site.frames import LARGEST, _text_in
from tests.test_serve import Served

FIN, TEXT, BINARY, CLOSE, PING, PONG, GOING_ON = 0x80, 1, 2, 8, 9, 10, 0


def frame(payload, *, first=FIN | TEXT, mask=b"\x01\x02\x03\x04", masked=True, size=None):
    """A frame as a page would send it; `size` is what its head says, in which of the three ways."""
    told = len(payload) if size is None else size
    short = told if told < 126 else 126 if told < 1 << 16 else 127
    head = bytes([first, short | (0x80 if masked else 0)])
    head += struct.pack("!H", told) if short == 126 else struct.pack("!Q", told) if short == 127 else b""
    if not masked:
        return head + payload
    return head + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))


@given(st.text(max_size=400), st.binary(min_size=4, max_size=4))
def test_a_whole_masked_text_is_taken(text, mask):
    assert _text_in(frame(text.encode(), mask=mask)) == text.encode()


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 1000, LARGEST])
def test_of_every_size_that_is_allowed(size):
    payload = os.urandom(size).hex()[:size].encode()
    assert _text_in(frame(payload)) == payload


WHOLE = frame(b'{"action": "play:SA"}')


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x81",
        WHOLE[:-1],
        WHOLE + b"\x81",
        WHOLE + WHOLE,
        frame(b"half", first=TEXT),
        frame(b"rest", first=FIN | GOING_ON),
        frame(b"bytes", first=FIN | BINARY),
        frame(b"ping", first=FIN | PING),
        frame(b"\x03\xe8", first=FIN | CLOSE),
        frame(b"reserved", first=FIN | 0x40 | TEXT),
        frame(b"bare", masked=False),
        frame(b"\xff\xfe"),
        frame("ﺍ".encode()[:-1]),
        frame(b"\xed\xa0\x80"),  # half a character
        frame(b"x" * (LARGEST + 1)),
        frame(b"x" * (1 << 16)),
        b"\x81\xfe\x00\x05" + b"\0\0\0\0" + b"short",  # a small size written the long way
    ],
)
def test_everything_else_goes_the_long_way(data):
    assert _text_in(data) is None


def test_both_ways_take_turns_on_a_real_socket(tmp_path):
    """Frames in one packet, one in two packets, texts in pieces, pings between: the server answers to the end."""
    served = Served(tmp_path)
    served.start()
    try:
        with socket.create_connection(("127.0.0.1", served.port), timeout=10) as page:
            _open(page, served.origin)
            whole = frame(b'{"do": "nothing"}')
            for packet in (whole, whole + whole, whole[:7], whole[7:], frame(b'{"do":', first=TEXT)):
                page.sendall(packet)
            assert _answer_to_ping(page, b"one") == b"one"
            page.sendall(frame(b'"x"}', first=FIN | GOING_ON))
            page.sendall(whole)
            assert _answer_to_ping(page, b"two") == b"two"
            page.sendall(frame(b"\xff\xff"))  # no text: the end, by the rules of the protocol
            with pytest.raises((ConnectionError, EOFError)):
                _answer_to_ping(page, b"three")
    finally:
        served.process.kill()
        served.process.communicate(timeout=15)


def _open(page, origin):
    lines = [
        "GET /ws/lobby/ HTTP/1.1",
        f"Host: {origin.removeprefix('http://')}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version: 13",
        f"Origin: {origin}",
    ]
    page.sendall("\r\n".join([*lines, "", ""]).encode())
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += page.recv(1)
    assert b" 101 " in head


def _answer_to_ping(page, payload):
    """What comes back to a ping; what is said to the page meanwhile is left aside."""
    page.sendall(frame(payload, first=FIN | PING))
    kind = None
    while kind != PONG:
        kind, start, rest = _frame(page)
        assert kind in (TEXT, PING, PONG)
    return start + rest


def _frame(page):
    """A frame of the server: its kind, the first two bytes of its payload, and the rest."""
    first, size = _read(page, 2)
    if size >= 126:
        size = int.from_bytes(_read(page, 2 if size == 126 else 8))
    payload = _read(page, size)
    return first & 0x0F, payload[:2], payload[2:]


def _read(page, count):
    data = b""
    while len(data) < count:
        piece = page.recv(count - len(data))
        if not piece:
            raise EOFError
        data += piece
    return data
