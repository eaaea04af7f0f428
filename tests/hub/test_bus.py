"""News between processes: one message at a time with all that came up, and everything hinted read together."""

import asyncio
import random

from games import store
from games.hub import bus
from games.hub.revisions import Revisions
from games.services import keeper, notify, watching
from tests.hub.test_slow_pages import Page, shown
from tests.hub.test_views import move
from tests.services.room import people, playing


class Layer:
    """A channel layer that keeps what it is given, takes its time, and may be broken."""

    def __init__(self):
        self.messages, self.may_go_on, self.error = [], asyncio.Event(), None

    async def group_send(self, _group, message):
        await self.may_go_on.wait()
        if self.error:
            raise self.error
        self.messages.append(dict(message["tables"]))


async def publisher(monkeypatch):
    layer, tasks = Layer(), []
    monkeypatch.setattr(bus, "_layer", lambda: layer)
    return Revisions(lambda work: tasks.append(asyncio.ensure_future(work)), bus.publish), layer, tasks


async def test_what_comes_up_while_one_message_is_on_its_way_goes_into_the_next(monkeypatch):
    sender, layer, tasks = await publisher(monkeypatch)
    sender.add({1: 10})
    await asyncio.sleep(0)
    for table, revision in ((2, 20), (3, 30), (2, 21)):
        sender.add({table: revision})
    layer.may_go_on.set()
    await asyncio.gather(*tasks)
    assert layer.messages == [{1: 10}, {2: 21, 3: 30}]
    assert len(tasks) == 1


async def test_a_bus_that_fails_keeps_nothing_from_being_said_later(monkeypatch):
    sender, layer, tasks = await publisher(monkeypatch)
    layer.error = OSError("away")
    layer.may_go_on.set()
    sender.add({1: 10})
    await asyncio.gather(*tasks)
    layer.error = None
    sender.add({1: 11})
    await asyncio.gather(*tasks)
    assert layer.messages == [{1: 11}]


async def test_tables_that_changed_elsewhere_are_read_together_and_shown(hub, in_thread, monkeypatch):
    chance, asked = random.Random(3), []
    several = watching.read_several

    def read_several(table_ids):
        asked.append(list(table_ids))
        return several(table_ids)

    monkeypatch.setattr(watching, "read_several", read_several)
    hosts = await in_thread(people, "Warda", "Sami", "Nour")
    tables = [await in_thread(playing, host) for host in hosts]
    pages = [Page(table_id, host.pk) for table_id, host in zip(tables, hosts, strict=True)]
    for page in pages:
        await hub.watch(page.viewer)
    with monkeypatch.context() as elsewhere:  # as if another process did it
        elsewhere.setattr(notify, "_listeners", [])
        for table_id in tables[:2]:
            for _action in range(3):
                await in_thread(_acts, table_id, chance)
    revisions = {table_id: (await in_thread(store.read, table_id)).revision for table_id in tables}
    before = [len(page.frames) for page in pages]
    hub.hint({**revisions, 999: 5})
    hub.hint(revisions)
    await shown(hub)
    assert asked == [tables[:2]]
    assert [hub.tables[table_id].snapshot.revision for table_id in tables] == list(revisions.values())
    assert [len(page.frames) > count for page, count in zip(pages, before, strict=True)] == [True, True, False]


def _acts(table_id, chance):
    """Whoever has the turn, person or bot, does something."""
    snapshot = store.read(table_id)
    if snapshot.sitter(snapshot.match.to_act).is_bot_played:
        keeper.step(snapshot)
    else:
        move(table_id, chance)
