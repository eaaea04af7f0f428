"""Whatever comes at the same moment, or goes wrong in one place: each page gets the newest state in the end."""

import asyncio
import threading

from games.hub import hub as hubs
from games.hub.viewers import MOST_UNSENT
from games.services import tables, talk
from tests.hub.test_slow_pages import Page, opened, shown


async def open_page(hub, table_id, user):
    page = Page(table_id, user.pk)
    await hub.watch(page.viewer)
    await shown(hub)
    page.frames.clear()
    return page


async def test_a_line_said_while_the_one_before_is_read_is_shown_too(hub, in_thread, monkeypatch):
    table_id, host, _other = await in_thread(opened)
    page = await open_page(hub, table_id, host)
    ask, go_on, was_read = hub.call, asyncio.Event(), asyncio.Event()

    async def call(work, *arguments):
        answer = await ask(work, *arguments)
        if work is hubs._talk_lines and not was_read.is_set():
            was_read.set()
            await go_on.wait()
        return answer

    monkeypatch.setattr(hub, "call", call)
    await in_thread(talk.say, table_id, host, "text", "the first line")
    await was_read.wait()
    await in_thread(talk.say, table_id, host, "text", "the second line")
    await asyncio.sleep(0.02)
    go_on.set()
    await shown(hub)
    assert "the second line" in "".join(page.frames)


async def test_the_beat_does_not_forget_what_a_slow_page_has_missed(hub, in_thread, monkeypatch):
    table_id, host, watcher = await in_thread(opened)
    page = await open_page(hub, table_id, watcher)
    page.waiting = MOST_UNSENT + 1
    await in_thread(tables.fill_with_bots, table_id, host.pk)
    await shown(hub)
    page.waiting = 0
    monkeypatch.setattr(hubs, "BEAT_SECONDS", 0.01)
    beat = asyncio.ensure_future(hub.beat())
    await asyncio.sleep(0.05)
    beat.cancel()
    assert not "".join(page.frames)
    await hub._show_what_was_missed()
    assert 'id="seat-N"' in "".join(page.frames)


async def test_a_page_that_cannot_even_be_closed_keeps_nothing_from_the_others(hub, in_thread):
    table_id, host, watcher = await in_thread(opened)
    pages = [await open_page(hub, table_id, user) for user in (host, watcher)]
    broken, good = sorted(pages, key=lambda page: list(hub.tables[table_id].viewers).index(page.viewer))

    async def fail(_what):
        raise RuntimeError("gone")

    broken.viewer.send = broken.viewer.close = fail
    await in_thread(tables.fill_with_bots, table_id, host.pk)
    await shown(hub)
    assert good.frames
    assert hub.tables[table_id].viewers == {good.viewer}


async def test_news_from_many_threads_at_once_are_all_heard(hub, in_thread):
    table_id, host, _other = await in_thread(opened)
    page = await open_page(hub, table_id, host)
    heard, hear = [], hub._heard
    hub._heard = lambda snapshot: (heard.append(snapshot), hear(snapshot))
    snapshot = hub.tables[table_id].snapshot
    threads = [threading.Thread(target=lambda: [hub.tell(snapshot) for _time in range(200)]) for _thread in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        await in_thread(thread.join)
    await asyncio.sleep(0.05)
    assert len(heard) == 1600
    assert not hub.news
    assert page.viewer in hub.tables[table_id].viewers
