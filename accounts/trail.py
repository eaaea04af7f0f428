"""The audit trail: one entry for every change by staff, written in the transaction of the change itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from django.db import models, transaction
from django.utils import translation

from .models import AuditEntry, User

LONGEST_TEXT = 80
LONGEST_REASON = 300


def record(
    by: User | None,
    action: str,
    target: models.Model | None = None,
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str = "",
) -> AuditEntry:
    """Note a change; of `before` and `after` only what differs is kept."""
    before, after = before or {}, after or {}
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return AuditEntry.objects.create(
        by=by,
        action=action,
        model=target._meta.label_lower if target else "",
        object_id=str(target.pk) if target else "",
        object_text=_named(target) if target else "",
        before={name: before[name] for name in names if name in before},
        after={name: after[name] for name in names if name in after},
        reason=reason[:LONGEST_REASON],
    )


def _named(target: models.Model) -> str:
    """In English, whoever makes the change."""
    with translation.override("en"):
        return str(target)[:LONGEST_TEXT]


def values_of(row: models.Model) -> dict[str, Any]:
    """The columns of a row as the audit keeps them; nothing that would let somebody in."""
    values = {field.attname: field.value_from_object(row) for field in row._meta.concrete_fields}
    return {name: value for name, value in values.items() if name not in SECRET}


SECRET = frozenset(("password", "token", "seed", "deal"))


def since(at: datetime) -> Iterator[AuditEntry]:
    """Every entry from then on, oldest first."""
    entries = AuditEntry.objects.filter(at__gte=at).select_related("by").order_by("at", "pk")
    return entries.iterator(chunk_size=500)


@transaction.atomic
def logged_in(user: User, address: str) -> None:
    """A member of staff has logged in."""
    record(user, "log-in", user, after={"from": address})


@transaction.atomic
def failed_to_log_in(user: User, address: str) -> None:
    """Somebody gave a wrong password for a member of staff."""
    record(None, "log-in.failed", user, after={"from": address})
