"""What the hub asks: tables as they stand, their revisions and talk, and which sockets may no longer be served."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from accounts import sessions
from games import store
from games.models import TableRow, TalkRow
from games.store import Snapshot

from . import talk
from .admission import may_see
from .presence import PROCESS, Difference, Pages, differences, set_pages

__all__ = [
    "PROCESS",
    "SEVERAL",
    "Difference",
    "Pages",
    "Snapshot",
    "Speaker",
    "differences",
    "ended_sessions",
    "may_see",
    "read",
    "read_ahead",
    "read_for",
    "read_several",
    "revisions",
    "set_pages",
    "silenced_by",
    "talk_lines",
]

read = store.read
read_several = store.read_several
silenced_by = talk.silenced_by
ended_sessions = sessions.ended
SEVERAL = store.SEVERAL
Speaker = sessions.Speaker


@contextmanager
def read_ahead(speakers: Mapping[int, Speaker]) -> Iterator[None]:
    """Read what an action of one speaker at each of these tables will ask for, for all of them at once.

    At most SEVERAL, with the conditions of `store.read_ahead`.
    """
    with sessions.read_ahead(set(speakers.values())), store.read_ahead(list(speakers)):
        yield


def read_for(table_id: int, user_id: int | None) -> tuple[Snapshot, frozenset[int]]:
    """The table as it stands, and whom this person does not want to hear; raises TableRow.DoesNotExist."""
    return read(table_id), silenced_by(user_id)


def revisions(table_ids: Iterable[int]) -> dict[int, int]:
    """The revision of each of these tables, in one query."""
    return dict(TableRow.objects.filter(pk__in=list(table_ids)).values_list("pk", "revision"))


def talk_lines(table_id: int) -> tuple[TalkRow, ...]:
    """The newest lines of a table's talk, oldest first."""
    return talk.lines(table_id)
