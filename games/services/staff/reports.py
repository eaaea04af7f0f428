"""Reports: deciding one, which may take a measure against the person it is about, and undoing the decision."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts import conduct, trail
from accounts.models import Measure, Notice, User
from games.engine.errors import Reason, gettext_noop
from games.models import Decision, ReportRow

from ..errors import Refused
from . import people

DECIDED = Reason("decided", gettext_noop("This report is decided already."))
NOT_DECIDED = Reason("not-decided", gettext_noop("This report is not decided yet."))


@transaction.atomic
def decide(by: User, report_id: int, decision: str, reason: str, until: datetime | None = None) -> None:
    """Close a report with a decision; `until` is for a mute or a suspension. Raises Refused."""
    row = ReportRow.objects.select_for_update(of=("self",)).select_related("about").get(pk=report_id)
    if row.decision:
        raise Refused(DECIDED)
    row.notice = _measure(by, row.about, decision, reason, until)
    row.decision, row.decided_by, row.decided_at = decision, by, timezone.now()
    row.save()
    trail.record(by, "report.decide", row, before={"decision": ""}, after={"decision": decision}, reason=reason)


@transaction.atomic
def undo(by: User, report_id: int, reason: str) -> None:
    """Open the report again, and lift the measure that came of it. Raises Refused."""
    row = ReportRow.objects.select_for_update(of=("self",)).get(pk=report_id)
    if not row.decision:
        raise Refused(NOT_DECIDED)
    before = {"decision": row.decision}
    notice = row.notice
    if notice and notice.lifted_at is None and notice.kind != Measure.NAME:
        conduct.lift(by, notice, reason)
    row.decision, row.decided_by, row.decided_at, row.notice = Decision.OPEN, None, None, None
    row.save()
    trail.record(by, "report.undo", row, before=before, after={"decision": ""}, reason=reason)


def _measure(by: User, about: User, decision: str, reason: str, until: datetime | None) -> Notice | None:
    if decision == Decision.WARNED:
        return conduct.warn(by, about, reason)
    if decision == Decision.MUTED:
        return conduct.mute(by, about, reason, until)
    if decision == Decision.SUSPENDED:
        return people.suspend(by, about, reason, until)
    if decision == Decision.RENAMED:
        return conduct.reset_name(by, about, reason)
    return None
