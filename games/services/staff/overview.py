"""What staff see first: how the site is doing, and which tables need a hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, QuerySet
from django.utils import timezone

from accounts.models import Notice
from games.engine.errors import gettext_noop
from games.models import Decision, MatchRow, PresenceRow, ProcessRow, ReportRow, SeatRow, TableRow, TableState

from .. import figures, presence

MOST_STUCK: Final = 20
DAY: Final = timedelta(days=1)
KEEPER_SILENT: Final = 15.0

OVERDUE: Final = gettext_noop("Nothing has happened here although it is time: a bot's move, a clock or the next deal.")
NO_TIME: Final = gettext_noop("It is being played, and has no time at which it would go on by itself.")
SUSPENDED: Final = gettext_noop("Somebody who is suspended has a seat here, and no bot plays for them.")


@dataclass(frozen=True, slots=True)
class Stuck:
    """A table that needs a hand, and why (a text to translate)."""

    table: TableRow
    why: str


@dataclass(frozen=True, slots=True)
class Process:
    """A server or keeper process; `beat_age` is in seconds."""

    name: str
    version: str
    started_at: datetime
    beat_age: float
    is_alive: bool


@dataclass(frozen=True, slots=True)
class Overview:
    """The dashboard. Tables that are over are counted for one day back."""

    tables: dict[str, int]
    overdue: int
    people_online: int
    watchers: int
    open_reports: int
    open_appeals: int
    matches_today: int
    rated_today: int
    keeper_age: float | None
    lateness: float
    processes: tuple[Process, ...]
    stuck: tuple[Stuck, ...]

    @property
    def keeper_is_silent(self) -> bool:
        return self.keeper_age is None or self.keeper_age > KEEPER_SILENT


def overview() -> Overview:
    """As it is now; every question is answered from an index."""
    now = timezone.now()
    online = PresenceRow.objects.filter(pages__gt=0)
    today = MatchRow.objects.filter(finished_at__gte=now.replace(hour=0, minute=0, second=0, microsecond=0))
    appeals = Notice.objects.filter(appealed_at__isnull=False, answered_at__isnull=True)
    oldest = TableRow.objects.filter(due_at__lt=now).order_by("due_at").values_list("due_at", flat=True).first()
    return Overview(
        tables=_by_state(now),
        overdue=figures.overdue().count(),
        people_online=online.exclude(user=None).values("user").distinct().count(),
        watchers=online.filter(user=None).count(),
        open_reports=ReportRow.objects.filter(decision=Decision.OPEN).count(),
        open_appeals=appeals.count(),
        matches_today=today.count(),
        rated_today=today.filter(rated=True).count(),
        keeper_age=figures.heartbeat_age(),
        lateness=round((now - oldest).total_seconds(), 1) if oldest else 0.0,
        processes=tuple(_processes(now)),
        stuck=tuple(stuck_tables()),
    )


def stuck_tables() -> list[Stuck]:
    """The tables that need a hand, each once."""
    found: dict[int, Stuck] = {}
    for tables, why in ((_with_suspended(), SUSPENDED), (_without_time(), NO_TIME), (_overdue(), OVERDUE)):
        for table in tables.select_related("host")[:MOST_STUCK]:
            found.setdefault(table.pk, Stuck(table, why))
    return list(found.values())[:MOST_STUCK]


def why_stuck(table_id: int) -> list[str]:
    """What is wrong with this table; texts to translate."""
    questions = ((_with_suspended(), SUSPENDED), (_without_time(), NO_TIME), (_overdue(), OVERDUE))
    return [why for tables, why in questions if tables.filter(pk=table_id).exists()]


def _overdue() -> QuerySet[TableRow]:
    return figures.overdue().order_by("due_at")


def _without_time() -> QuerySet[TableRow]:
    return TableRow.objects.filter(state=TableState.PLAYING, due_at=None).order_by("-changed_at")


def _with_suspended() -> QuerySet[TableRow]:
    seats = SeatRow.objects.filter(live=True, stands_in=False, user__suspended_until__gt=timezone.now())
    return TableRow.objects.filter(state=TableState.PLAYING, pk__in=seats.values("table")).order_by("-pk")


def _by_state(now: datetime) -> dict[str, int]:
    live = TableRow.objects.filter(state__in=(TableState.OPEN, TableState.PLAYING))
    over = TableRow.objects.filter(state__in=(TableState.FINISHED, TableState.CLOSED), changed_at__gte=now - DAY)
    counts: dict[str, int] = dict.fromkeys(TableState.values, 0)
    for rows in (live, over):
        counts |= dict(rows.order_by().values_list("state").annotate(Count("pk")))
    return counts


def _processes(now: datetime) -> Iterator[Process]:
    for row in ProcessRow.objects.order_by("started_at"):
        age = now - row.beat_at
        alive = age < presence.DEAD_AFTER
        yield Process(row.name, row.version, row.started_at, round(age.total_seconds(), 1), alive)
