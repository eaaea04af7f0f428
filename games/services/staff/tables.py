"""Putting a table right; the people there read what was done in the table's talk.

Whoever calls has checked the permission. Every function raises Refused, and changes nothing then.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from accounts import trail
from accounts.models import User
from games import store
from games.engine.errors import Reason, gettext_noop
from games.engine.seats import Seat
from games.models import PresenceRow, TableRow, TableState, TalkKind
from games.store import Sitter

from .. import keeper, pace, seats, tables, titles
from ..change import Change, changing
from ..errors import NOT_PLAYING, SEAT_TAKEN, Refused, StaleAction

log = logging.getLogger(__name__)

LIVE: Final = (TableState.OPEN, TableState.PLAYING)
MOST_STEPS: Final = 60
LONGEST_REASON: Final = 250

CLOSED_ALREADY = Reason("closed-already", gettext_noop("The table is closed already."))
NOBODY_THERE = Reason("nobody-there", gettext_noop("Nobody sits there."))
NOBODY_AWAY = Reason("nobody-away", gettext_noop("That seat is nobody's to give back."))
NO_CLOCK_RUNS = Reason("no-clock-runs", gettext_noop("No person's clock is running at this table."))
HOST_ALREADY = Reason("host-already", gettext_noop("That person is the host already."))


def close_table(by: User, table_id: int, reason: str) -> None:
    """Close the table; a match that is being played ends without a winner."""
    with _putting_right(by, table_id, "table.close", reason) as change:
        if change.table.state == TableState.CLOSED:
            raise Refused(CLOSED_ALREADY)
        tables.close(change)
        _say(change, "staff-closed", reason[:LONGEST_REASON])


def seat_bot(by: User, table_id: int, seat: Seat, reason: str) -> None:
    """A bot on a free seat before the match; during it a bot plays for the person until they act again."""
    with _putting_right(by, table_id, "table.bot", reason, LIVE) as change:
        sitter = change.sitters[seat]
        if change.table.state == TableState.OPEN:
            if sitter.kind != "empty":
                raise Refused(SEAT_TAKEN)
            tables.put_bot(change, seat)
            tables.begin_when_ready(change)
            return
        _person(sitter)
        if sitter.stands_in:
            raise Refused(SEAT_TAKEN)
        _say(change, "staff-bot", sitter.name)
        change.set_seat(seat, away_at=sitter.away_at or change.now)
        seats.stand_in(change, seat)


def remove_person(by: User, table_id: int, seat: Seat, reason: str) -> None:
    """The person loses the seat: it is free before the match; in it a bot plays on, and only staff give it back."""
    with _putting_right(by, table_id, "table.remove", reason, LIVE) as change:
        remove(change, seat)


def remove(change: Change, seat: Seat) -> None:
    """The same within a change."""
    sitter = _person(change.sitters[seat])
    if sitter.removed:
        raise Refused(NOBODY_THERE)
    _say(change, "staff-removed", sitter.name)
    if change.table.state == TableState.OPEN:
        seats.free(change, seat)
        return
    change.set_seat(seat, live=False, removed=True, has_left=True, away_at=sitter.away_at or change.now)
    if not sitter.stands_in:
        seats.stand_in(change, seat)


def give_back(by: User, table_id: int, seat: Seat, reason: str) -> None:
    """The person has the seat again from the bot that plays for them; raises AlreadySeated when they sit elsewhere."""
    user = User.objects.filter(seats__table_id=table_id, seats__seat=seat.name).first()
    if user is None:
        raise Refused(NOBODY_THERE)
    with (
        tables.one_live_seat(user),
        _putting_right(by, table_id, "table.give-back", reason, (TableState.PLAYING,)) as change,
    ):
        sitter = _person(change.sitters[seat])
        if not (sitter.stands_in or sitter.has_left or sitter.removed):
            raise Refused(NOBODY_AWAY)
        here = PresenceRow.objects.filter(table_id=table_id, user=user, pages__gt=0).exists()
        gone_at = None if here else change.now  # a page that opens later says that they are here
        back = {"removed": False, "has_left": False, "stands_in": False, "away_at": None, "timeouts": 0}
        change.set_seat(seat, live=True, gone_at=gone_at, **back)
        _say(change, "staff-back", sitter.name)


def extend_clock(by: User, table_id: int, seconds: int, reason: str) -> None:
    """More time for the person whose turn it is."""
    with _putting_right(by, table_id, "table.time", reason, (TableState.PLAYING,)) as change:
        match, table = change.before.match, change.table
        if match is None or match.to_act is None or table.turn_seconds is None or table.turn_at is None:
            raise Refused(NO_CLOCK_RUNS)
        if change.sitters[match.to_act].is_bot_played:
            raise Refused(NO_CLOCK_RUNS)
        table.turn_at += timedelta(seconds=seconds)
        _say(change, "staff-time", change.sitters[match.to_act].name)


def pass_host(by: User, table_id: int, seat: Seat, reason: str) -> None:
    """The host's role goes to the person on this seat."""
    with _putting_right(by, table_id, "table.host", reason, (*LIVE, TableState.FINISHED)) as change:
        sitter = _person(change.sitters[seat])
        if sitter.user_id == change.table.host_id:
            raise Refused(HOST_ALREADY)
        change.table.host_id = sitter.user_id
        _say(change, "staff-host", sitter.name)


