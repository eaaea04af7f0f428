"""All sockets of one event loop: how many of whom are open, and their end when the process stops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.conf import settings

from games import metrics

from .viewers import Close

PERSON: Final = "person"
ADDRESS: Final = "address"


@dataclass(eq=False, frozen=True)
class Socket:
    """An open socket. `address` is empty where it is not counted: of people with an account, of this machine itself."""

    kind: str
    user_id: int | None
    address: str
    close: Close

    @property
    def counted(self) -> Iterator[tuple[str, object]]:
        """The limits that it counts towards, with whose they are."""
        if self.user_id is not None:
            yield PERSON, self.user_id
        if self.address:
            yield ADDRESS, self.address


class Sockets:
    """The open ones, counted as `SOCKETS_A_PERSON` and `SOCKETS_AN_ADDRESS` want it."""

    def __init__(self) -> None:
        self.open: set[Socket] = set()
        self._counts: Counter[tuple[str, object]] = Counter()

    def admit(self, socket: Socket) -> bool:
        """Let a socket in; false when there are too many, and then it does not count."""
        most = {PERSON: settings.SOCKETS_A_PERSON, ADDRESS: settings.SOCKETS_AN_ADDRESS}
        for limit, whose in socket.counted:
            if self._counts[limit, whose] >= most[limit]:
                metrics.TURNED_AWAY.labels(limit).inc()
                return False
        self.open.add(socket)
        self._counts.update(socket.counted)
        metrics.SOCKETS.labels(socket.kind).inc()
        return True

    def leave(self, socket: Socket) -> None:
        """Forget a socket; one that was not let in, or has left, is nobody."""
        if socket not in self.open:
            return
        self.open.remove(socket)
        for key in socket.counted:
            self._counts[key] -= 1
            if not self._counts[key]:
                del self._counts[key]
        metrics.SOCKETS.labels(socket.kind).dec()

    async def close_all(self, code: int) -> None:
        """Close every socket with this code."""
        for socket in list(self.open):
            await socket.close(code)
