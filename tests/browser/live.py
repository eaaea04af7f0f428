"""The server of the browser tests: the same object that `manage.py serve` runs, in a daemon thread."""

import socket
import threading
import urllib.request

from django.conf import settings


def free_port() -> int:
    """A port of the loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class LiveSite:
    """One server for the whole session: Twisted's reactor starts only once in a process."""

    def __init__(self) -> None:
        self.port = free_port()
        self.origin = f"http://127.0.0.1:{self.port}"
        self.ready = threading.Event()

    def start(self) -> None:
        """Serve until `stop`; returns when the first request, which starts the keeper, has been answered."""
        settings.SITE_ORIGINS.append(self.origin)
        from cardems_site.asgi import application
        from cardems_site.server import build_server

        options = {"signal_handlers": False, "ready_callable": self.ready.set}
        server = build_server(application, "127.0.0.1", self.port, **options)
        self.thread = threading.Thread(target=server.run, name="live site", daemon=True)
        self.thread.start()
        assert self.ready.wait(10), "the server did not start"
        urllib.request.urlopen(f"{self.origin}/healthz", timeout=10).close()

    def stop(self) -> None:
        """Stop the server and wait for its thread."""
        from twisted.internet import reactor

        reactor.callFromThread(reactor.stop)
        self.thread.join(10)
