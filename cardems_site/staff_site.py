"""The staff's site: stock admin with a dashboard, behind the site's own log-in."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import admin, messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import second_factor
from games.services.staff import overview


class StaffSite(admin.AdminSite):
    """Who may come in, and what they see first."""

    site_header = _("Cardems staff")
    site_title = _("Cardems staff")
    index_title = _("How the site is doing")
    index_template = "admin/staff_index.html"

    def has_permission(self, request: HttpRequest) -> bool:
        """Active staff who are not suspended, with a second factor where that is demanded."""
        user = request.user
        return user.is_active and user.is_staff and not user.is_suspended and not second_factor.is_missing(user)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The site's own log-in, whose attempts are limited; who is logged in and no staff is refused."""
        to = request.GET.get(REDIRECT_FIELD_NAME) or reverse(f"{self.name}:index")
        user = request.user
        if self.has_permission(request):
            return redirect(f"{self.name}:index")
        if user.is_authenticated and user.is_staff and user.is_active and second_factor.is_missing(user):
            messages.warning(request, gettext("Staff need a second factor. Set it up here first."))
            return redirect(second_factor.PAGE)
        if user.is_authenticated and not user.is_guest:
            raise PermissionDenied
        return redirect(f"{reverse('account_login')}?{urlencode({REDIRECT_FIELD_NAME: to})}")

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """The stock index with the dashboard on top."""
        told = {
            "overview": overview.overview(),
            "may_see_tables": request.user.has_perm("games.view_tablerow"),
            "may_manage_tables": request.user.has_perm("games.manage_table"),
        }
        return super().index(request, {**told, **(extra_context or {})})
