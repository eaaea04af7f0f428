"""The server process: Daphne with the limits this site wants, whoever starts it (`./dev play`, systemd, a test)."""

from typing import Any

from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server
from django.conf import settings

LARGEST_FRAME = 16 * 1024
PROXY_HEADERS = {"proxy_forwarded_address_header": "X-Real-IP", "proxy_forwarded_proto_header": "X-Forwarded-Proto"}


def build_server(application: Any, host: str, port: int, **options: Any) -> Server:
    """A Daphne server for an ASGI application, not yet running.

    Half-open sockets are found by pings; there is no time-out of a healthy one, because its close code would not
    make the page connect again. The server's name is nobody's business.
    """
    return Server(
        application,
        endpoints=build_endpoint_description_strings(host=host, port=port),
        websocket_max_message_size=LARGEST_FRAME,
        websocket_max_frame_size=LARGEST_FRAME,
        websocket_timeout=-1,
        ping_interval=10,
        ping_timeout=15,
        application_close_timeout=5,
        server_name="",
        **(PROXY_HEADERS if settings.BEHIND_PROXY else {}),
        **options,
    )
