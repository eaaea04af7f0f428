"""Tables read from their rows."""

from __future__ import annotations

from msgspec.structs import replace

from cardems_site.prepared import Query
from games.engine.registry import game_for
from games.engine.seats import Seat
from games.models import MatchRow, TableRow, TableState

from .matches import StoredMatch, stored_match
from .sitters import sitters_at
from .values import RatingChange, Sitter, Snapshot, Verdict

HIGHEST_ID = 2**63 - 1
"""A number from an address may be larger than what a database can even be asked for."""


def lock_table(table_id: int) -> TableRow:
    """The table's row, locked until the transaction ends; raises TableRow.DoesNotExist. Must be in a transaction."""
    return _table(_LOCKED, table_id)


def read(table_id: int) -> Snapshot:
    """The table as it stands; raises TableRow.DoesNotExist."""
    return snapshot_of(_table(_AS_IT_STANDS, table_id))


_COLUMNS = [field.attname for field in TableRow._meta.concrete_fields]
_AS_IT_STANDS = Query(lambda: TableRow.objects.filter(pk=0).values_list(*_COLUMNS))
_LOCKED = Query(lambda: TableRow.objects.select_for_update().filter(pk=0).values_list(*_COLUMNS))


def _table(query: Query, table_id: int) -> TableRow:
    rows = query.converted(query.raw(table_id)) if table_id <= HIGHEST_ID else []
    if not rows:
        raise TableRow.DoesNotExist
    return TableRow.from_db("default", _COLUMNS, rows[0])


def snapshot_of(table: TableRow) -> Snapshot:
    """Everything about a table whose row was just read."""
    sitters = sitters_at(table.pk)
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
