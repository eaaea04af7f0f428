"""Announcements and the switches of the site in the staff admin."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.admin.base import EditableAdmin, ReasonedForm
from accounts.admin.filters import ChoiceFilter
from games.models import AnnouncementRow, SiteRow

from .base import Explained


class ShownFilter(ChoiceFilter):
    """Those that stand above the pages now."""

    title = _("shown")
    parameter_name = "shown"

    def conditions(self) -> dict[str, tuple[Any, Q]]:
        """As of now."""
        now = timezone.now()
        return {
            "now": (_("now"), Q(ends_at__gt=now, begins_at__lte=now)),
            "later": (_("later"), Q(ends_at__gt=now, begins_at__gt=now)),
        }


class AnnouncementForm(ReasonedForm):
    """Both texts, and a time that makes sense."""

    class Meta:
        model = AnnouncementRow
        fields = ["text_en", "text_ar", "begins_at", "ends_at", "maintenance_at"]
        widgets = {
            "text_en": forms.TextInput(attrs={"class": "vLargeTextField", "dir": "ltr", "lang": "en"}),
            "text_ar": forms.TextInput(attrs={"class": "vLargeTextField", "dir": "rtl", "lang": "ar"}),
        }
        help_texts = {
            "maintenance_at": _("Of a maintenance only: people see a countdown until then."),
            "ends_at": _("To take it down now, put the present time here."),
        }

    def clean(self) -> dict[str, Any]:
        """Raises ValidationError for an end before the beginning."""
        given = super().clean() or {}
        begins, ends = given.get("begins_at"), given.get("ends_at")
        if begins and ends and ends <= begins:
            raise ValidationError({"ends_at": _("This must be later than the beginning.")})
        return given


@admin.register(AnnouncementRow)
class AnnouncementAdmin(Explained, EditableAdmin):
    """What stands above every page, for a time."""

    form: type[forms.ModelForm] = AnnouncementForm
    list_display = ["id", "text_en", "begins_at", "ends_at", "maintenance_at"]
    list_display_links = ["id", "text_en"]
    list_filter = [ShownFilter]
    ordering = ["-id"]
    fields = ["text_en", "text_ar", "begins_at", "ends_at", "maintenance_at"]


@admin.register(SiteRow)
class SiteAdmin(Explained, EditableAdmin):
    """The one row of the site: its switches."""

    fields = ["rated_stopped"]
    list_display = ["__str__", "rated_stopped"]
    ordering = ["id"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """There is one, and no second."""
        return False

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """There is nothing to list: go to the one row."""
        if not self.has_view_permission(request):
            return super().changelist_view(request, extra_context)
        SiteRow.objects.get_or_create(pk=1)
        return redirect(reverse(f"{self.admin_site.name}:games_siterow_change", args=[1]))

    def write(self, request: HttpRequest, obj: SiteRow, form: Any, change: bool) -> None:
        """Only the switch: the keeper writes the other columns all the time."""
        obj.save(update_fields=["rated_stopped"])
