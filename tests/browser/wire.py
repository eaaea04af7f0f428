"""A wire between the browser and the server that can be cut: what is on it then gets lost, and nobody is told."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


class Wire:
    """Listens on a port of its own and passes everything on, both ways."""

    def __init__(self, port: int) -> None:
        self.port, self.is_cut = port, False
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.origin = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        self.far_ends: list[socket.socket] = []
        self.ends: list[socket.socket] = []
        threading.Thread(target=self._accept, name="wire", daemon=True).start()

    def cut(self) -> None:
        """From now on nothing passes. The server loses its ends; the browser hears nothing, as on a sleeping phone."""
        self.is_cut = True
        for end in self.far_ends:
            with suppress(OSError):  # it may be closed already
                end.shutdown(socket.SHUT_RDWR)
        self.far_ends.clear()

    def mend(self) -> None:
        """The network is back, for new connections."""
        self.is_cut = False

    def close(self) -> None:
        """Nobody is let in any more, and nobody stays."""
        self.listening.close()
        for end in list(self.ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        while True:
            try:
                near, _address = self.listening.accept()
            except OSError:
                return
            if self.is_cut:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self.port))
            self.far_ends.append(far)
            self.ends += near, far
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=self._pass_on, args=(source, target), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        """Until the source ends; whoever reads an end closes it."""
        with source, suppress(OSError):
            while data := source.recv(65536):
                if not self.is_cut:
                    target.sendall(data)
            if not self.is_cut:
                target.shutdown(socket.SHUT_WR)
