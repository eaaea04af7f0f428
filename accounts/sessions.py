"""What a session says: whether it still speaks for its person, and which invite links it has followed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib.sessions.models import Session
from django.utils import timezone

from cardems_site.prepared import Statement

from .models import User
from .models.people import session_proof

LINKS = "table-links"
LINKS_KEPT = 50


class SignedOut(Exception):
    """The session does not speak for its person any more."""


def check(session_key: str, user_id: int | None, proof: str) -> None:
    """Raises SignedOut when this session no longer acts for this person (invariant I12); nobody's always does.

    `proof` is what `User.session_proof` was when the session was looked at last. Who is suspended does not act either.
    """
    if user_id is None:
        return
    now = timezone.now()
    password, _mark, round = proof.partition("#")
    if not _SPEAKS.rows(user_id, password, int(round or 0), now, session_key, now):
        raise SignedOut


# In plain SQL, because it is asked at every action, and Django needs ten times as long to write it.
_SPEAKS = Statement(f"""
    SELECT 1 FROM {User._meta.db_table} person, {Session._meta.db_table} session
    WHERE person.id = %s AND person.is_active AND person.password = %s AND person.session_round = %s
    AND (person.suspended_until IS NULL OR person.suspended_until <= %s)
    AND session.session_key = %s AND session.expire_date > %s
""")  # noqa: S608 – no name in it comes from outside


def ended(known: Iterable[tuple[str, int, str]]) -> set[tuple[str, int, str]]:
    """Which of these (session key, user, proof) no longer speak: logged out, expired, changed, barred, suspended."""
    known, now = set(known), timezone.now()
    keys, users = {key for key, _user, _proof in known}, {user for _key, user, _proof in known}
    live = set(Session.objects.filter(pk__in=keys, expire_date__gt=now).values_list("pk", flat=True))
    people = User.objects.filter(pk__in=users, is_active=True).exclude(suspended_until__gt=now)
    proofs = {pk: session_proof(*parts) for pk, *parts in people.values_list("pk", "password", "session_round")}
    return {one for one in known if one[0] not in live or proofs.get(one[1]) != one[2]}


def links(session: Any) -> list[int]:
    """The tables whose invite link this session has followed."""
    known = session.get(LINKS, [])
    return known if isinstance(known, list) else []


def remember_link(session: Any, table_id: int) -> None:
    """This session has followed the invite link of this table."""
    session[LINKS] = [*(known for known in links(session) if known != table_id), table_id][-LINKS_KEPT:]
