"""The keeper: claims tables that are due and does what they must do by themselves. Any number may run.

A claim pushes `due_at` a little into the future, of rows that nobody else is changing: two keepers never act twice,
and what a dying process had claimed comes up again by itself.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from cardems_site.connected import connected, in_turn
from games import bots, metrics, store
from games.engine.actions import Action
from games.engine.observation import observe
from games.engine.seats import Seat
from games.models import TableRow, TableState
from games.store import Snapshot

from . import absence, house_keeping, pace, play, presence, ratings
from .errors import Refused, StaleAction

log = logging.getLogger(__name__)

PERIOD = 0.15
HOUSE_KEEPING_SECONDS = 600.0  # to ask whether it is due
LEASE = timedelta(seconds=5)
BATCH = 64
THREADS = 2
STAND_IN_LEVEL = "club"
HURRIED_ACTIONS = 60


_running: dict[asyncio.AbstractEventLoop, asyncio.Task[None]] = {}


def start() -> None:
    """See that a keeper runs on this event loop, unless the settings leave it to a process of its own."""
    loop = asyncio.get_running_loop()
    known = _running.get(loop)
    has_failed = known is not None and known.done() and not known.cancelled()
    if settings.CARDEMS_KEEPER and (known is None or has_failed):
        _running[loop] = loop.create_task(run())


def stop() -> None:
    """End the keeper of this event loop; what it has claimed and not done comes up again by itself."""
    task = _running.get(asyncio.get_running_loop())
    if task:
        task.cancel()


async def run() -> None:
    """Look for due tables for ever; survives any error, a lost database included."""
    loop = asyncio.get_running_loop()
    pool = ThreadPoolExecutor(THREADS, thread_name_prefix="keeper")
    at_work: set[asyncio.Future[None]] = set()
    beat_at = kept_at = 0.0
    try:
        while True:
            if loop.time() - beat_at > presence.BEAT_SECONDS:
                beat_at = loop.time()
                await loop.run_in_executor(pool, _fresh, presence.beat)
                await loop.run_in_executor(pool, _fresh, ratings.refresh_places)
            if loop.time() - kept_at > HOUSE_KEEPING_SECONDS:
                kept_at = loop.time()
                loop.run_in_executor(pool, _fresh, house_keeping.keep_if_due)
            for table_id in await loop.run_in_executor(pool, _fresh, claim_due) or ():
                work = loop.run_in_executor(pool, _fresh, wake, table_id)
                at_work.add(work)
                work.add_done_callback(at_work.discard)
            await asyncio.sleep(PERIOD)
    finally:
        pool.shutdown(wait=False)


def _fresh(work: Callable[..., Any], *args: Any) -> Any:
    """Run in a pool's thread with a live database connection; an error is logged and costs one turn of the loop."""
    try:
        return connected(work, *args)
    except Exception:
        metrics.ERRORS.labels("keeper").inc()
        log.exception("keeper: %s failed", work.__name__)
        return None


def claim_due(now: datetime | None = None) -> list[int]:
    """The tables that are due and that nobody else has claimed."""
    now = now or timezone.now()
    due = TableRow.objects.filter(due_at__lte=now)
    if not due.exists():
        return []
    with in_turn(), transaction.atomic():
        rows = due.select_for_update(skip_locked=True).order_by("due_at").values_list("pk", "due_at")
        claimed = dict(rows[:BATCH])
        TableRow.objects.filter(pk__in=claimed).update(due_at=now + LEASE)
    for at in filter(None, claimed.values()):
        metrics.late(now - at)
    return list(claimed)


def wake(table_id: int) -> None:
    """Do what this table must do by itself now; nothing when somebody was faster.

    A rated match that all its people have left goes on in one go, a round's worth of actions at a time.
    """
    for _action in range(HURRIED_ACTIONS):
        snapshot = store.read(table_id)
        step(snapshot)
        if not pace.is_hurried(snapshot):
            return


def step(snapshot: Snapshot) -> None:
    """One thing that this table must do by itself; its time is not looked at again."""
    table_id = snapshot.table_id
    try:
        if absence.see_to(table_id) or snapshot.match is None or snapshot.state != TableState.PLAYING:
            _calm(snapshot)
        elif snapshot.match.round is None:
            play.deal_next_round(table_id, snapshot.version)
        else:
            _move(snapshot, snapshot.match.to_act)
    except (StaleAction, Refused):
        metrics.LOST_RACES.inc()


def _calm(snapshot: Snapshot) -> None:
    """A claim that found nothing to do must not come up again and again."""
    row = TableRow.objects.get(pk=snapshot.table_id)
    fresh = store.snapshot_of(row)
    TableRow.objects.filter(pk=row.pk, due_at=row.due_at).update(due_at=pace.due_at(fresh, timezone.now()))


def _move(snapshot: Snapshot, seat: Seat | None) -> None:
    """A bot's move, or the move of a person whose time is up."""
    if seat is None:
        return
    if snapshot.sitter(seat).is_bot_played:
        play.take_bot_action(snapshot.table_id, seat, _chosen(snapshot, seat).code, snapshot.version)
        return
    deadline = pace.deadline(snapshot)
    if deadline and deadline <= timezone.now():
        play.time_out(snapshot.table_id, seat, _chosen(snapshot, seat).code, snapshot.version)
    else:
        _calm(snapshot)


def _chosen(snapshot: Snapshot, seat: Seat) -> Action:
    """The bot's choice, made on what its seat may know; a lawful action in any case."""
    assert snapshot.match is not None  # noqa: S101 – the caller has looked
    observation = observe(snapshot.match, seat)
    try:
        action = bots.choose(observation, snapshot.sitter(seat).bot_level or STAND_IN_LEVEL, random.Random())  # noqa: S311 – no secrecy
    except Exception:
        metrics.ERRORS.labels("bot").inc()
        log.exception("keeper: a bot failed at table %s", snapshot.table_id)
        return observation.legal[0]
    return action if action in observation.legal else observation.legal[0]
