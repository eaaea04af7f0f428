"""Addresses of the sockets."""

from django.urls import path, re_path

from .consumers import LobbyConsumer, NowhereConsumer, TableConsumer

websocket_urlpatterns = [
    path("ws/tables/<int:table_id>/", TableConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    re_path(r"", NowhereConsumer.as_asgi()),
]
