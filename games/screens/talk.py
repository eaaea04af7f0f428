"""The talk at a table, for one reader: lines without those whom the reader has silenced."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from games.engine.seats import Seat
from games.models import TalkRow
from games.store import Snapshot


@dataclass(frozen=True, slots=True)
class TalkLine:
    """One line as it was stored; `body` is a key except for text."""

    id: int
    user_id: int | None
    name: str
    kind: str
    body: str

    @classmethod
    def of(cls, row: TalkRow) -> TalkLine:
        """From a row read with its user."""
        return cls(row.pk, row.user_id, row.user.username if row.user else "", row.kind, row.body)


@dataclass(frozen=True, slots=True)
class TalkView:
    """What one reader sees of the talk, and whether the reader may say something now."""

    lines: tuple[TalkLine, ...]
    silenced: frozenset[int]
    may_talk: bool
    is_off: bool


def talk_view(
    snapshot: Snapshot, seat: Seat | None, lines: Collection[TalkLine], silenced: frozenset[int]
) -> TalkView:
    """The talk for the reader who sits there; None is a watcher, who reads only."""
    heard = tuple(line for line in lines if line.user_id not in silenced)
    return TalkView(heard, silenced, seat is not None, snapshot.talk_is_off)
