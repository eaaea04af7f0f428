"""The server process: Daphne with the limits this site wants, whoever starts it (`./dev play`, systemd, a test)."""

import asyncio
import gc
import logging
import signal
import sys
import time
from functools import partial
from typing import Any

from asgiref.sync import sync_to_async
from daphne import http_protocol, ws_protocol
from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server
from django.conf import settings
from twisted.internet import reactor

from cardems_site import frames
from cardems_site.health import Process

log = logging.getLogger(__name__)

LARGEST_MESSAGE = 256 * 1024
"""What may be sent in either direction: a whole view of a table has some 20 kilobytes."""
PROXY_HEADERS = {"proxy_forwarded_address_header": "X-Real-IP", "proxy_forwarded_proto_header": "X-Forwarded-Proto"}
TURN_OF_A_THREAD = 0.0005
"""The seconds after which a thread must let another one run. The database's thread asks for its turn again after every
statement, and would wait ten times as long for the one that makes views."""
LAST_REQUESTS = 5.0
"""The seconds that requests and closing sockets get to come to their end."""


class SiteRequest(http_protocol.WebRequest):
    """Daphne would take the root path from a header that any client can write, and fails at nonsense in it."""

    def process(self) -> None:
        """Also what begins every socket."""
        self.requestHeaders.removeHeader(b"daphne-root-path")
        super().process()


http_protocol.WebRequest = SiteRequest
ws_protocol.WebSocketFactory.protocol = frames.SiteSocket


class SiteServer(Server):
    """Daphne cuts its sockets when it is told to stop. This one says so first, closes them in order, and goes last."""

    def __init__(self, *args: Any, signal_handlers: bool = True, **options: Any) -> None:
        super().__init__(*args, signal_handlers=False, **options)
        self.has_signals = signal_handlers
        self.ports: list[Any] = []
        self.stopping: asyncio.Task[None] | None = None

    def run(self) -> None:
        """Serve until a signal comes; SIGTERM gives notice first, SIGINT does not, and a second one does not wait."""
        if self.has_signals:
            loop = reactor._asyncioEventloop  # Daphne takes it there too
            loop.add_signal_handler(signal.SIGTERM, self.stop_in_order, settings.DRAIN_SECONDS)
            loop.add_signal_handler(signal.SIGINT, self.stop_in_order, 0.0)
        collect_seldom()
        sys.setswitchinterval(TURN_OF_A_THREAD)
        super().run()

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        """Tell the application how much waits for a slow reader: Daphne itself takes whatever it is given."""
        if scope["type"] == "websocket":
            scope["unsent"] = partial(frames.unsent, protocol)
            scope["say"] = partial(frames.say, protocol)
        return super().create_application(protocol, scope)

    def listen_success(self, port: Any) -> None:
        """Keep what listens: it must stop before the sockets close, or their pages would come back here."""
        self.ports.append(port)
        super().listen_success(port)

    def stop_in_order(self, notice: float) -> None:
        """Begin to stop, with so many seconds of notice."""
        Process.is_draining = True
        if self.stopping:
            self.stop()
        else:
            self.stopping = asyncio.ensure_future(self._stop(notice))

    async def _stop(self, notice: float) -> None:
        try:
            await self._drain(notice)
        except Exception:
            log.exception("server: could not stop in order")
        finally:
            self.stop()

    async def _drain(self, notice: float) -> None:
        from games import fragments, hub
        from games.services import errors, keeper, presence

        tables = hub.current()
        if notice:
            log.info("server: stops in %s s", notice)
            await tables.announce(partial(fragments.refusal, errors.RESTARTING))
            await asyncio.sleep(notice)
        for port in self.ports:
            port.stopListening()
        await tables.sockets.close_all(hub.COME_BACK)
        await self._last_requests()
        keeper.stop()
        await sync_to_async(presence.end, thread_sensitive=False)()

    async def _last_requests(self) -> None:
        limit = time.monotonic() + LAST_REQUESTS
        while time.monotonic() < limit and any(map(_is_at_work, self.connections.values())):
            await asyncio.sleep(0.05)


def collect_seldom() -> None:
    """Let Python look for cycles of garbage seldom: an action makes a thousand short-lived values and no cycle.

    With Python's own thresholds a quarter of the processor's time goes there.
    """
    gc.collect()
    gc.freeze()  # what is loaded by now stays for good
    gc.set_threshold(20_000, 20, 50)


def _is_at_work(details: dict[str, Any]) -> bool:
    application = details.get("application_instance")
    return application is not None and not application.done()


def build_server(application: Any, host: str, port: int, **options: Any) -> Server:
    """A Daphne server for an ASGI application, not yet running.

    Half-open sockets are found by pings; there is no time-out of a healthy one, because its close code would not
    make the page connect again. The server's name is nobody's business.
    """
    return SiteServer(
        application,
        endpoints=build_endpoint_description_strings(host=host, port=port),
        websocket_max_message_size=LARGEST_MESSAGE,
        websocket_max_frame_size=frames.LARGEST,
        websocket_timeout=-1,
        ping_interval=10,
        ping_timeout=15,
        application_close_timeout=5,
        server_name="",
        **{**(PROXY_HEADERS if settings.BEHIND_PROXY else {}), **options},
    )
