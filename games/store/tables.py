"""Tables read from their rows."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db.models import QuerySet
from msgspec.structs import replace

from cardems_site.prepared import SEVERAL, Query, Rows
from games.engine.registry import game_for
from games.engine.seats import Seat
from games.models import MatchRow, TableRow, TableState

from .matches import StoredMatch, follow_several, stored_match
from .sitters import rows_of_several, sitters_at, sitters_in
from .values import RatingChange, Sitter, Snapshot, Verdict

HIGHEST_ID = 2**63 - 1
"""A number from an address may be larger than what a database can even be asked for."""


def locked(table_id: int) -> tuple[TableRow, Snapshot]:
    """The table's row, locked until the transaction ends, and all about it; raises TableRow.DoesNotExist.

    Must be in a transaction.
    """
    if table_id in _ahead.rows:
        row, seats = _ahead.rows.pop(table_id)
        table = _row(_SEVERAL_LOCKED, [row])
        return table, _with_sitters(table, sitters_in(table_id, seats))
    table = _table(_LOCKED, table_id)
    return table, snapshot_of(table)


@contextmanager
def read_ahead(table_ids: Sequence[int]) -> Iterator[None]:
    """Lock and read these tables, at most SEVERAL, with two queries instead of two each: `locked` uses that, once.

    Nothing else may be done to one of these tables before it is asked for. Tables are locked in the order of their
    ids, and whoever has locked several may lock no further one: so nobody waits for each other.
    """
    try:
        rows = _SEVERAL_LOCKED.among(table_ids)
        seats = rows_of_several(table_ids)
        _ahead.rows = {row[0]: (row, seats[row[0]]) for row in rows}
        yield
    finally:
        forget_ahead()


def forget_ahead() -> None:
    """Something was changed that other tables show: let them be read again."""
    _ahead.rows = {}


class _Ahead(threading.local):
    """Tables that this thread's transaction has locked: their rows and those of their seats, unread."""

    def __init__(self) -> None:
        self.rows: dict[int, tuple[tuple[Any, ...], Rows]] = {}


_ahead = _Ahead()


def read(table_id: int) -> Snapshot:
    """The table as it stands; raises TableRow.DoesNotExist."""
    return snapshot_of(_table(_AS_IT_STANDS, table_id))


def read_several(table_ids: Sequence[int]) -> list[Snapshot]:
    """These tables, at most SEVERAL, as they stand; those that are not there are left out."""
    tables = [_row(_OF_SEVERAL, [row]) for row in _OF_SEVERAL.among(table_ids)]
    sitters = rows_of_several(table_ids)
    follow_several({table.match_id: table.version for table in tables if table.match_id})
    return [_with_sitters(table, sitters_in(table.pk, sitters[table.pk])) for table in tables]


def state_of(table_id: int) -> str:
    """The table's state alone; raises TableRow.DoesNotExist."""
    for row in _STATE.raw(table_id):
        return str(row[0])
    raise TableRow.DoesNotExist


_STATE = Query(lambda: TableRow.objects.filter(pk=0).values_list("state"))
_COLUMNS = [field.attname for field in TableRow._meta.concrete_fields]
_AS_IT_STANDS = Query(lambda: TableRow.objects.filter(pk=0).values_list(*_COLUMNS))
_LOCKED = Query(lambda: TableRow.objects.select_for_update().filter(pk=0).values_list(*_COLUMNS))
_OF_SEVERAL = Query(lambda: _several().values_list(*_COLUMNS))
_SEVERAL_LOCKED = Query(lambda: _several().select_for_update().order_by("pk").values_list(*_COLUMNS))


def _several() -> QuerySet[TableRow]:
    return TableRow.objects.filter(pk__in=range(SEVERAL))


def _table(query: Query, table_id: int) -> TableRow:
    return _row(query, query.raw(table_id) if table_id <= HIGHEST_ID else [])


def _row(query: Query, rows: Rows) -> TableRow:
    if not rows:
        raise TableRow.DoesNotExist
    return TableRow.from_db("default", _COLUMNS, query.converted(rows)[0])


def snapshot_of(table: TableRow) -> Snapshot:
    """Everything about a table whose row was just read."""
    return _with_sitters(table, sitters_at(table.pk))


def _with_sitters(table: TableRow, sitters: tuple[Sitter, ...]) -> Snapshot:
    stored = stored_match(table.match_id, table.version) if table.match_id else None
    snapshot = _snapshot(table, sitters, stored)
    return replace(snapshot, verdict=verdict_of(table.match_id)) if is_judged(table) else snapshot


def is_judged(table: TableRow) -> bool:
    """Whether there is a verdict on the table's match."""
    return table.rated and table.state in (TableState.FINISHED, TableState.CLOSED)


def verdict_of(match_id: int | None) -> Verdict | None:
    """What became of a match that is over; None when its table was not rated."""
    if match_id is None:
        return None
    row = MatchRow.objects.select_related("verdict").filter(pk=match_id, verdict__isnull=False).first()
    if row is None:
        return None
    events = row.verdict.events.filter(step=0)
    changes = tuple(RatingChange(Seat[event.seat], event.rating, event.change) for event in events)
    by_seat = tuple(sorted(changes, key=lambda change: change.seat))
    return Verdict(row.verdict.reason, row.verdict.voided_at is not None, by_seat)


def bare_snapshot(table: TableRow, sitters: tuple[Sitter, ...]) -> Snapshot:
    """A table without its match, for one that is just being put there."""
    return _snapshot(table, sitters, None)


def _snapshot(table: TableRow, sitters: tuple[Sitter, ...], stored: StoredMatch | None) -> Snapshot:
    return Snapshot(
        table_id=table.pk,
        state=table.state,
        game=stored.match.game if stored else game_for(table.rule_set, table.options),
        rated=table.rated,
        turn_seconds=table.turn_seconds,
        host_id=table.host_id,
        token=table.token,
        may_join=table.may_join,
        may_watch=table.may_watch,
        revision=table.revision,
        version=table.version,
        due_at=table.due_at,
        turn_at=table.turn_at,
        fill_at=table.fill_at,
        changed_at=table.changed_at,
        language=table.language,
        talk_at=table.talk_at,
        watchers=table.watchers,
        title=table.title,
        sitters=sitters,
        match_id=table.match_id,
        match=stored.match if stored else None,
        commitments=stored.commitments if stored else (),
        seeds=stored.seeds if stored else (),
    )
