"""Every limit has a clear answer, and none of them meets somebody who does nothing unusual."""

import asyncio
import json
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.db import connections
from django.test import Client
from django.urls import reverse

from accounts.models import User
from cardems_site.asgi import application
from games.models import TableRow
from games.services import tables
from tests.factories import PASSWORD, UserFactory
from tests.services.room import playing


class TestTables:
    @pytest.fixture(autouse=True)
    def _two_an_hour(self, settings, db) -> None:
        settings.TABLES_AN_HOUR = 2

    def test_a_third_one_is_refused_in_words(self, client) -> None:
        for _table in range(2):
            client.post(reverse("play-now", args=["spades"]))
            TableRow.objects.update(state="closed")
            tables.SeatRow.objects.update(live=False)
        for name in ("play-now", "seat-me"):
            answer = client.post(reverse(name, args=["spades"]), follow=True)
            assert "You have opened many tables lately." in answer.content.decode()
        assert TableRow.objects.count() == 2

    def test_others_and_later_are_free(self, client) -> None:
        client.post(reverse("play-now", args=["spades"]))
        client.post(reverse("play-now", args=["spades"]))
        assert Client().post(reverse("play-now", args=["spades"])).url.startswith("/tables/")


class TestLogIn:
    @pytest.fixture(autouse=True)
    def _limits(self, settings, db) -> None:
        settings.ACCOUNT_RATE_LIMITS = {
            "login": "1000/m/ip",
            "login_failed": "9/10m/ip,3/10m/key",
            "login_failed_known": "3/10m/key",
        }

    def log_in(self, client: Client, password: str) -> bool:
        client.post(reverse("account_login"), {"login": "Warda", "password": password})
        return "_auth_user_id" in client.session

    def test_guesses_of_strangers_do_not_lock_a_known_browser_out(self) -> None:
        UserFactory(username="Warda")
        own, stranger, new = Client(), Client(), Client()
        assert self.log_in(own, PASSWORD)
        own.post(reverse("account_logout"))
        for _guess in range(5):
            assert not self.log_in(stranger, "a wrong guess")
        assert not self.log_in(new, PASSWORD), "an unknown browser has to wait"
        assert self.log_in(own, PASSWORD)

    def test_a_known_browser_has_a_limit_of_its_own(self) -> None:
        UserFactory(username="Warda")
        own = Client()
        assert self.log_in(own, PASSWORD)
        own.post(reverse("account_logout"))
        for _guess in range(3):
            self.log_in(own, "a wrong guess")
        assert not self.log_in(own, PASSWORD)

    def test_a_browser_known_for_one_name_is_not_for_another(self) -> None:
        UserFactory(username="Warda")
        UserFactory(username="Sami")
        thief, guesser = Client(), Client()
        thief.post(reverse("account_login"), {"login": "Sami", "password": PASSWORD})
        thief.post(reverse("account_logout"))
        for _guess in range(5):
            self.log_in(guesser, "a wrong guess")
        assert not self.log_in(thief, PASSWORD)


async def in_thread(work: Any, *arguments: Any, **named: Any) -> Any:
    """Run what Django does not want on an event loop; the thread leaves no connection behind."""

    def run() -> Any:
        try:
            return work(*arguments, **named)
        finally:
            connections.close_all()

    return await asyncio.to_thread(run)


def socket(table_id: int, user: User | None = None, address: str = "203.0.113.5") -> WebsocketCommunicator:
    headers = [(b"origin", b"http://localhost:8000")]
    if user:
        client = Client()
        client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
        headers.append((b"cookie", f"sessionid={client.cookies['sessionid'].value}".encode()))
    opened = WebsocketCommunicator(application, f"/ws/tables/{table_id}/?language=en", headers)
    opened.scope["client"] = [address, 1234]
    return opened


async def is_let_in(opened: WebsocketCommunicator) -> bool:
    """Whether the socket shows the table; otherwise it says why and closes with a code that pages do not retry."""
    await opened.connect()
    first = await opened.receive_output(timeout=5)
    if "Too many pages are open" not in first.get("text", ""):
        return True
    assert (await opened.receive_output(timeout=5)) == {"type": "websocket.close", "code": 4429}
    return False


@pytest.mark.django_db(transaction=True)
class TestSockets:
    @pytest.fixture(autouse=True)
    def _two(self, settings) -> None:
        settings.SOCKETS_A_PERSON = settings.SOCKETS_AN_ADDRESS = 2
        settings.CARDEMS_KEEPER = False

    async def opened(self, *wanted: WebsocketCommunicator) -> list[bool]:
        try:
            return [await is_let_in(each) for each in wanted]
        finally:
            for each in wanted:
                await each.disconnect()

    async def test_sockets_that_the_server_cancels_do_not_count(self) -> None:
        warda = await in_thread(UserFactory)
        table = await in_thread(playing, warda)
        for _socket in range(3):
            opened = await in_thread(socket, table, warda)
            assert await is_let_in(opened)
            opened.future.cancel()
            await asyncio.wait([opened.future])

    async def test_a_person_has_so_many(self) -> None:
        warda = await in_thread(UserFactory)
        table = await in_thread(playing, warda)
        sockets = [await in_thread(socket, table, warda, f"203.0.113.{n}") for n in range(3)]
        assert await self.opened(*sockets) == [True, True, False]
        assert await self.opened(await in_thread(socket, table, warda)) == [True], "closed ones do not count"

    async def test_an_address_has_so_many_but_people_with_accounts_do_not_count(self) -> None:
        warda = await in_thread(UserFactory)
        table = await in_thread(playing, warda)
        own = await in_thread(socket, table, warda)
        others = [socket(table) for _socket in range(3)]
        assert await self.opened(others[0], others[1], others[2], own) == [True, True, False, True]
        assert await self.opened(*[socket(table, address="127.0.0.1") for _socket in range(3)]) == [True] * 3

    async def test_flood_of_frames_closes_the_socket(self) -> None:
        warda = await in_thread(UserFactory)
        table = await in_thread(playing, warda)
        flooder = socket(table)
        await flooder.connect()
        for _frame in range(40):
            await flooder.send_to(text_data=json.dumps({"do": "ready"}))
        said = [await flooder.receive_output(timeout=5)]
        while said[-1]["type"] != "websocket.close":
            said.append(await flooder.receive_output(timeout=5))
        assert said[-1]["code"] == 4429
        await flooder.disconnect()
