"""What holds for the whole site: whether rated matches may begin, and what is announced."""

from __future__ import annotations

from django.utils import timezone

from games.models import AnnouncementRow, SiteRow


def rated_is_stopped() -> bool:
    """Whether staff let no new rated match begin."""
    return SiteRow.objects.filter(pk=1, rated_stopped=True).exists()


def announcements() -> list[AnnouncementRow]:
    """What stands above the pages now, the oldest first."""
    now = timezone.now()
    return list(AnnouncementRow.objects.filter(ends_at__gt=now, begins_at__lte=now).order_by("pk"))
