"""The keeper goes on, whatever happens to it: a dead keeper is a site of stuck tables."""

import asyncio

import pytest
from django.db import OperationalError

from games.services import keeper


@pytest.fixture
def turns(monkeypatch):
    """The turns of a keeper that has nothing to do, as they come."""
    seen = []
    for work in ("presence.beat", "ratings.refresh_places", "house_keeping.keep_if_due"):
        monkeypatch.setattr(f"games.services.{work}", lambda: None)
    monkeypatch.setattr(keeper, "claim_due", lambda: seen.append("looked"))
    monkeypatch.setattr(keeper, "PERIOD", 0.01)
    monkeypatch.setattr(keeper, "_running", {})
    return seen


async def _until(condition) -> None:
    async with asyncio.timeout(10):
        while not condition():
            await asyncio.sleep(0.01)


async def test_goes_on_when_a_connection_can_neither_be_used_nor_closed(turns, monkeypatch, settings) -> None:
    settings.CARDEMS_KEEPER = True
    broken = iter([OperationalError("gone")] * 12)

    def close() -> None:
        if trouble := next(broken, None):
            raise trouble

    monkeypatch.setattr("cardems_site.connected.close_old_connections", close)
    keeper.start()
    await _until(lambda: len(turns) > 3)
    keeper.stop()


async def test_the_next_request_starts_one_that_has_died_but_none_that_was_stopped(turns, monkeypatch, settings):
    settings.CARDEMS_KEEPER = True
    died = asyncio.get_running_loop().create_future()
    died.set_exception(RuntimeError("died"))
    died.exception()
    keeper._running[asyncio.get_running_loop()] = died
    keeper.start()
    await _until(lambda: turns)
    keeper.stop()
    await asyncio.sleep(0.1)
    turns.clear()
    keeper.start()
    await asyncio.sleep(0.1)
    assert turns == []
