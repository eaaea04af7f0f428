"""News between processes: hints over the channel layer, one subscription a process. One that fails costs seconds."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from channels.layers import BaseChannelLayer, InMemoryChannelLayer, get_channel_layer

from games import metrics
from games.services.watching import PROCESS

log = logging.getLogger(__name__)

GROUP: Final = "cardems.tables"
RETRY_SECONDS: Final = 1.0
PUBLISH_SECONDS: Final = 2.0

Hear = Callable[[dict[int, int]], None]


def is_shared() -> bool:
    """Whether there is a bus at all: the layer in memory ends at this process."""
    return not isinstance(get_channel_layer(), InMemoryChannelLayer)


def _layer() -> BaseChannelLayer:
    layer = get_channel_layer()
    assert layer is not None  # noqa: S101 – the settings always name one
    return layer


async def publish(tables: dict[int, int]) -> None:
    """Say at which revisions tables are; never raises."""
    # Numbers are no keys in every way of writing a message.
    hints = {"type": "hints", "tables": [*map(list, tables.items())], "from": PROCESS}
    try:
        await asyncio.wait_for(_layer().group_send(GROUP, hints), PUBLISH_SECONDS)
        metrics.hint_sent(ok=True)
    except Exception as error:  # whatever the bus does, the action is stored and the poll heals
        metrics.hint_sent(ok=False)
        log.warning("bus: a hint was not taken: %s", error)


async def listen(hear: Hear) -> None:
    """Pass on what other processes say, for ever; subscribes anew after any failure."""
    while True:
        try:
            await _listen_once(hear)
        except Exception as error:  # as above
            log.warning("bus: silent, trying again: %s", error)
            await asyncio.sleep(RETRY_SECONDS)


async def _listen_once(hear: Hear) -> None:
    layer = _layer()
    channel = await layer.new_channel()
    await layer.group_add(GROUP, channel)
    while True:
        hints = await layer.receive(channel)
        if hints.get("type") == "hints" and hints.get("from") != PROCESS:
            metrics.HINTS.labels("heard").inc()
            hear({int(table_id): int(revision) for table_id, revision in hints["tables"]})
