"""News of tables, gathered while the news before are seen to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any

Spawn = Callable[[Coroutine[Any, Any, None]], None]
SeeTo = Callable[[dict[int, int]], Awaitable[None]]


class Revisions:
    """The newest revision of each table that has news, given to `see_to` all at once, one time after the other."""

    def __init__(self, spawn: Spawn, see_to: SeeTo) -> None:
        self._spawn, self._see_to = spawn, see_to
        self._newest: dict[int, int] = {}
        self._is_at_work = False

    def add(self, revisions: Mapping[int, int]) -> None:
        """Tables are at these revisions; an older one, heard late, hides no newer one."""
        for table_id, revision in revisions.items():
            self._newest[table_id] = max(revision, self._newest.get(table_id, 0))
        if self._newest and not self._is_at_work:
            self._is_at_work = True
            self._spawn(self._work())

    async def _work(self) -> None:
        try:
            while self._newest:
                newest, self._newest = self._newest, {}
                await self._see_to(newest)
        finally:
            self._is_at_work = False
