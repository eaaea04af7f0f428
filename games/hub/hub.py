"""The sockets of one event loop by table. Hints are merged: a socket busy with revision 41 goes straight to 43."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import Context
from typing import Any, Final, ParamSpec, TypeVar

from django.db import connection

from cardems_site.connected import connected
from games import fragments, metrics
from games.fragments import TalkLine
from games.services import notify, watching
from games.services.watching import Snapshot

from . import bus
from .changes import Changes
from .lobby import Lobby
from .presence_check import Pages, PresenceCheck
from .revisions import Revisions
from .sockets import Sockets
from .viewers import COME_BACK, NOT_ALLOWED, SIGNED_OUT, Viewer
from .views import Moment, Watched, private_change, public_change

P = ParamSpec("P")
T = TypeVar("T")
log = logging.getLogger(__name__)

POLL_SECONDS: Final = 1.5
BEAT_SECONDS: Final = 15.0
POSTGRES_THREADS: Final = 6


class Hub:
    """The sockets of one event loop."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.tables: dict[int, Watched] = {}
        self.lobby = Lobby(self.ask)
        self.sockets = Sockets()
        self.pages = PresenceCheck(self.ask)
        # Services run here, off the loop. SQLite has one writer at a time anyway: one thread is the fastest there.
        threads = 1 if connection.vendor == "sqlite" else POSTGRES_THREADS
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="hub")
        self.asking = ThreadPoolExecutor(1, thread_name_prefix="hub-asks")
        self.tasks: set[asyncio.Task[None]] = set()
        self.news: list[Snapshot] = []
        self.telling = threading.Lock()
        self.waiting: list[Watched] = []
        self.told = Revisions(self.spawn, bus.publish)
        self.hinted = Revisions(self.spawn, self._read_hinted)
        self.changes = Changes(self.call)

    async def call(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run something that talks to the database, off the event loop; raises what it raises."""
        return await self.loop.run_in_executor(self.pool, lambda: connected(work, *args, **kwargs))

    async def ask(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The same for what is about all tables or sockets at once: it may take its time, no action waits for it."""
        return await self.loop.run_in_executor(self.asking, lambda: connected(work, *args, **kwargs))

    def tell(self, snapshot: Snapshot) -> None:
        """A table changed; may be called from any thread, after the commit. Its context (a language) stays there."""
        with self.telling:
            self.news.append(snapshot)
            is_first = len(self.news) == 1  # else the loop is told already
        if is_first:
            self.loop.call_soon_threadsafe(self._hear_news, context=Context())

    def _hear_news(self) -> None:
        with self.telling:
            news, self.news = self.news, []
        for snapshot in news:
            self._heard(snapshot)
            if bus.is_shared():
                self.told.add({snapshot.table_id: snapshot.revision})

    def hint(self, revisions: Mapping[int, int]) -> None:
        """Tables are said to be at these revisions: read those of which that is news here."""
        self.lobby.has_news = True
        self.hinted.add(revisions)

    async def _read_hinted(self, hinted: dict[int, int]) -> None:
        news = [table_id for table_id, revision in hinted.items() if self._is_news(table_id, revision)]
        for at in range(0, len(news), watching.SEVERAL):
            for snapshot in await self.call(watching.read_several, news[at : at + watching.SEVERAL]):
                self._heard(snapshot)

    def _is_news(self, table_id: int, revision: int) -> bool:
        return table_id in self.tables and revision > self.tables[table_id].snapshot.revision

    async def watch(self, viewer: Viewer) -> None:
        """Register a socket, then show it everything; raises TableRow.DoesNotExist."""
        metrics.RESYNCS.labels("connect").inc()
        snapshot, viewer.silenced = await self.call(watching.read_for, viewer.table_id, viewer.user_id)
        watched = self.tables.setdefault(viewer.table_id, Watched(snapshot))
        watched.viewers.add(viewer)
        await self._show_whole(viewer, watched, snapshot)

    def leave(self, viewer: Viewer) -> None:
        """Forget a socket."""
        watched = self.tables.get(viewer.table_id)
        if watched is None:
            return
        watched.viewers.discard(viewer)
        if not watched.viewers:
            del self.tables[viewer.table_id]

    def is_playing(self, table_id: int) -> bool:
        """Whether a match is played at a table that somebody looks at here, as far as is known."""
        watched = self.tables.get(table_id)
        return watched is not None and watched.snapshot.state == "playing"

    async def refresh(self, viewer: Viewer) -> None:
        """Show this socket the whole table anew, as the database has it now."""
        metrics.RESYNCS.labels("stale").inc()
        snapshot = await self.call(watching.read, viewer.table_id)
        watched = self.tables.get(viewer.table_id)
        if watched and viewer in watched.viewers:
            await self._show_whole(viewer, watched, snapshot)

    async def _show_whole(self, viewer: Viewer, watched: Watched, snapshot: Snapshot) -> None:
        self._heard(snapshot)
        await self._hear_talk(watched)
        viewer.forget()
        await self._show_alone(viewer, watched)

    async def hear_anew(self, viewer: Viewer) -> None:
        """Somebody may have been muted or is heard again: show the talk accordingly, on all pages of this person."""
        silenced = await self.call(watching.silenced_by, viewer.user_id)
        for watched in list(self.tables.values()):
            for page in [page for page in watched.viewers if page.user_id == viewer.user_id]:
                if page.silenced != silenced:
                    page.silenced = silenced
                    await self._show_alone(page, watched)

    def _heard(self, snapshot: Snapshot) -> None:
        self.lobby.has_news = True
        watched = self.tables.get(snapshot.table_id)
        if watched is None or snapshot.revision < watched.snapshot.revision:
            return
        watched.snapshot = snapshot
        if not watched.is_waiting and watched.shown < snapshot.revision:
            watched.is_waiting = True
            if watched.talk_at < snapshot.talk_at:
                self.spawn(self._show_when_heard(watched))
            else:
                self._show_soon(watched)

    async def _show_when_heard(self, watched: Watched) -> None:
        try:
            await self._hear_talk(watched)
        except BaseException:
            watched.is_waiting = False
            raise
        self._show_soon(watched)

    def _show_soon(self, watched: Watched) -> None:
        self.waiting.append(watched)
        if len(self.waiting) == 1:
            self.spawn(self._show_waiting())

    async def _show_waiting(self) -> None:
        """Show the tables that wait, one language after the other: to change it takes as long as a view does."""
        batch, self.waiting = self.waiting, []
        views: dict[tuple[str, str], list[tuple[Viewer, Watched, Moment]]] = defaultdict(list)
        moments = [(watched, Moment(watched.snapshot)) for watched in batch]
        for watched, moment in moments:
            for viewer in watched.viewers:
                views[viewer.tongue].append((viewer, watched, moment))
        try:
            for tongue, shown in views.items():
                with fragments.speaking(*tongue):
                    for viewer, watched, moment in shown:
                        if moment.snapshot is watched.snapshot:  # else there is a newer one, to be shown next
                            await self._show_or_close(viewer, watched, moment)
            for watched, moment in moments:
                watched.shown = moment.snapshot.revision
        finally:
            for watched in batch:
                watched.is_waiting = False
        for watched in batch:
            self._heard(watched.snapshot)

    async def _show_or_close(self, viewer: Viewer, watched: Watched, moment: Moment) -> None:
        """One socket's trouble is not the others': its page comes back and gets the whole view."""
        try:
            await self._show_to(viewer, watched, moment)
        except Exception:
            metrics.ERRORS.labels("hub").inc()
            log.exception("hub: a view could not be shown")
            self.leave(viewer)
            with suppress(Exception):  # whatever its trouble is, it may have it here as well
                await viewer.close(COME_BACK)

    async def _hear_talk(self, watched: Watched) -> None:
        while watched.talk_at < (talk_at := watched.snapshot.talk_at):
            lines = await self.call(_talk_lines, watched.snapshot.table_id)
            if watched.talk_at < talk_at:  # nobody has read more of it meanwhile
                watched.talk, watched.talk_at = lines, talk_at

    async def _show_alone(self, viewer: Viewer, watched: Watched) -> None:
        with fragments.speaking(*viewer.tongue):
            await self._show_to(viewer, watched, Moment(watched.snapshot))

    async def _show_to(self, viewer: Viewer, watched: Watched, moment: Moment) -> None:
        """Send what differs from what this socket has; within `speaking`."""
        if not watching.may_see(moment.snapshot, viewer.user_id, viewer.links):
            self.leave(viewer)
            await viewer.close(NOT_ALLOWED)
            return
        viewer.has_missed = viewer.is_behind
        if viewer.has_missed:
            return
        change = public_change(viewer, watched, moment) + private_change(viewer, watched, moment.snapshot)
        if change:
            await viewer.send(change)

    async def announce(self, markup_in: Callable[[str], str]) -> None:
        """Send a fragment to everybody at a table, made for the language of each."""
        for watched in list(self.tables.values()):
            for viewer in list(watched.viewers):
                await viewer.send(markup_in(viewer.language))

    async def poll(self) -> None:
        """Every moment, for ever: compare revisions with the database, and end the sockets of ended sessions."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                await self._compare_revisions()
                await self._show_what_was_missed()
                await self._end_signed_out()
                await self.pages.compare(self._open_pages())
            except Exception:
                metrics.ERRORS.labels("hub").inc()
                log.exception("hub: the database could not be asked")

    async def beat(self) -> None:
        """Say something to every socket now and then, for ever: a page takes long silence for a dead link."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            for watched in list(self.tables.values()):
                for viewer in list(watched.viewers):
                    if not viewer.is_behind:
                        await viewer.send("")

    async def _compare_revisions(self) -> None:
        if not self.tables:
            return
        revisions = await self.ask(watching.revisions, list(self.tables))
        news = {table_id: revision for table_id, revision in revisions.items() if self._is_news(table_id, revision)}
        if news:
            metrics.RESYNCS.labels("poll").inc(len(news))
            self.hint(news)
        for watched in list(self.tables.values()):
            self._heard(watched.snapshot)  # shown again where showing it has failed

    async def _show_what_was_missed(self) -> None:
        for watched in list(self.tables.values()):
            for viewer in [viewer for viewer in watched.viewers if viewer.has_missed]:
                with fragments.speaking(*viewer.tongue):
                    await self._show_or_close(viewer, watched, Moment(watched.snapshot))

    def _open_pages(self) -> Pages:
        return Counter((viewer.table_id, viewer.user_id) for each in self.tables.values() for viewer in each.viewers)

    async def _end_signed_out(self) -> None:
        viewers = [viewer for watched in self.tables.values() for viewer in watched.viewers if viewer.user_id]
        ended = await self.ask(watching.ended_sessions, {viewer.speaker for viewer in viewers}) if viewers else set()
        for viewer in viewers:
            if viewer.speaker in ended:
                self.leave(viewer)
                await viewer.close(SIGNED_OUT)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a task and hold it until it is done."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception():
            metrics.ERRORS.labels("hub").inc()
            log.error("hub: a task failed", exc_info=task.exception())


_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def current() -> Hub:
    """The hub of the running event loop, made and set to work at the first call."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        hub = _hubs[loop] = Hub()
        notify.listen(_tell_hubs)
        hub.spawn(hub.poll())
        hub.spawn(hub.beat())
        hub.spawn(hub.lobby.run())
        if bus.is_shared():
            hub.spawn(bus.listen(hub.hint))
    return _hubs[loop]


def _tell_hubs(snapshot: Snapshot) -> None:
    for loop, hub in list(_hubs.items()):
        if loop.is_closed():
            del _hubs[loop]
        else:
            hub.tell(snapshot)


def _talk_lines(table_id: int) -> tuple[TalkLine, ...]:
    return tuple(TalkLine.of(row) for row in watching.talk_lines(table_id))
