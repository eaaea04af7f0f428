"""Open sockets of people who may not look any more: they end within two seconds, and get nothing meanwhile (I12).

Tests assert no speed: three times the bound.
"""

import asyncio
import re

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session

from accounts import conduct
from games import store
from games.engine.seats import Seat
from games.models import Admission
from games.services import seats
from games.services.staff import tables as staff_tables
from tests.factories import UserFactory
from tests.services.room import people, playing, table_of

from .test_limits import in_thread, socket

SOON = 6.0
CARDS = re.compile(r'data-card="')

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _alone(settings):
    settings.CARDEMS_KEEPER = False


async def look(table_id, user=None):
    """An open socket that has been shown the table."""
    opened = await in_thread(socket, table_id, user)
    await opened.connect()
    assert 'id="table-state"' in (await opened.receive_output(timeout=5))["text"]
    return opened


async def end_of(opened):
    """The code with which a socket is closed."""
    async with asyncio.timeout(SOON):
        while (output := await opened.receive_output(timeout=SOON))["type"] != "websocket.close":
            pass
    return output["code"]


async def text_until_quiet(opened):
    """What comes until nothing does for a while."""
    text = ""
    while not await opened.receive_nothing(timeout=2):
        text += (await opened.receive_output())["text"]
    return text


def log_out(user):
    for session in Session.objects.all():
        if session.get_decoded().get("_auth_user_id") == str(user.pk):
            SessionStore(session.session_key).flush()


def change_password(user):
    user.set_password("another pot of tea")
    user.save()


def suspend(user):
    conduct.suspend(UserFactory(is_staff=True, is_superuser=True), user, "insults", None)


@pytest.mark.parametrize("end", [log_out, change_password, suspend])
async def test_a_session_that_ends_ends_its_sockets(end):
    warda, sami = await in_thread(people, "warda", "sami")
    table_id = await in_thread(playing, warda, sami)
    hers, his = await look(table_id, warda), await look(table_id, sami)
    await in_thread(end, warda)
    assert await end_of(hers) == 4401
    await his.disconnect()
    await hers.disconnect()


async def test_whoever_is_removed_from_a_closed_company_sees_nothing_more():
    warda, sami = await in_thread(people, "warda", "sami")
    table_id = await in_thread(table_of, warda, sami, may_join=Admission.LINK, may_watch=Admission.LINK)
    his = await look(table_id, sami)
    await in_thread(seats.remove, table_id, warda.pk, Seat.N)
    assert await end_of(his) == 4403
    await his.disconnect()


async def test_whoever_leaves_a_closed_company_sees_nothing_more():
    warda, sami = await in_thread(people, "warda", "sami")
    table_id = await in_thread(table_of, warda, sami, may_join=Admission.LINK, may_watch=Admission.LINK)
    his = await look(table_id, sami)
    await in_thread(seats.leave, table_id, sami.pk)
    assert await end_of(his) == 4403
    await his.disconnect()


async def test_a_watcher_and_whoever_staff_remove_get_no_hand():
    warda, sami, adam = await in_thread(people, "warda", "sami", "adam")
    table_id = await in_thread(playing, warda, sami)
    his, watching = await look(table_id, sami), await look(table_id, adam)
    staff = await in_thread(UserFactory, is_staff=True, is_superuser=True)
    await in_thread(staff_tables.remove_person, staff, table_id, Seat.N, "stalling")
    assert not CARDS.search(await text_until_quiet(watching))
    last = (await text_until_quiet(his)).rpartition('id="hand"')[2]
    assert not CARDS.search(last)
    snapshot = await in_thread(store.read, table_id)
    assert snapshot.sitter(Seat.N).removed
    for opened in (his, watching):
        await opened.disconnect()
