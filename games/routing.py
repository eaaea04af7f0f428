"""Addresses of the sockets."""

from typing import Any

from django.urls import path, re_path

from .consumers import LobbyConsumer, NowhereConsumer, TableConsumer

# The stubs of path() know views only; a socket's application is neither function nor class of theirs.
_table: Any = TableConsumer.as_asgi()
_lobby: Any = LobbyConsumer.as_asgi()
_nowhere: Any = NowhereConsumer.as_asgi()

websocket_urlpatterns = [
    path("ws/tables/<int:table_id>/", _table),
    path("ws/lobby/", _lobby),
    re_path(r"", _nowhere),
]
