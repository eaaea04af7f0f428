"""The floor of `./dev bench live`: a bare group echo by Channels on Daphne, with no rules and no database.

A socket joins the group that its address names; what it sends goes to the whole group as a text of the size asked for.
"""

from __future__ import annotations

import sys
from typing import Any
from urllib.parse import parse_qs

import django
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter


class Echo(AsyncWebsocketConsumer):
    """`/ws/floor/?table=N&size=N`."""

    async def connect(self) -> None:
        query = parse_qs(self.scope["query_string"].decode())
        self.group, self.size = f"table-{query['table'][0]}", int(query["size"][0])
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        count = (text_data or "").partition(" ")[0]
        await self.channel_layer.group_send(self.group, {"type": "echo", "text": count.ljust(self.size, ".")})

    async def echo(self, event: dict[str, Any]) -> None:
        await self.send(event["text"])


def main() -> None:
    django.setup()
    from daphne.server import Server

    application = ProtocolTypeRouter({"websocket": Echo.as_asgi()})
    Server(application, endpoints=[f"tcp:{sys.argv[1]}:interface=127.0.0.1"]).run()


if __name__ == "__main__":
    main()
