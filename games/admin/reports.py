"""Reports in the staff admin: the queue, the context of each, decisions, and undoing them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin.filters import ChoiceFilter, people_named
from accounts.models import Notice
from games.models import Decision, ReportRow, TalkRow
from games.screens import talk
from games.services.staff import reports as staff

from .base import GamesAdmin, StaffAction, UntilForm

LINES_SHOWN = 60
HISTORY_SHOWN = 20
TAKEN = [(one.value, one.label) for one in Decision if one != Decision.OPEN]


class DecisionForm(UntilForm):
    """What becomes of the report; the length counts for mutes and suspensions."""

    field_order = ["decision", "until", "reason"]
    decision = forms.ChoiceField(label=_("Decision"), choices=TAKEN)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["until"].help_text = _("Counts for a mute and a suspension.")


class DecisionFilter(ChoiceFilter):
    """Open ones, or by decision."""

    title = _("decision")
    parameter_name = "decision"
    choices_of = {(one.value or "open"): (one.label, Q(decision=one.value)) for one in Decision}


@admin.register(ReportRow)
class ReportAdmin(GamesAdmin):
    """The queue. Moderators decide; everything stays in the history of both people."""

    list_display = ["id", "at", "why", "about", "reporter", "table", "decision", "decided_by"]
    list_display_links = ["id", "at"]
    list_select_related = ["about", "reporter", "table", "decided_by"]
    list_filter = [DecisionFilter]
    ordering = ["-id"]
    search_fields = ["about"]
    search_help_text = _("The beginning of the name of the person whom it is about")
    fields = [
        "at", "why", "text", "about", "reporter", "table", "match", "round", "decision", "decided_by", "decided_at",
        "notice",
    ]  # fmt: skip
    readonly_fields = ["why"]
    change_form_template = "admin/games/report.html"
    staff_actions = (
        StaffAction(
            "decide",
            _("Decide"),
            _("A measure takes effect at once, and the person is told, with the reason."),
            "games.decide_report",
            lambda by, row, given: staff.decide(by, row.pk, given["decision"], given["reason"], given["until"]),
            DecisionForm,
            lambda row: not row.decision,
        ),
        StaffAction(
            "undo",
            _("Undo the decision"),
            _("The report is open again, and a warning, mute or suspension that came of it is lifted."),
            "games.decide_report",
            lambda by, row, given: staff.undo(by, row.pk, given["reason"]),
            fits=lambda row: bool(row.decision),
        ),
    )

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> Any:
        """By the person whom it is about."""
        if not search_term.strip():
            return queryset, False
        return queryset.filter(about__in=people_named(search_term)[:50].values("pk")), False

    @admin.display(description=_("reason"))
    def why(self, row: ReportRow) -> str:
        """In words."""
        return gettext(talk.REASONS[row.reason]) if row.reason in talk.REASONS else row.reason

    def told_of(self, request: HttpRequest, row: ReportRow) -> Mapping[str, Any]:  # type: ignore[override]
        """What was said at the table around it, and what is known of the person."""
        lines: list[TalkRow] = []
        if row.table_id:
            said = TalkRow.objects.filter(table=row.table_id).select_related("user")
            before = said.filter(at__lte=row.at).order_by("-id")[:LINES_SHOWN]
            after = said.filter(at__gt=row.at).order_by("id")[: LINES_SHOWN // 3]
            lines = [*reversed(before), *after]
        told = (talk.TalkLine.of(line) for line in lines)
        spoken = [(line.name, talk.spoken(line).text) for line in told]
        about = ReportRow.objects.filter(about=row.about_id).exclude(pk=row.pk).select_related("reporter")
        return {
            "said": [(*one, line.at, line.user_id == row.about_id) for one, line in zip(spoken, lines, strict=True)],
            "other_reports": [(one, self.why(one)) for one in about.order_by("-id")[:HISTORY_SHOWN]],
            "notices": Notice.objects.filter(user=row.about_id).select_related("by").order_by("-id")[:HISTORY_SHOWN],
        }
