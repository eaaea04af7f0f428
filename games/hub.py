"""The hub: this process's sockets by table, and what each was last sent.

All of its state belongs to one event loop. A service in any thread reaches it through `tell`. Hints are merged: while
a table is being shown, newer snapshots replace older ones. Hints of other processes come over the channel layer, one
subscription a process; the revisions are compared with the database every few seconds, so a lost hint heals.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
from collections.abc import Awaitable, Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import ParamSpec, TypeVar

from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.db import close_old_connections, connection

from games import fragments, store
from games.engine.seats import Seat
from games.models import TableRow
from games.services import admission, notify
from games.store import Snapshot

P = ParamSpec("P")
T = TypeVar("T")
log = logging.getLogger(__name__)

GROUP = "cardems.tables"
POLL_SECONDS = 4.0
NOT_ALLOWED = 4403
PROCESS = f"{os.getpid()}-{secrets.token_hex(4)}"


@dataclass(eq=False)
class Viewer:
    """One socket: who looks at which table, and the fragments that this socket has."""

    table_id: int
    user_id: int | None
    language: str
    digits: str
    send: Callable[[str], Awaitable[None]]
    close: Callable[[int, str], Awaitable[None]]
    session_key: str = ""
    links: Collection[int] = ()
    sent: dict[str, str] = field(default_factory=dict)

    def seat(self, snapshot: Snapshot) -> Seat | None:
        return snapshot.seat_of(self.user_id)


@dataclass(eq=False)
class _Watched:
    """A table that somebody looks at here; `snapshot` is the newest that this process has heard of."""

    snapshot: Snapshot
    viewers: set[Viewer] = field(default_factory=set)
    shown: int = -1
    showing: bool = False


class Hub:
    """The sockets of one event loop."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.tables: dict[int, _Watched] = {}
        # Services run here, off the loop; SQLite has one writer at a time anyway, so one thread is the fastest there.
        self.pool = ThreadPoolExecutor(1 if connection.vendor == "sqlite" else 6, thread_name_prefix="hub")
        self.tasks: set[asyncio.Task[None]] = set()

    async def call(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run something that talks to the database, off the event loop; raises what it raises."""
        return await self.loop.run_in_executor(self.pool, lambda: _connected(work, *args, **kwargs))

    def tell(self, snapshot: Snapshot) -> None:
        """A table changed; may be called from any thread, after the commit."""
        self.loop.call_soon_threadsafe(self._heard, snapshot)

    async def watch(self, viewer: Viewer) -> None:
        """Register a socket, then show it everything; raises TableRow.DoesNotExist."""
        watched = self.tables.get(viewer.table_id)
        if watched is None:
            snapshot = await self.call(store.read, viewer.table_id)
            watched = self.tables.setdefault(viewer.table_id, _Watched(snapshot))
        watched.viewers.add(viewer)
        await self.refresh(viewer)

    def leave(self, viewer: Viewer) -> None:
        """Forget a socket."""
        watched = self.tables.get(viewer.table_id)
        if watched is None:
            return
        watched.viewers.discard(viewer)
        if not watched.viewers:
            del self.tables[viewer.table_id]

    async def refresh(self, viewer: Viewer) -> None:
        """Show this socket the whole table anew, as the database has it now."""
        snapshot = await self.call(store.read, viewer.table_id)
        viewer.sent.clear()
        self._heard(snapshot)
        await self._show_to(
            viewer, self.tables[viewer.table_id].snapshot if viewer.table_id in self.tables else snapshot
        )

    def _heard(self, snapshot: Snapshot) -> None:
        watched = self.tables.get(snapshot.table_id)
        if watched is None or snapshot.revision < watched.snapshot.revision:
            return
        watched.snapshot = snapshot
        if not watched.showing and watched.shown < snapshot.revision:
            watched.showing = True
            self.spawn(self._show(watched))

    def spawn(self, work: Awaitable[None]) -> None:
        """Run a task and hold it until it is done."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception():
            log.error("hub: a task failed", exc_info=task.exception())

    async def _show(self, watched: _Watched) -> None:
        try:
            while watched.shown < watched.snapshot.revision:
                snapshot = watched.snapshot
                for viewer in list(watched.viewers):
                    await self._show_to(viewer, snapshot)
                watched.shown = snapshot.revision
        finally:
            watched.showing = False

    async def _show_to(self, viewer: Viewer, snapshot: Snapshot) -> None:
        if not admission.may_see(snapshot, viewer.user_id, viewer.links):
            self.leave(viewer)
            await viewer.close(NOT_ALLOWED, "")
            return
        fresh = fragments_for(viewer, snapshot)
        changed = [markup for element, markup in fresh.items() if viewer.sent.get(element) != markup]
        viewer.sent = fresh
        if changed:
            await viewer.send("".join(changed))

    async def poll(self) -> None:
        """Compare the revisions of all watched tables with the database for ever; a lost hint heals here."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                await self._poll_once()
            except Exception:
                log.exception("hub: the revisions could not be read")

    async def _poll_once(self) -> None:
        if not self.tables:
            return
        revisions = await self.call(_revisions, list(self.tables))
        for table_id, revision in revisions.items():
            await self.hint(table_id, revision)

    async def hint(self, table_id: int, revision: int) -> None:
        """A table is said to be at this revision: read it if that is news here."""
        watched = self.tables.get(table_id)
        if watched and revision > watched.snapshot.revision:
            self._heard(await self.call(store.read, table_id))


# --- between processes, and the life of the hub -------------------------------------------------------------------------

_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def current() -> Hub:
    """The hub of the running event loop, made and set to work at the first call."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        hub = _hubs[loop] = Hub()
        notify.listen(_tell_hubs)
        hub.spawn(hub.poll())
        if _other_processes_can_be_heard():
            hub.spawn(_hear_other_processes(hub))
    return _hubs[loop]


def _tell_hubs(snapshot: Snapshot) -> None:
    for loop, hub in list(_hubs.items()):
        if loop.is_closed():
            del _hubs[loop]
            continue
        hub.tell(snapshot)
        if _other_processes_can_be_heard():
            hint = {"type": "hint", "table": snapshot.table_id, "revision": snapshot.revision, "from": PROCESS}
            asyncio.run_coroutine_threadsafe(_publish(hint), loop)


def _other_processes_can_be_heard() -> bool:
    return not isinstance(get_channel_layer(), InMemoryChannelLayer)


async def _publish(hint: dict[str, object]) -> None:
    """A bus that fails costs the other processes seconds, until their poll; never an action."""
    try:
        await get_channel_layer().group_send(GROUP, hint)
    except Exception:
        log.warning("hub: the bus did not take a hint", exc_info=True)


async def _hear_other_processes(hub: Hub) -> None:
    layer = get_channel_layer()
    while True:
        try:
            channel = await layer.new_channel()
            await layer.group_add(GROUP, channel)
            while True:
                hint = await layer.receive(channel)
                if hint.get("type") == "hint" and hint.get("from") != PROCESS:
                    await hub.hint(int(hint["table"]), int(hint["revision"]))
        except Exception:
            log.warning("hub: the bus is silent; trying again", exc_info=True)
            await asyncio.sleep(1)


def fragments_for(viewer: Viewer, snapshot: Snapshot) -> dict[str, str]:
    """All that this viewer may see, by element id."""
    public = fragments.public_fragments(snapshot, viewer.language, viewer.digits)
    private = fragments.private_fragments(
        snapshot, viewer.seat(snapshot), viewer.user_id, viewer.language, viewer.digits
    )
    return {**public, **private}


def _connected(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    close_old_connections()
    try:
        return work(*args, **kwargs)
    finally:
        close_old_connections()


def _revisions(table_ids: list[int]) -> dict[int, int]:
    return dict(TableRow.objects.filter(pk__in=table_ids).values_list("pk", "revision"))
