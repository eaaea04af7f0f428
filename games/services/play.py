"""Playing: one action is one short transaction under the table's lock."""

from __future__ import annotations

import secrets
from datetime import timedelta

from games import store
from games.engine.deals import SEED_BYTES
from games.engine.seats import SEATS, Seat
from games.models import TableRow, TableState
from games.store import StoredMatch

from . import results
from .change import Change, changing
from .errors import NOT_PLAYING, NothingToDo, Refused, StaleAction

PERSON, BOT, CLOCK = "person", "bot", "clock"
"""Who caused a row of the log."""

MISSED_IN_A_ROW = 2
"""Time-outs after which a person counts as away."""


def take_action(table_id: int, user_id: int | None, code: str, version: int) -> None:
    """Play one action (`call:9`, `trump:H`, `play:SQ`) for this person, made for this version of the table.

    Raises Refused, StaleAction, InvalidAction or IllegalAction, and changes nothing then. Acting is being back.
    """
    with changing(table_id, refuses_first=True) as change:
        seat = change.seat_of(user_id)
        _act(change, seat, code, version, by=PERSON)
        _spend_bank(change, seat)
        sitter = change.sitters[seat]
        if sitter.timeouts or sitter.away_at or sitter.stands_in:
            change.set_seat(seat, timeouts=0, away_at=None, stands_in=False, gone_at=None)


def take_bot_action(table_id: int, seat: Seat, code: str, version: int) -> None:
    """The same for a seat that a bot plays; raises StaleAction when it is no bot's any more."""
    with changing(table_id) as change:
        if not change.before.sitter(seat).is_bot_played:
            raise StaleAction
        _act(change, seat, code, version, by=BOT)


def time_out(table_id: int, seat: Seat, code: str, version: int) -> None:
    """The clock has run out: this lawful action is played for the person; a second time in a row makes them away."""
    with changing(table_id) as change:
        _act(change, seat, code, version, by=CLOCK)
        timeouts = change.sitters[seat].timeouts + 1
        change.set_seat(seat, timeouts=timeouts, bank_ms=0)
        if timeouts >= MISSED_IN_A_ROW and not change.sitters[seat].away_at:
            change.set_seat(seat, away_at=change.now)
            change.event("away", seat)


def deal_next_round(table_id: int, version: int) -> None:
    """Deal when the pause between rounds is over; raises StaleAction when somebody else has."""
    with changing(table_id) as change:
        match = change.before.match
        if version != change.before.version or match is None or match.phase != "deal":
            raise StaleAction
        change.set_seats(ready=False)
        assert change.stored is not None  # noqa: S101 – there is a match
        change.stored = dealt(change.table, change.stored)


def ready(table_id: int, user_id: int | None) -> None:
    """This person needs no more time between rounds; the deal comes when all people have said so.

    Raises Refused, StaleAction, or NothingToDo when the cards are dealt already.
    """
    with changing(table_id, refuses_first=True) as change:
        seat, match = change.seat_of(user_id), change.before.match
        if match is None:
            raise StaleAction
        if match.phase != "deal" or change.sitters[seat].ready:
            raise NothingToDo
        change.set_seat(seat, ready=True)


def dealt(table: TableRow, stored: StoredMatch) -> StoredMatch:
    """The next round dealt from a new seed, its dealer by the rules, the first one drawn (rule 1.2)."""
    due = stored.match.next_dealer
    dealer = secrets.choice(SEATS) if due is None else due
    return store.append_deal(table, stored, dealer, secrets.token_bytes(SEED_BYTES))


def append(change: Change, seat: Seat, code: str, by: str) -> None:
    """One more lawful action, and the summaries that are due after it; raises IllegalAction, InvalidAction."""
    before, stored = change.before.match, change.stored
    assert before is not None and stored is not None  # noqa: S101 – the callers have looked
    rounds = len(stored.match.finished)
    stored = change.stored = store.append_action(change.table, stored, seat, code, by)
    if len(stored.match.finished) > rounds:
        results.write_round(change.table, stored.match)
    if stored.match.is_over:
        finish(change)


def finish(change: Change) -> None:
    """The match is over: write its result; its people may sit elsewhere from now on."""
    assert change.stored is not None  # noqa: S101 – the callers have looked
    change.table.state = TableState.FINISHED
    results.write_match(change.table, change.stored.match, change.sitters)
    store.forget_ahead()  # other tables may show these people's ratings
    if change.table.rated:
        change.reseat()  # with the new ratings
    change.set_seats(live=False, ready=False, wish="")


def _act(change: Change, seat: Seat, code: str, version: int, *, by: str) -> None:
    if change.table.state != TableState.PLAYING or change.before.match is None:
        raise StaleAction if change.table.state == TableState.FINISHED else Refused(NOT_PLAYING)
    if version != change.before.version:
        raise StaleAction
    append(change, seat, code, by)


def _spend_bank(change: Change, seat: Seat) -> None:
    """What a person used beyond the time of a turn comes out of the bank."""
    snapshot = change.before
    if snapshot.turn_seconds is None or snapshot.turn_at is None:
        return
    over = change.now - snapshot.turn_at - timedelta(seconds=snapshot.turn_seconds)
    spent = int(over / timedelta(milliseconds=1))
    if spent > 0:
        change.set_seat(seat, bank_ms=max(0, change.sitters[seat].bank_ms - spent))
