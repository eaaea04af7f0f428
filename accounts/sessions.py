"""What a session says: whether it still speaks for its person, and which invite links it has followed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from .models import User

LINKS = "table-links"
LINKS_KEPT = 50


class SignedOut(Exception):
    """The session does not speak for its person any more."""


def check(session_key: str, user_id: int | None, password: str) -> None:
    """Raises SignedOut when this session no longer acts for this person (invariant I12); nobody's always does."""
    if user_id is None:
        return
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(_SPEAKS, [user_id, password, session_key, now])
        if cursor.fetchone() is None:
            raise SignedOut


# In plain SQL, because it is asked at every action, and Django needs ten times as long to write it.
_SPEAKS = f"""
    SELECT 1 FROM {User._meta.db_table} person, {Session._meta.db_table} session
    WHERE person.id = %s AND person.is_active AND person.password = %s
    AND session.session_key = %s AND session.expire_date > %s
"""  # noqa: S608 – no name in it comes from outside


def ended(known: Iterable[tuple[str, int, str]]) -> set[tuple[str, int, str]]:
    """Which of these (session key, user, stored password hash) no longer speak: logged out, expired, changed, barred."""
    known = set(known)
    keys, users = {key for key, _user, _hash in known}, {user for _key, user, _hash in known}
    live = set(Session.objects.filter(pk__in=keys, expire_date__gt=timezone.now()).values_list("pk", flat=True))
    hashes = dict(User.objects.filter(pk__in=users, is_active=True).values_list("pk", "password"))
    return {one for one in known if one[0] not in live or hashes.get(one[1]) != one[2]}


def links(session: Any) -> list[int]:
    """The tables whose invite link this session has followed."""
    known = session.get(LINKS, [])
    return known if isinstance(known, list) else []


def remember_link(session: Any, table_id: int) -> None:
    """This session has followed the invite link of this table."""
    session[LINKS] = [*(known for known in links(session) if known != table_id), table_id][-LINKS_KEPT:]
