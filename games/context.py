"""What stands above every page: announcements of staff."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.core.cache import cache
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language

from accounts import conduct
from games.services import site

KEY: Final = "announcements"
REMEMBERED: Final = 5  # seconds; every page asks


def announcements(request: HttpRequest) -> dict[str, Any]:
    """For the templates: `announcements`, and the person's unread `notices`; looked up only where they are shown."""
    return {"announcements": SimpleLazyObject(_shown), "notices": SimpleLazyObject(_unread(request))}


def _shown() -> list[dict[str, Any]]:
    rows = cache.get(KEY)
    if rows is None:
        rows = site.announcements()
        cache.set(KEY, rows, REMEMBERED)
    return [_told(row) for row in rows]


def _told(row: Any) -> dict[str, Any]:
    begins, now = row.maintenance_at, timezone.now()
    left = int((begins - now).total_seconds()) if begins and begins > now else 0
    return {"text": row.text_ar if get_language() == "ar" else row.text_en, "begins_at": begins, "seconds_left": left}


def _unread(request: HttpRequest) -> Callable[[], list[Any]]:
    user = getattr(request, "user", None)
    return lambda: conduct.unread(user) if user is not None and getattr(user, "has_notices", False) else []
