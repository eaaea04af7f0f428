"""The sockets of the list of tables: one update a second at most, however much happens."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

from games import fragments, metrics

from .viewers import MOST_UNSENT, LobbyViewer

log = logging.getLogger(__name__)

PERIOD: Final = 1.0

Call = Callable[..., Awaitable[Any]]


class Lobby:
    """Who looks at the list of tables in this process."""

    def __init__(self, call: Call) -> None:
        self.call = call
        self.viewers: set[LobbyViewer] = set()
        self.has_news = False

    async def watch(self, viewer: LobbyViewer) -> None:
        """Register a socket, then show it the list."""
        self.viewers.add(viewer)
        await self._show({viewer})

    def leave(self, viewer: LobbyViewer) -> None:
        self.viewers.discard(viewer)

    async def run(self) -> None:
        """Show what is new, once a second, for ever."""
        while True:
            await asyncio.sleep(PERIOD)
            if self.has_news and self.viewers:
                await self._show_news()

    async def _show_news(self) -> None:
        self.has_news = False
        try:
            await self._show(set(self.viewers))
        except Exception:
            self.has_news = True
            metrics.ERRORS.labels("hub").inc()
            log.exception("lobby: the list could not be shown, trying again")

    async def _show(self, viewers: set[LobbyViewer]) -> None:
        for key in {(viewer.language, viewer.digits, viewer.filters) for viewer in viewers}:
            language, digits, filters = key
            markup = await self.call(fragments.lobby, language, digits, dict(filters))
            for viewer in viewers:
                if (viewer.language, viewer.digits, viewer.filters) == key and viewer.sent != markup:
                    await self._send(viewer, markup)

    async def _send(self, viewer: LobbyViewer, markup: str) -> None:
        if viewer.unsent() > MOST_UNSENT:
            self.has_news = True  # for the next time: nothing piles up for a page that does not read
            return
        viewer.sent = markup
        await viewer.send(markup)
