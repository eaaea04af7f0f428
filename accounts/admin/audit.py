"""The audit: read by administrators, written by nobody's hand."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _

from ..models import AuditEntry
from .base import StaffAdmin
from .filters import number_in, people_named


@admin.register(AuditEntry)
class AuditAdmin(StaffAdmin):
    """Who did what, when, to what, why, with the values before and after."""

    list_display = ["at", "by", "action", "object_text", "reason"]
    list_select_related = ["by"]
    ordering = ["-id"]
    search_fields = ["action"]
    search_help_text = _("An action such as “table.close”, a number of a row, or the name of a member of staff.")
    fields = ["at", "by", "action", "object", "reason", "changes"]
    readonly_fields = ["object", "changes"]

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> Any:
        """By action, row or person."""
        text = search_term.strip()
        if not text:
            return queryset, False
        if "." in text or text == "log-in":
            return queryset.filter(action=text), False
        number = number_in(text)
        if number is not None:
            return queryset.filter(object_id=str(number), model__in=MODELS), False
        return queryset.filter(by__in=people_named(text)[:50].values("pk")), False

    @admin.display(description=_("object"))
    def object(self, entry: AuditEntry) -> str:
        """Kind, number and words."""
        return f"{entry.model} {entry.object_id}: {entry.object_text}" if entry.model else "–"

    @admin.display(description=_("changes"))
    def changes(self, entry: AuditEntry) -> str:
        """Name: before → after, one a line."""
        names = sorted({*entry.before, *entry.after})
        lines = ((name, entry.before.get(name, "–"), entry.after.get(name, "–")) for name in names)
        return format_html_join("", "<div><bdi>{}</bdi>: <bdi>{}</bdi> → <bdi>{}</bdi></div>", lines) or "–"


MODELS = (
    "accounts.user",
    "accounts.notice",
    "accounts.bannedword",
    "games.tablerow",
    "games.matchrow",
    "games.reportrow",
    "games.announcementrow",
    "games.siterow",
)
