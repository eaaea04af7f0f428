"""Log-ins of staff, and failed ones under their names, go into the audit."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.signals import user_logged_in, user_login_failed
from django.dispatch import receiver
from django.http import HttpRequest

from . import people, trail
from .models import User


@receiver(user_logged_in)
def logged_in(sender: Any, request: HttpRequest | None, user: User, **more: Any) -> None:
    """Staff only."""
    if user.is_staff:
        trail.logged_in(user, _address(request))


@receiver(user_login_failed)
def failed(sender: Any, credentials: dict[str, Any], request: HttpRequest | None = None, **more: Any) -> None:
    """Only where the name is that of staff."""
    name, email = credentials.get("username"), credentials.get("email")
    known = User.objects.filter(is_staff=True)
    if name:
        user = known.filter(username=people.stored_name(str(name))).first()
    else:
        user = known.filter(email=User.objects.normalize_email(email)).first() if email else None
    if user:
        trail.failed_to_log_in(user, _address(request))


def _address(request: HttpRequest | None) -> str:
    return request.META.get("REMOTE_ADDR", "") if request else ""
