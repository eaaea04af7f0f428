"""Playing: one action is one short transaction under the table's lock."""

from __future__ import annotations

import secrets
from dataclasses import replace

from django.db import transaction
from django.utils import timezone

from games import store
from games.engine.deals import SEED_BYTES
from games.engine.seats import SEATS, Seat
from games.models import SeatRow, TableRow, TableState
from games.store import Snapshot, StoredMatch

from . import notify, pace, results
from .errors import NOT_PLAYING, NOT_SEATED, Refused, StaleAction


def take_action(table_id: int, user_id: int | None, code: str, version: int) -> None:
    """Play one action (`call:9`, `trump:H`, `play:SQ`) for this person, made for this version of the table.

    Raises Refused, StaleAction, InvalidAction or IllegalAction, and changes nothing then.
    """
    with transaction.atomic():
        table = store.lock_table(table_id)
        before = store.snapshot_of(table)
        seat = before.seat_of(user_id)
        if seat is None:
            raise Refused(NOT_SEATED)
        _act(table, before, seat, code, version, by="person")


def take_bot_action(table_id: int, seat: Seat, code: str, version: int) -> None:
    """The same for a bot's seat; raises StaleAction when the seat is no bot's any more."""
    with transaction.atomic():
        table = store.lock_table(table_id)
        before = store.snapshot_of(table)
        if before.sitter(seat).kind != "bot":
            raise StaleAction
        _act(table, before, seat, code, version, by="bot")


def deal_next_round(table_id: int, version: int) -> None:
    """Deal when the pause between rounds is over; raises StaleAction when somebody else has."""
    with transaction.atomic():
        table = store.lock_table(table_id)
        before = store.snapshot_of(table)
        if version != before.version or before.match is None or before.match.phase != "deal":
            raise StaleAction
        SeatRow.objects.filter(table=table, ready=True).update(ready=False)
        calm = replace(before, sitters=tuple(replace(sitter, ready=False) for sitter in before.sitters))
        commit(table, calm, dealt(table, _stored(calm)))


def ready(table_id: int, user_id: int | None) -> None:
    """This person needs no more time between rounds; the deal comes when all people have said so."""
    with transaction.atomic():
        table = store.lock_table(table_id)
        before = store.snapshot_of(table)
        seat = before.seat_of(user_id)
        if seat is None:
            raise Refused(NOT_SEATED)
        if before.match is None or before.match.phase != "deal":
            raise StaleAction
        SeatRow.objects.filter(table=table, seat=seat.name).update(ready=True)
        sitters = tuple(replace(sitter, ready=sitter.ready or sitter.seat is seat) for sitter in before.sitters)
        commit(table, replace(before, sitters=sitters), _stored(before))


def dealt(table: TableRow, stored: StoredMatch) -> StoredMatch:
    """The next round dealt from a new seed, its dealer by the rules, the first one drawn (rule 1.2)."""
    due = stored.match.next_dealer
    dealer = secrets.choice(SEATS) if due is None else due
    return store.append_deal(table, stored, dealer, secrets.token_bytes(SEED_BYTES))


def commit(table: TableRow, before: Snapshot, stored: StoredMatch) -> None:
    """Write the table's row after a change, with its next due time, and tell the listeners."""
    table.due_at = pace.due_at(stored.match, before.sitters, timezone.now())
    table.revision += 1
    table.save(update_fields=["version", "revision", "due_at", "state", "match"])
    after = replace(
        before,
        state=table.state,
        version=table.version,
        revision=table.revision,
        due_at=table.due_at,
        match_id=table.match_id,
        match=stored.match,
        commitments=stored.commitments,
        seeds=stored.seeds,
    )
    transaction.on_commit(lambda: store.cache.put(table.match_id, stored))
    notify.table_changed(after)


def _act(table: TableRow, before: Snapshot, seat: Seat, code: str, version: int, *, by: str) -> None:
    if table.state != TableState.PLAYING or before.match is None:
        raise StaleAction if table.state == TableState.FINISHED else Refused(NOT_PLAYING)
    if version != before.version:
        raise StaleAction
    stored = store.append_action(table, _stored(before), seat, code, by)
    if len(stored.match.finished) > len(before.match.finished):
        results.write_round(table, stored.match)
    if stored.match.is_over:
        results.write_match(table, stored.match)
    commit(table, before, stored)


def _stored(snapshot: Snapshot) -> StoredMatch:
    assert snapshot.match is not None  # noqa: S101 – the callers have looked
    return StoredMatch(snapshot.version, snapshot.match, snapshot.commitments, snapshot.seeds)
