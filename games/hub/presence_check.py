"""The database's count of this process's pages, set right now and then: while the database is away, nobody can tell it
that a page came or went, and other processes may have taken this one for dead."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

from games.services import watching
from games.services.watching import Difference, Pages

__all__ = ["Pages", "PresenceCheck"]

PERIOD: Final = 4.0


class PresenceCheck:
    """Compares the pages that are open here with those counted. A difference seen twice is no page on its way."""

    def __init__(self, call: Callable[..., Awaitable[Any]]) -> None:
        self.call = call
        self.seen: set[Difference] = set()
        self.next_at = 0.0

    async def compare(self, pages: Pages) -> None:
        """Look, unless that was done a moment ago; raises what the database raises."""
        if time.monotonic() < self.next_at:
            return
        self.next_at = time.monotonic() + PERIOD
        found = await self.call(watching.differences, pages)
        for table_id, user_id, really, _counted in found & self.seen:
            await self.call(watching.set_pages, table_id, user_id, really)
        self.seen = found
