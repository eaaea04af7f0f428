"""A clock that stands still until the test moves it, and a process that is alive."""

import datetime as dt

import pytest
import time_machine

from games import store
from games.services import presence

START = dt.datetime(2026, 11, 29, 20, 0, tzinfo=dt.UTC)


@pytest.fixture
def clock(db):
    store.cache.clear()
    with time_machine.travel(START, tick=False) as traveller:
        presence.beat()
        yield traveller
