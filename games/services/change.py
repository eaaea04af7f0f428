"""One change of a table: everything under the table's lock, written once at the end, and told after the commit."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from msgspec.structs import replace

from cardems_site.connected import in_turn
from games import store
from games.engine.errors import IllegalAction, InvalidAction
from games.engine.seats import SEATS, Seat
from games.models import SeatRow, TableRow, TalkKind, TalkRow
from games.store import Sitter, Snapshot, StoredMatch

from . import notify, pace
from .errors import NOT_SEATED, REMOVED, NothingToDo, Refused, StaleAction

HOLDER: Final[Mapping[str, Any]] = {"user": None, "bot_level": "", "bot_name": "", "gone_at": None}
"""What a seat's row says about whoever has it; here, that nobody has."""


@dataclass
class Change:
    """A table being changed: its locked row, how it was, and how it is to be."""

    table: TableRow
    before: Snapshot
    sitters: tuple[Sitter, ...]
    stored: StoredMatch | None
    now: datetime

    def seat_of(self, user_id: int | None) -> Seat:
        """Where this person sits; raises Refused."""
        seat = self.before.seat_of(user_id)
        if seat is None:
            raise Refused(NOT_SEATED)
        if self.before.sitter(seat).removed:
            raise Refused(REMOVED)
        return seat

    def set_seat(self, seat: Seat, **columns: Any) -> None:
        """Change plain columns of one seat. Raises IntegrityError when somebody would sit at two tables (`live`)."""
        self._set((seat,), columns)

    def set_seats(self, **columns: Any) -> None:
        """Change plain columns of all four seats."""
        self._set(SEATS, columns)

    def _set(self, seats: Collection[Seat], columns: dict[str, Any]) -> None:
        store.write_seats(self.table.pk, seats, columns)
        shown = {name: value for name, value in columns.items() if name != "live"}
        self.sitters = tuple(replace(each, **shown) if each.seat in seats else each for each in self.sitters)

    def move(self, to: Mapping[Seat, Seat]) -> None:
        """Whoever has these seats, people, bots or nobody, takes others, and with a person goes the own absence."""
        held = {Seat[row["seat"]]: row for row in self._rows(to).values("seat", *HOLDER)}
        self._rows(to).update(**HOLDER)  # nobody may have two seats meanwhile
        for seat, row in held.items():
            self._rows((to[seat],)).update(**{column: row[column] for column in HOLDER})
        self.reseat()

    def _rows(self, seats: Iterable[Seat]) -> QuerySet[SeatRow]:
        return SeatRow.objects.filter(table_id=self.table.pk, seat__in=[seat.name for seat in seats])

    def reseat(self) -> None:
        """Read the seats again after people or bots have changed."""
        self.sitters = store.sitters_at(self.table.pk)

    def event(self, key: str, seat: Seat) -> None:
        """A line in the table's talk about something that happened to the one who sits there."""
        self.say(TalkKind.EVENT, f"{key}|{self.sitters[seat].name}", None)

    def say(self, kind: str, body: str, user_id: int | None) -> None:
        """A line of talk."""
        line = TalkRow.objects.create(table_id=self.table.pk, user_id=user_id, kind=kind, body=body, at=self.now)
        self.table.talk_at = line.pk

    def write(self) -> None:
        """Write the table's row with its next due time, and tell the listeners after the commit."""
        table = self.table
        if table.version != self.before.version or table.match_id != self.before.match_id:
            table.turn_at = self.now
        table.revision += 1
        table.changed_at = self.now
        after = self._after()
        table.due_at = pace.due_at(after, self.now)
        store.write_table(table)
        if self.stored and table.match_id:
            match_id, stored = table.match_id, self.stored
            transaction.on_commit(lambda: store.cache.put(match_id, stored))
        notify.table_changed(replace(after, due_at=table.due_at))

    def _after(self) -> Snapshot:
        table, stored = self.table, self.stored
        return replace(
            self.before,
            state=table.state,
            host_id=table.host_id,
            revision=table.revision,
            version=table.version,
            turn_at=table.turn_at,
            fill_at=table.fill_at,
            changed_at=table.changed_at,
            talk_at=table.talk_at,
            watchers=table.watchers,
            title=table.title,
            sitters=self.sitters,
            match_id=table.match_id,
            match=stored.match if stored else None,
            commitments=stored.commitments if stored else (),
            seeds=stored.seeds if stored else (),
            verdict=store.verdict_of(table.match_id) if store.is_judged(table) else None,
        )


@contextmanager
def changing(
    table_id: int, *, state: str | None = None, otherwise: Exception | None = None, refuses_first: bool = False
) -> Iterator[Change]:
    """Lock a table, change it, write it. An error inside changes nothing.

    `refuses_first` promises that nothing is refused after the first write; that saves a savepoint.
    Raises TableRow.DoesNotExist, and `otherwise` when the table is not in this state.
    """
    refusal: Exception | None = None
    with in_turn(), transaction.atomic(savepoint=not refuses_first):
        table, before = store.locked(table_id)
        if state is not None and table.state != state and otherwise is not None:
            raise otherwise
        change = Change(table, before, before.sitters, stored_of(before), timezone.now())
        try:
            yield change
        except (Refused, StaleAction, NothingToDo, IllegalAction, InvalidAction) as error:
            if not refuses_first:
                raise
            refusal = error
        else:
            change.write()
    if refusal:
        raise refusal


def stored_of(snapshot: Snapshot) -> StoredMatch | None:
    """The match of a snapshot as the store handles it."""
    if snapshot.match is None:
        return None
    return StoredMatch(snapshot.version, snapshot.match, snapshot.commitments, snapshot.seeds)