def rename(by: User, table_id: int, title: str, reason: str) -> None:
    """Another title, or none."""
    title = titles.checked(title)
    with _putting_right(by, table_id, "table.title", reason) as change:
        change.table.title = title
        _say(change, "staff-title" if title else "staff-untitled", title)


def wake(by: User, table_id: int, reason: str) -> int:
    """Set a stuck table going: suspended people's seats go to bots, then everything is done that waits for no person
    who is here. Returns how many steps that took; the table has a due time again in any case."""
    with _putting_right(by, table_id, "table.wake", reason, LIVE) as change:
        if change.table.state == TableState.PLAYING:
            for sitter in stuck_sitters(change.sitters):
                remove(change, sitter.seat)
        _say(change, "staff-woken", "")
    return _go_on(table_id)


def stuck_sitters(sitters: Collection[Sitter]) -> list[Sitter]:
    """Those who cannot act because they are suspended, and for whom no bot plays."""
    people = {sitter.user_id: sitter for sitter in sitters if sitter.kind == "person" and not sitter.stands_in}
    suspended = (user for user in User.objects.filter(pk__in=people) if user.is_suspended)
    return [people[user.pk] for user in suspended]


def _go_on(table_id: int) -> int:
    """Work for the keeper until the table waits for a person, or for an hour that has not come."""
    for step in range(MOST_STEPS):
        snapshot = store.read(table_id)
        match = snapshot.match
        if snapshot.state != TableState.PLAYING or match is None or match.is_over:
            return step
        if match.round is not None and match.to_act is not None and not snapshot.sitter(match.to_act).is_bot_played:
            return step
        if not pace.is_hurried(snapshot) and match.round is None and not _is_overdue(snapshot):
            return step
        try:
            keeper.step(snapshot)
        except StaleAction:
            continue
        except Exception:  # what is broken stays on the dashboard; the table has its due time again
            log.exception("staff: table %s could not be moved on", table_id)
            return step
    return MOST_STEPS


def _is_overdue(snapshot: store.Snapshot) -> bool:
    return snapshot.due_at is None or snapshot.due_at <= timezone.now()


@contextmanager
def _putting_right(by: User, table_id: int, action: str, reason: str, states: Collection[str] = ()) -> Iterator[Change]:
    """A change of a table with its entry in the audit, in one transaction."""
    with transaction.atomic():
        with changing(table_id) as change:
            if states and change.table.state not in states:
                raise Refused(CLOSED_ALREADY if change.table.state == TableState.CLOSED else NOT_PLAYING)
            before = facts(change)
            yield change
        trail.record(by, action, change.table, before=before, after=facts(change), reason=reason)


def facts(change: Change) -> dict[str, Any]:
    """What the audit keeps of a table: no card, no seed, no invite."""
    table = change.table
    return {
        "state": str(table.state),
        "title": table.title,
        "host": table.host_id,
        "due_at": table.due_at,
        "turn_at": table.turn_at,
        "seats": {sitter.seat.name: _fact(sitter) for sitter in change.sitters},
    }


def _fact(sitter: Sitter) -> str:
    marks = [name for name in ("stands_in", "has_left", "removed") if getattr(sitter, name)]
    return " ".join([sitter.name or "–", *marks])


def _person(sitter: Sitter) -> Sitter:
    if sitter.kind != "person":
        raise Refused(NOBODY_THERE)
    return sitter


def _say(change: Change, key: str, name: str) -> None:
    change.say(TalkKind.EVENT, f"{key}|{name}", None)


def live_table_of(user_id: int) -> TableRow | None:
    """The table at which this person has a live seat."""
    return TableRow.objects.filter(seats__user_id=user_id, seats__live=True).first()
