"""Once a day: what nobody needs any more goes. Everything is removed in small transactions, so that play goes on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

import structlog
from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef, ProtectedError, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.models import ReportRow, SiteRow, TableRow, TableState, TalkRow

log = structlog.get_logger(__name__)

EVERY: Final = timedelta(days=1)
GUESTS_KEPT: Final = timedelta(days=30)  # after the last log-in, unless they have played a match
TABLES_KEPT: Final = timedelta(days=7)  # closed before a match began
TALK_KEPT: Final = timedelta(days=30)  # at tables that are over and that no report is about
ADDRESSES_KEPT: Final = timedelta(days=30)  # never confirmed, after their person's last log-in
BATCH: Final = 500


def keep_if_due() -> bool:
    """Keep house if no process has for a day; whether this one did."""
    now = timezone.now()
    due = Q(kept_at=None) | Q(kept_at__lt=now - EVERY)
    if not SiteRow.objects.filter(due, pk=1).update(kept_at=now):
        return False
    keep()
    return True


def keep() -> dict[str, int]:
    """Do it now; how many of each kind went."""
    gone = {name: remove() for name, remove in CHORES.items()}
    log.info("house kept", **gone)
    return gone


def _sessions() -> int:
    return _removed(Session.objects.filter(expire_date__lt=timezone.now()))


def _tables() -> int:
    unused = TableRow.objects.filter(state=TableState.CLOSED, changed_at__lt=timezone.now() - TABLES_KEPT)
    return _removed(unused.filter(match=None, matches=None, reports=None))


def _talk() -> int:
    over = TalkRow.objects.filter(table__state__in=(TableState.FINISHED, TableState.CLOSED))
    old = over.filter(at__lt=timezone.now() - TALK_KEPT)
    return _removed(old.exclude(Exists(ReportRow.objects.filter(table=OuterRef("table")))))


def _guests() -> int:
    guests = User.objects.filter(is_guest=True, played=None, seats=None, hosted_tables=None)
    since = timezone.now() - GUESTS_KEPT
    return _removed(guests.filter(Q(last_login__lt=since) | Q(last_login=None, date_joined__lt=since)))


def _addresses() -> int:
    """Addresses that were never confirmed; they let nobody in, and belong to somebody else perhaps."""
    since = timezone.now() - ADDRESSES_KEPT
    stale = EmailAddress.objects.filter(verified=False, user__last_login__lt=since)
    for address in stale.select_related("user"):
        User.objects.filter(pk=address.user_id, email=address.email).update(email="")
    return _removed(stale)


def _removed(rows: QuerySet[Any]) -> int:
    """Remove these rows, some at a time; what something else still needs stays."""
    gone, last = 0, None
    rows = rows.order_by("pk")
    while keys := list((rows.filter(pk__gt=last) if last is not None else rows).values_list("pk", flat=True)[:BATCH]):
        gone += _removed_batch(rows.model, keys)
        last = keys[-1]
    return gone


def _removed_batch(model: Any, keys: list[Any]) -> int:
    try:
        with transaction.atomic():
            model.objects.filter(pk__in=keys).delete()
    except ProtectedError:
        return sum(_removed_batch(model, [key]) for key in keys) if len(keys) > 1 else 0
    return len(keys)


CHORES: Final[dict[str, Callable[[], int]]] = {
    "sessions": _sessions,
    "tables": _tables,
    "talk": _talk,
    "guests": _guests,
    "addresses": _addresses,
}
