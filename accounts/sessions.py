"""What a session says: whether it still speaks for its person, and which invite links it has followed."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from django.contrib.sessions.models import Session
from django.utils import timezone

from cardems_site.prepared import SEVERAL, Statement, filled

from .models import User
from .models.people import session_proof

LINKS = "table-links"
LINKS_KEPT = 50


class SignedOut(Exception):
    """The session does not speak for its person any more."""


Speaker = tuple[str, int | None, str]
"""A session's key, whom it speaks for, and what `User.session_proof` was when it was looked at last."""


class _Ahead(threading.local):
    """Those who speak, as this thread's transaction found before it looked at each of them."""

    speakers: Collection[Speaker] = ()


_ahead = _Ahead()


def check(speaker: Speaker) -> None:
    """Raises SignedOut when this session no longer acts for this person (invariant I12); nobody's always does.

    Who is suspended does not act either.
    """
    if speaker[1] is not None and speaker not in _ahead.speakers and ended((speaker,)):
        raise SignedOut


@contextmanager
def read_ahead(speakers: Collection[Speaker]) -> Iterator[None]:
    """Look at several at once: `check` asks nothing more about those who speak. Within one transaction."""
    _ahead.speakers = set(speakers) - ended(speakers)
    try:
        yield
    finally:
        _ahead.speakers = ()


def ended(speakers: Collection[Speaker]) -> set[Speaker]:
    """Which of these no longer speak: logged out, expired, changed, barred, suspended. Nobody's always do."""
    people = [speaker for speaker in speakers if speaker[1] is not None]
    return {one for at in range(0, len(people), SEVERAL) for one in _ended(people[at : at + SEVERAL])}


def _ended(some: Sequence[Speaker]) -> Iterator[Speaker]:
    now, count = timezone.now(), 1 if len(some) == 1 else SEVERAL
    keys, ids, _proofs = zip(*filled(some, count), strict=True)
    live = {row[0] for row in _live(count).rows(now, *keys)}
    people = _people(count).rows(now, *ids)
    proofs = {person: session_proof(*parts) for person, *parts in people}
    return (one for one in some if one[0] not in live or proofs.get(one[1]) != one[2])


# In plain SQL, because it is asked at every action, and Django needs ten times as long to write it.


@cache
def _live(count: int) -> Statement:
    """Which of so many keys are of sessions that go on."""
    any_of = ", ".join(["%s"] * count)
    table = Session._meta.db_table
    return Statement(f"SELECT session_key FROM {table} WHERE expire_date > %s AND session_key IN ({any_of})")  # noqa: S608


@cache
def _people(count: int) -> Statement:
    """What proves that so many people may act."""
    any_of = ", ".join(["%s"] * count)
    return Statement(f"""
        SELECT id, password, session_round FROM {User._meta.db_table}
        WHERE is_active AND (suspended_until IS NULL OR suspended_until <= %s) AND id IN ({any_of})
    """)  # noqa: S608


def links(session: Any) -> list[int]:
    """The tables whose invite link this session has followed."""
    known = session.get(LINKS, [])
    return known if isinstance(known, list) else []


def remember_link(session: Any, table_id: int) -> None:
    """This session has followed the invite link of this table."""
    session[LINKS] = [*(known for known in links(session) if known != table_id), table_id][-LINKS_KEPT:]
