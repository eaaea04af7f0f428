"""What a session says: whether it still speaks for its person, and which invite links it has followed."""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.models import Session
from django.utils import timezone

from .models import User

LINKS = "table-links"
LINKS_KEPT = 50


def is_current(session_key: str, user_id: int | None) -> bool:
    """Whether this session still acts for this person: neither logged out nor expired nor barred (invariant I12)."""
    if user_id is None:
        return True
    if not Session.objects.filter(pk=session_key, expire_date__gt=timezone.now()).exists():
        return False
    return User.objects.filter(pk=user_id, is_active=True).exists()


def links(session: Any) -> list[int]:
    """The tables whose invite link this session has followed."""
    known = session.get(LINKS, [])
    return known if isinstance(known, list) else []


def remember_link(session: Any, table_id: int) -> None:
    """This session has followed the invite link of this table."""
    session[LINKS] = [*(known for known in links(session) if known != table_id), table_id][-LINKS_KEPT:]
