"""Who is at which table: pages open in any process, counted only while that process's heart beats."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from datetime import timedelta
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from django.db import transaction
from django.db.models import F, Sum
from django.db.models.expressions import CombinedExpression
from django.utils import timezone

from games.engine.seats import Seat
from games.models import PresenceRow, ProcessRow, SeatRow, SiteRow, TableRow, TableState

from .change import Change, changing

PROCESS = f"{os.getpid()}-{secrets.token_hex(4)}"
"""The name of this process."""

BEAT_SECONDS = 2.0
DEAD_AFTER = timedelta(seconds=8)
OUTAGE = timedelta(seconds=10)
GRACE = timedelta(seconds=20)

Pages = Mapping[tuple[int, int | None], int]
"""How many pages are open, by table and person."""

Difference = tuple[int, int | None, int, int]
"""Table, person, pages there really are, pages counted."""


def came(table_id: int, user_id: int | None) -> None:
    """A page was opened here. Its person is back, unless they had left on purpose: then they say so themselves."""
    with changing(table_id) as change:
        _count(table_id, user_id, F("pages") + 1)
        _came(change, user_id)


def went(table_id: int, user_id: int | None) -> None:
    """A page was closed here; a person's last one starts the time after which they count as away."""
    with changing(table_id) as change:
        PresenceRow.objects.filter(process_id=PROCESS, pages__gt=0, **_who(table_id, user_id)).update(
            pages=F("pages") - 1
        )
        PresenceRow.objects.filter(table_id=table_id, pages=0).delete()
        _went(change, user_id)


def differences(pages: Pages) -> set[Difference]:
    """Where the count of this process's pages is not what it has open. A sign of life as well."""
    _beat()
    rows = PresenceRow.objects.filter(process_id=PROCESS).values_list("table_id", "user_id", "pages")
    counted: dict[tuple[int, int | None], int] = {(table_id, user_id): count for table_id, user_id, count in rows}
    both = {(*place, pages.get(place, 0), counted.get(place, 0)) for place in pages.keys() | counted.keys()}
    return {each for each in both if each[2] != each[3]}


def set_pages(table_id: int, user_id: int | None, pages: int) -> None:
    """This process has so many pages of this person open; what came or went unheard is made up for."""
    with changing(table_id) as change:
        if pages:
            _count(table_id, user_id, pages)
            _came(change, user_id)
        else:
            PresenceRow.objects.filter(process_id=PROCESS, **_who(table_id, user_id)).delete()
            _went(change, user_id)


def beat() -> None:
    """This process is alive. Takes stock of those that are not, and gives an outage back to the clocks."""
    _beat()
    _bury_the_dead()
    _give_back_outage()


def end() -> None:
    """This process stops: its pages are gone."""
    ProcessRow.objects.filter(pk=PROCESS).update(beat_at=timezone.now() - 2 * DEAD_AFTER)
    _bury_the_dead()


def is_any_alive() -> bool:
    """Whether the heart of any process beats: tables are moved on."""
    return ProcessRow.objects.filter(beat_at__gte=timezone.now() - DEAD_AFTER).exists()


def _count(table_id: int, user_id: int | None, pages: int | CombinedExpression) -> None:
    """Set the count of this process. Its own row comes after the table's: locks are taken in this order everywhere."""
    ProcessRow.objects.get_or_create(name=PROCESS, defaults={"version": _version()})
    row, _made = PresenceRow.objects.get_or_create(process_id=PROCESS, **_who(table_id, user_id))
    PresenceRow.objects.filter(pk=row.pk).update(pages=pages)


def _came(change: Change, user_id: int | None) -> None:
    _recount(change)
    seat = change.before.seat_of(user_id)
    if seat is not None:
        _is_here(change, seat)


def _went(change: Change, user_id: int | None) -> None:
    """If that was the person's last page anywhere, the time begins after which they count as away."""
    _recount(change)
    seat = change.before.seat_of(user_id)
    if seat is not None and not _pages(change.table.pk, user_id) and change.sitters[seat].gone_at is None:
        change.set_seat(seat, gone_at=change.now)


def _beat() -> None:
    ProcessRow.objects.update_or_create(
        name=PROCESS, defaults={"beat_at": timezone.now()}, create_defaults={"version": _version()}
    )


def _version() -> str:
    try:
        return version("cardems")
    except PackageNotFoundError:
        return ""


def _bury_the_dead() -> None:
    """The pages of a process whose heart has stopped are closed, one by one, so that whoever is interrupted in it
    leaves the rest to the next."""
    dead = ProcessRow.objects.filter(beat_at__lt=timezone.now() - DEAD_AFTER)
    for process in dead:
        for pk, table_id, user_id in list(process.presence.values_list("pk", "table_id", "user_id")):
            with changing(table_id) as change:
                PresenceRow.objects.filter(pk=pk).delete()
                _went(change, user_id)
        ProcessRow.objects.filter(pk=process.pk, beat_at=process.beat_at).delete()


def _give_back_outage() -> None:
    """Extend every clock, once, by the time in which no process was alive, and a little more to come back."""
    now = timezone.now()
    site, _made = SiteRow.objects.get_or_create(pk=1)
    if now - site.alive_at < OUTAGE / 5:
        return
    outage = now - site.alive_at
    with transaction.atomic():
        if SiteRow.objects.filter(pk=1, alive_at=site.alive_at).update(alive_at=now) and outage > OUTAGE:
            _extend(outage + GRACE)


def _extend(by: timedelta) -> None:
    live = TableRow.objects.filter(state=TableState.PLAYING)
    list(live.select_for_update().order_by("pk").values_list("pk"))  # tables before seats, as everywhere
    seats = SeatRow.objects.filter(table__state=TableState.PLAYING)
    seats.filter(gone_at__isnull=False).update(gone_at=F("gone_at") + by)
    seats.filter(away_at__isnull=False).update(away_at=F("away_at") + by)
    live.filter(turn_at__isnull=False, turn_seconds__isnull=False).update(turn_at=F("turn_at") + by)
    for table_id in live.values_list("pk", flat=True):
        with changing(table_id):
            pass


def _is_here(change: Change, seat: Seat) -> None:
    sitter = change.sitters[seat]
    if sitter.has_left:
        change.set_seat(seat, gone_at=None)
        return
    if sitter.stands_in or sitter.away_at:
        change.event("back", seat)
    change.set_seat(seat, gone_at=None, away_at=None, stands_in=False, timeouts=0)


def _pages(table_id: int, user_id: int | None) -> int:
    return PresenceRow.objects.filter(**_who(table_id, user_id)).aggregate(all=Sum("pages"))["all"] or 0


def _recount(change: Change) -> None:
    seated = [sitter.user_id for sitter in change.sitters if sitter.user_id]
    others = PresenceRow.objects.filter(table_id=change.table.pk, pages__gt=0).exclude(user_id__in=seated)
    change.table.watchers = others.count()


def _who(table_id: int, user_id: int | None) -> dict[str, Any]:
    """The columns of a presence; nobody in particular is a person too."""
    return {"table_id": table_id, "user_id": user_id}
