"""Notices in the staff admin: what was said and done to people, and their appeals."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from .. import conduct
from ..models import Measure, Notice
from .base import StaffAction, StaffAdmin
from .filters import ChoiceFilter, people_named


class AppealFilter(ChoiceFilter):
    """Appeals that wait for an answer."""

    title = _("appeal")
    parameter_name = "appeal"
    choices_of = {"open": (_("waits for an answer"), Q(appealed_at__isnull=False, answered_at__isnull=True))}


class KindFilter(ChoiceFilter):
    """By measure."""

    title = _("kind")
    parameter_name = "kind"
    choices_of = {kind.value: (kind.label, Q(kind=kind.value)) for kind in Measure}


@admin.register(Notice)
class NoticeAdmin(StaffAdmin):
    """The history of measures. New ones are made on the page of the person."""

    list_display = ["user", "kind", "reason", "by", "at", "until", "lifted_at", "appealed_at"]
    list_display_links = ["user", "kind"]
    list_select_related = ["user", "by"]
    list_filter = [AppealFilter, KindFilter]
    ordering = ["-id"]
    search_fields = ["user"]
    search_help_text = _("The beginning of a name")
    fields = [
        "user", "kind", "reason", "about", "by", "at", "until", "read_at", "lifted_at", "appeal", "appealed_at",
        "answered_at",
    ]  # fmt: skip
    staff_actions = (
        StaffAction(
            "lift",
            _("Lift the measure"),
            _("It is over at once, and the person is told. An open appeal is granted by this."),
            "accounts.moderate_user",
            lambda by, notice, given: conduct.lift(by, notice, given["reason"]),
            fits=lambda notice: conduct.may_lift(notice),
        ),
        StaffAction(
            "turn-down",
            _("Turn the appeal down"),
            _("The measure stays, and the person is told why."),
            "accounts.moderate_user",
            lambda by, notice, given: conduct.turn_down(by, notice, given["reason"]),
            fits=lambda notice: notice.has_open_appeal,
        ),
    )

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> Any:
        """By the person's name."""
        if not search_term.strip():
            return queryset, False
        return queryset.filter(user__in=people_named(search_term)[:50].values("pk")), False
