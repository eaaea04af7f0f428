"""The figures that are read from the database when somebody asks for them."""

from __future__ import annotations

import math
from datetime import timedelta
from typing import Final

from django.db import DatabaseError
from django.db.models import Count, QuerySet
from django.utils import timezone
from prometheus_client import Gauge

from games.models import ProcessRow, SiteRow, TableRow, TableState

from . import presence

OVERDUE: Final = timedelta(seconds=10)
"""Invariant I5: so long after its due time a table has been acted on, as long as any process lives."""

TABLES = Gauge("cardems_tables", "Tables by state, of the whole site.", ["state"])
TABLES_OVERDUE = Gauge("cardems_tables_overdue", "Tables more than 10 s past their due time; must be 0.")
HEARTBEAT_AGE = Gauge("cardems_keeper_heartbeat_age_seconds", "Since any keeper of the site last gave a sign of life.")
PROCESSES = Gauge("cardems_processes", "Server and keeper processes whose heart beats.")


def take() -> None:
    """Read them all anew; figures that cannot be had are NaN."""
    try:
        _take()
    except DatabaseError:
        for gauge in (TABLES_OVERDUE, HEARTBEAT_AGE, PROCESSES):
            gauge.set(math.nan)


def _take() -> None:
    live = TableRow.objects.filter(state__in=(TableState.OPEN, TableState.PLAYING))
    counts = dict(live.values_list("state").annotate(Count("pk")))
    for state in (TableState.OPEN, TableState.PLAYING):
        TABLES.labels(state.value).set(counts.get(state, 0))
    TABLES_OVERDUE.set(overdue().count())
    age = heartbeat_age()
    HEARTBEAT_AGE.set(math.nan if age is None else age)
    alive = timezone.now() - presence.DEAD_AFTER
    PROCESSES.set(ProcessRow.objects.filter(beat_at__gte=alive).count())


def overdue() -> QuerySet[TableRow]:
    """The tables that nobody has acted on in time."""
    return TableRow.objects.filter(due_at__lt=timezone.now() - OVERDUE)


def heartbeat_age() -> float | None:
    """The seconds since any keeper was last alive; None when none ever was."""
    alive_at = SiteRow.objects.filter(pk=1).values_list("alive_at", flat=True).first()
    return None if alive_at is None else round((timezone.now() - alive_at).total_seconds(), 3)
