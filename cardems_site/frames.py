"""Frames of sockets the short way (RFC 6455, 5.2), in and out, where nothing about them is unusual.

Autobahn and Daphne see to everything else: handshakes, fragments, pings, closing, whatever breaks the protocol. Their
way takes as long for a frame as all that a card changes takes to be drawn.
"""

from __future__ import annotations

from typing import Any, Final

from daphne.ws_protocol import WebSocketProtocol

LARGEST: Final = 16 * 1024
"""The bytes that a page may send at once."""

TEXT: Final = 0x81
"""The first byte of a text in one frame."""


class SiteSocket(WebSocketProtocol):
    """Takes a text that came whole and alone at once."""

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 – Twisted's name
        """What the system has for us; anything but one whole text goes the long way."""
        text = _text_in(data) if self._is_between_frames() else None
        if text is None:
            super().dataReceived(data)
            return
        if self.autoPingTimeoutCall:
            self._cancelAutoPingTimeoutCall()  # whoever speaks is there
        self.onMessage(text, False)

    def _is_between_frames(self) -> bool:
        if self.state != self.STATE_OPEN or self._perMessageCompress is not None:
            return False
        return self.current_frame is None and not self.inside_message and not self.data


def _text_in(data: bytes) -> bytes | None:
    """The payload of a frame that is all of `data`: a masked text of UTF-8 that is not too long. None for the rest."""
    if len(data) < 6 or data[0] != TEXT or data[1] < 0x80:
        return None
    size, head = data[1] & 0x7F, 2
    if size == 126:
        size, head = int.from_bytes(data[2:4]), 4
        if size < 126:
            return None
    if size > LARGEST or len(data) != head + 4 + size:  # 127, for still longer ones, never fits
        return None
    mask = data[head : head + 4] * (size // 4 + 1)
    text = (int.from_bytes(data[head + 4 :]) ^ int.from_bytes(mask[:size])).to_bytes(size)
    return text if _is_utf8(text) else None


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


def unsent(protocol: Any) -> int:
    """The bytes that a connection has been given and the system has not taken yet."""
    transport = protocol.transport
    return len(transport.dataBuffer) - transport.offset + transport._tempDataLen if transport else 0


def say(protocol: Any, text: str) -> bool:
    """Hand a text to the system at once, as one frame, and say whether that was done.

    It is where nothing waits before it. Daphne's own way goes through five layers and, for every frame, twice through
    the system's list of what waits for writing: a third of the time that a view takes from event to wire.
    """
    transport = protocol.transport
    if protocol.state != protocol.STATE_OPEN or protocol.send_queue or not _is_plain(transport) or unsent(protocol):
        return False
    payload = text.encode()
    frame = _head(len(payload)) + payload
    try:
        sent = transport.socket.send(frame)
    except BlockingIOError:
        sent = 0
    except OSError:
        return False  # Daphne finds out in its own way
    if sent < len(frame):
        transport.write(frame[sent:])
    return True


def _is_plain(transport: Any) -> bool:
    """Whether what is written there goes to the socket as it is, now."""
    return bool(transport and transport.connected and not transport.disconnecting and not transport.TLS)


def _head(size: int) -> bytes:
    """What comes before an unmasked text of so many bytes (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((TEXT, size))
    if size < 1 << 16:
        return bytes((TEXT, 126)) + size.to_bytes(2)
    return bytes((TEXT, 127)) + size.to_bytes(8)
