"""A person's own language and time zone on every page; and one page instead of all others for the suspended."""

import zoneinfo
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils import timezone, translation
from django.utils.deprecation import MiddlewareMixin

from . import conduct
from .models import User

ZONE_COOKIE = "time-zone"
"""Where `zone.js` tells the browser's own zone."""


class OwnChoices(MiddlewareMixin):
    """Language and time zone as the person chose them; without a choice, those of the browser.

    Stands after the authentication; LocaleMiddleware before it has done its part for everybody else.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Set both for this request."""
        if language := getattr(request.user, "language", ""):
            translation.activate(language)
            request.LANGUAGE_CODE = translation.get_language()
        timezone.activate(zone_of(getattr(request.user, "time_zone", "") or request.COOKIES.get(ZONE_COOKIE, "")))


class Suspended(MiddlewareMixin):
    """Who is suspended sees why, until when, and how to appeal; and may log out. Nothing else."""

    open_to_all = frozenset(("account_notice", "account_logout", "set_language"))

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """The page, or None for everybody else."""
        if not getattr(request.user, "is_suspended", False) or self._is_open(request.path_info):
            return None
        notice = conduct.suspension_of(cast(User, request.user))
        return render(request, "accounts/suspended.html", {"notice": notice}, status=403)

    def _is_open(self, path: str) -> bool:
        try:
            return resolve(path).url_name in self.open_to_all
        except Resolver404:
            return False


def zone_of(name: str) -> zoneinfo.ZoneInfo:
    """The time zone of this name; the site's if the name is empty or this machine does not know it."""
    try:
        return zoneinfo.ZoneInfo(name or timezone.get_default_timezone_name())
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):  # anything may stand in a cookie
        return zoneinfo.ZoneInfo(timezone.get_default_timezone_name())
