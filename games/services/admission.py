"""Who may see a table, and who may take a seat at it."""

from __future__ import annotations

from collections.abc import Collection

from games.models import Admission
from games.store import Snapshot


def may_see(snapshot: Snapshot, user_id: int | None, links: Collection[int]) -> bool:
    """Whether this person may look at the table; `links` are the tables whose invite link this session has followed."""
    if snapshot.may_watch == Admission.EVERYBODY or snapshot.table_id in links:
        return True
    return user_id is not None and (user_id == snapshot.host_id or snapshot.seat_of(user_id) is not None)
