"""A site that can be broken: server processes on the database of this process, with one address in front of them."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection, connections, transaction
from django.test import Client

from accounts.models import User
from games.engine.registry import RULE_SETS
from games.engine.seats import SEATS, Seat
from games.services import seats, tables
from tests.cluster.balancer import Balancer
from tests.cluster.servers import Server, free_port

from .people import Room


def database_url() -> str:
    """The address of the database that this process uses, for its children."""
    if connection.vendor == "sqlite":
        return f"sqlite:///{connection.settings_dict['NAME']}"
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}").geturl()


class Site:
    """Server processes and their balancer. `run` starts the servers; `balancer` listens inside an event loop."""

    def __init__(self, folder: Path, processes: int = 2, channel_url: str = "", **environment: str) -> None:
        self.port = free_port()
        ports = [free_port() for _ in range(processes)]
        given = {
            "CARDEMS_VAR": str(folder),
            "DJANGO_SETTINGS_MODULE": "tests.cluster.settings",
            "DATABASE_URL": database_url(),
            "CHANNEL_URL": channel_url,
            "WEB_PROCESSES": str(processes),
            "SECRET_KEY": settings.SECRET_KEY,
            "SITE_ORIGINS": ",".join(f"http://127.0.0.1:{port}" for port in [self.port, *ports]),
            "CARDEMS_PACE": "0",
            "LOG_LEVEL": "WARNING",
            **environment,
        }
        self.servers = [Server(port, given, folder=folder, module="tests.bench._live_server") for port in ports]
        self.balancer = Balancer(ports)

    @contextmanager
    def running(self) -> Iterator[Site]:
        """All processes serve, until the end."""
        connections.close_all()  # what another process writes shall not meet an open transaction here
        try:
            for server in self.servers:
                server.start()
            for server in self.servers:
                server.wait()
            yield self
        finally:
            for server in self.servers:
                server.kill()

    async def enter(self, opened: dict[int, dict[Seat, str]], patience: float = 0.05) -> list[Room]:
        """People at these tables, all their pages open through the balancer."""
        await self.balancer.listen(self.port)
        rooms = [Room(table_id, cookies, [self.port], patience) for table_id, cookies in opened.items()]
        await asyncio.gather(*(room.enter() for room in rooms))
        return rooms

    async def leave(self, rooms: list[Room]) -> None:
        await asyncio.gather(*(room.leave() for room in rooms))
        await self.balancer.close()

    def said(self) -> str:
        return "".join(server.said() for server in self.servers)


def open_tables(count: int) -> dict[int, dict[Seat, str]]:
    """So many tables of four people who have begun to play; by table, the cookie header of each seat."""
    with transaction.atomic():
        return dict(_open_table(rule_set) for _, rule_set in zip(range(count), cycle(RULE_SETS), strict=False))


def _open_table(rule_set: str) -> tuple[int, dict[Seat, str]]:
    people = {seat: _person() for seat in SEATS}
    host = people.pop(tables.HOST_SEAT)
    table = tables.open_table(host, rule_set, {})
    for seat, user in people.items():
        seats.sit(table.pk, user, seat, links=())
    for user in (host, *people.values()):
        tables.ready_to_start(table.pk, user.pk)
    return table.pk, {seat: cookie(user) for seat, user in {tables.HOST_SEAT: host, **people}.items()}


def _person() -> User:
    return User.objects.create(username=f"p{secrets.token_hex(5)}", password="!" + secrets.token_hex(20))


def cookie(user: User) -> str:
    """The cookie header of somebody who is logged in."""
    client = Client()
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
