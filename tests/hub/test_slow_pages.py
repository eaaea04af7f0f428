"""A page that does not read: nothing piles up for it, nobody waits for it, and it gets the newest state at last."""

import asyncio
import re

from twisted.internet.abstract import FileDescriptor

from cardems_site.frames import unsent
from games import store
from games.hub import Viewer
from games.hub.viewers import MOST_UNSENT
from games.services import tables
from tests.factories import UserFactory


class Page:
    """A socket whose unread bytes the test sets."""

    def __init__(self, table_id, user_id):
        self.frames, self.waiting = [], 0
        self.viewer = Viewer(table_id, user_id, "en", "latin", self.send, self.close, unsent=lambda: self.waiting)

    async def send(self, text):
        self.frames.append(text)

    async def close(self, code):
        self.frames.append(f"closed with {code}")


def opened():
    host, other = UserFactory(), UserFactory()
    return tables.open_table(host, "tarneeb/classic", {}).pk, host, other


async def shown(hub):
    """Wait until every view that is on its way has been sent."""
    while hub.tasks:
        await asyncio.wait(set(hub.tasks))
        await asyncio.sleep(0)  # what a task that is done calls has its turn after it


async def test_a_page_that_does_not_read_gets_the_newest_state_alone(hub, in_thread):
    table_id, host, watcher = await in_thread(opened)
    slow, quick = Page(table_id, watcher.pk), Page(table_id, host.pk)
    for page in (slow, quick):
        await hub.watch(page.viewer)
    await shown(hub)
    slow.frames.clear()
    quick.frames.clear()
    slow.waiting = MOST_UNSENT + 1
    await in_thread(tables.fill_with_bots, table_id, host.pk)
    await shown(hub)
    await in_thread(tables.ready_to_start, table_id, host.pk)
    await shown(hub)
    await hub._show_what_was_missed()
    assert slow.frames == []
    assert len(quick.frames) == 2
    slow.waiting = 0
    await hub._show_what_was_missed()
    assert len(slow.frames) == 1
    version = (await in_thread(store.read, table_id)).version
    assert re.search(r'id="table-state"[^>]* data-version="(\d+)"', slow.frames[0])[1] == str(version)
    await hub._show_what_was_missed()
    assert len(slow.frames) == 1


def test_what_waits_in_a_connection_is_counted():
    class Protocol:
        transport = FileDescriptor(reactor=type("Reactor", (), {"addWriter": lambda *_: None})())

    Protocol.transport.connected = True
    Protocol.transport.write(b"x" * 1000)
    Protocol.transport.write(b"y" * 500)
    assert unsent(Protocol) == 1500
