"""What people at a table get when the process stops: the word in their language, then a code that pages retry."""

import asyncio
from functools import partial

import pytest
from channels.testing import WebsocketCommunicator
from django.urls import reverse

from cardems_site.asgi import application
from games import fragments, hub
from games.models import MatchRow
from games.services.errors import RESTARTING
from tests.factories import UserFactory
from tests.services.room import playing


@pytest.mark.django_db(transaction=True)
async def test_notice_then_the_end(settings) -> None:
    settings.CARDEMS_KEEPER = False
    warda = await asyncio.to_thread(UserFactory)
    table = await asyncio.to_thread(playing, warda)
    page = WebsocketCommunicator(
        application, f"/ws/tables/{table}/?language=en", [(b"origin", b"http://localhost:8000")]
    )
    await page.connect()
    await page.receive_output(timeout=5)
    here = hub.current()
    await here.announce(partial(fragments.refusal, RESTARTING))
    assert "The site restarts in a moment" in (await page.receive_output(timeout=5))["text"]
    await here.sockets.close_all(hub.COME_BACK)
    assert await page.receive_output(timeout=5) == {"type": "websocket.close", "code": hub.COME_BACK}
    await page.disconnect()
    assert not here.sockets.open


def test_record_is_served_with_its_rules_version(client, played) -> None:
    MatchRow.objects.filter(pk=played.past.pk).update(rules_version=3)
    answer = client.get(reverse("match-record", args=[played.past.pk]))
    assert answer.headers["Cardems-Rules-Version"] == "3"
    assert b"rules_version" not in answer.content
