"""A person's own language and time zone, on every page."""

import zoneinfo

from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.deprecation import MiddlewareMixin

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


def zone_of(name: str) -> zoneinfo.ZoneInfo:
    """The time zone of this name; the site's if the name is empty or this machine does not know it."""
    try:
        return zoneinfo.ZoneInfo(name or timezone.get_default_timezone_name())
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):  # anything may stand in a cookie
        return zoneinfo.ZoneInfo(timezone.get_default_timezone_name())
