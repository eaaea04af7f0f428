"""Who may see a table, and who may take a seat at it."""

from __future__ import annotations

from collections.abc import Collection

from games.models import Admission
from games.store import Snapshot


def may_see(snapshot: Snapshot, user_id: int | None, links: Collection[int]) -> bool:
    """Whether this person may look at the table; `links` are the tables whose invite link this session has followed.

    Who may join may look, and whoever sits there or keeps the table.
    """
    if Admission.EVERYBODY in (snapshot.may_watch, snapshot.may_join):
        return True
    if snapshot.table_id in links and snapshot.state != "closed":
        return True
    return user_id is not None and (user_id == snapshot.host_id or snapshot.seat_of(user_id) is not None)


def may_join(snapshot: Snapshot, user_id: int, links: Collection[int], *, is_named: bool) -> bool:
    """Whether this person may take a free seat."""
    if user_id == snapshot.host_id or snapshot.seat_of(user_id) is not None:
        return True
    if snapshot.may_join == Admission.EVERYBODY:
        return True
    if snapshot.may_join == Admission.NAMED:
        return is_named
    return snapshot.table_id in links
