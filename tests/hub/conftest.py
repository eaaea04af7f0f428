"""A hub on the test's own event loop. Its threads have connections of their own, so the rows must be committed."""

import pytest
from asgiref.sync import sync_to_async
from django.db import connections

from games import store
from games.hub import Hub
from games.services import notify


@pytest.fixture
async def hub(transactional_db):
    """It hears of changes, but nothing of it runs by itself: a test that wants a poll makes one."""
    store.cache.clear()
    made = Hub()
    notify.listen(made.tell)
    yield made
    notify._listeners.remove(made.tell)
    for task in made.tasks:
        task.cancel()
    for call, pool in ((made.call, made.pool), (made.ask, made.asking)):
        await call(connections.close_all)
        pool.shutdown()
    await sync_to_async(connections.close_all)()  # those of `in_thread`


@pytest.fixture
def in_thread():
    """What Django does not want on an event loop."""
    return lambda work, *arguments, **named: sync_to_async(work)(*arguments, **named)
