"""Four real pages on two processes play a round; one process is killed in the middle of it."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page

from accounts.models import User
from games import store
from tests.browser.hands import act, is_my_turn, state, take_turn, until
from tests.browser.pages import Pages
from tests.faults.conftest import cluster, postgres, valkey, verified  # noqa: F401 – fixtures
from tests.faults.site import Site, open_tables
from tests.faults.test_cluster import BACK, SLACK

pytestmark = [pytest.mark.cluster, pytest.mark.usefixtures("verified")]


@contextmanager
def balanced(site: Site) -> Iterator[str]:
    """The one address, served by a loop in a thread: Playwright keeps this one busy."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    asyncio.run_coroutine_threadsafe(site.balancer.listen(site.port), loop).result(10)
    yield f"http://127.0.0.1:{site.port}"
    asyncio.run_coroutine_threadsafe(site.balancer.close(), loop).result(10)
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


def version(page: Page) -> int:
    return state(page)[2]


def play(pages: list[Page], actions: int, take_turn: Callable[[Page], None] = take_turn) -> None:
    """So many actions by whoever has the turn, each seen by all four before the next."""
    for _ in range(actions):
        until(pages[0], lambda: any(is_my_turn(page) for page in pages))
        before = max(version(page) for page in pages)
        take_turn(next(page for page in pages if is_my_turn(page)))
        until(pages[0], lambda before=before: min(version(page) for page in pages) > before)


def act_again(page: Page) -> None:
    """Act until the table has taken it, as a person does: what was pressed as the line broke is gone with it, and is
    not sent later, for the table may be another by then."""
    before = version(page)

    def is_taken() -> bool:
        if is_my_turn(page) and version(page) == before and page.locator("#link-banner").is_hidden():
            act(page)
            page.wait_for_timeout(500)
        return version(page) > before

    until(page, is_taken)


def test_pages_of_a_killed_process_come_back_on_the_other(cluster: Site, chromium) -> None:  # noqa: F811
    [table_id] = open_tables(1)
    people = [User.objects.get(pk=sitter.user_id) for sitter in store.read(table_id).people]
    with balanced(cluster) as origin:
        opened = Pages(chromium, origin)
        pages = [opened.open(f"/tables/{table_id}/", user=user) for user in people]
        play(pages, 6)
        cluster.servers[0].kill()
        start = time.monotonic()
        play(pages, 1, act_again)
        assert time.monotonic() - start < BACK * SLACK
        play(pages, 60)
        opened.close()
    rows = store.read(table_id)
    assert rows.match is not None
    assert rows.match.finished, "no round was played to its end"
