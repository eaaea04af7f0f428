"""What happens when people are gone: away after a while, then a bot stands in, and a deserted match comes to its end.

Counted only while somebody else waits; a person who plays against bots alone may come back tomorrow.
"""

from __future__ import annotations

from django.utils import timezone

from games import store
from games.models import TableState
from games.store import Sitter, Snapshot

from . import agreements, pace
from .change import Change, changing
from .seats import stand_in
from .tables import begin_when_ready, close, fill


def see_to(table_id: int) -> bool:
    """Do what is due about absent people and idle tables; whether anything was."""
    if not is_due(store.read(table_id)):
        return False
    with changing(table_id) as change:
        _see_to_table(change)
    return True


def is_due(snapshot: Snapshot) -> bool:
    """Whether `see_to` has something to do."""
    now = timezone.now()
    if snapshot.state == TableState.OPEN:
        waited = snapshot.changed_at is not None and snapshot.changed_at + pace.EMPTY_TABLE <= now
        return waited or (snapshot.fill_at is not None and snapshot.fill_at <= now)
    if snapshot.state == TableState.FINISHED:
        gone_at = pace.all_gone_at(snapshot)
        return gone_at is not None and gone_at <= now
    if snapshot.state != TableState.PLAYING:
        return False
    absences = (pace.absence_due(snapshot, sitter) for sitter in snapshot.people)
    if any(due is not None and due <= now for due in absences) or _idler(snapshot):
        return True
    deserted = not pace.is_anybody_here(snapshot) and pace.deserted_due(snapshot, now) <= now
    return deserted and (not snapshot.rated or any(not sitter.stands_in for sitter in snapshot.people))


def _see_to_table(change: Change) -> None:
    snapshot = change.before
    if snapshot.state == TableState.OPEN:
        if snapshot.fill_at and snapshot.fill_at <= change.now:
            change.table.fill_at = None
            fill(change)
            change.set_seats(ready=True)  # who asked for bots after a while asked for the match to begin
            begin_when_ready(change)
        else:
            close(change)
    elif snapshot.state == TableState.FINISHED:
        agreements.go_on_if_agreed(change)
    elif snapshot.state == TableState.PLAYING:
        _see_to_people(change)


def _see_to_people(change: Change) -> None:
    snapshot = change.before
    for sitter in snapshot.people:
        due = pace.absence_due(snapshot, sitter)
        if due and due <= change.now:
            if sitter.away_at:
                stand_in(change, sitter.seat)
            else:
                _away(change, sitter)
    idler = _idler(snapshot)
    if idler:
        _away(change, idler)
    if not pace.is_anybody_here(snapshot) and pace.deserted_due(snapshot, change.now) <= change.now:
        _end_deserted(change)


def _end_deserted(change: Change) -> None:
    """A rated match is played out by bots; a casual one is closed."""
    if not change.table.rated:
        close(change)
        return
    for sitter in change.before.people:
        if not sitter.stands_in:
            stand_in(change, sitter.seat)


def _away(change: Change, sitter: Sitter) -> None:
    change.set_seat(sitter.seat, away_at=change.now)
    change.event("away", sitter.seat)


def _idler(snapshot: Snapshot) -> Sitter | None:
    """The person who has kept the others waiting too long at a table without a clock."""
    match, now = snapshot.match, timezone.now()
    seat = match.to_act if match else None
    if seat is None or snapshot.turn_seconds is not None or snapshot.turn_at is None:
        return None
    sitter = snapshot.sitter(seat)
    waits = sitter.is_here and pace.others_wait(snapshot, sitter) and snapshot.turn_at + pace.IDLE <= now
    return sitter if waits else None
