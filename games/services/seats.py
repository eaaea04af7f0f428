"""Seats: sitting down, standing up, the host's order before the first deal, leaving and coming back."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import QuerySet

from accounts.models import User
from games.engine.seats import Seat
from games.models import InvitedRow, SeatRow, TableRow, TableState

from . import admission, agreements, ratings
from .change import Change, changing
from .errors import (
    NOT_FOR_GUESTS,
    NOT_INVITED,
    NOT_OPEN,
    NOT_PLAYING,
    SEAT_TAKEN,
    SUSPENDED,
    AlreadySeated,
    Refused,
)
from .tables import SEATING_ORDER, begin_when_ready, close, empty, one_live_seat, only_host, put_bot


def sit(table_id: int, user: User, seat: Seat, *, links: Collection[int]) -> None:
    """Take a free seat, or move to it, before the match. `links` are the tables whose invite link was followed.

    Raises Refused, AlreadySeated.
    """
    with one_live_seat(user), changing(table_id, state=TableState.OPEN, otherwise=Refused(NOT_OPEN)) as change:
        _check_welcome(change, user, links)
        if change.sitters[seat].kind != "empty":
            raise Refused(SEAT_TAKEN)
        own = change.before.seat_of(user.pk)
        if own is not None:
            empty(change, own)
        _row(change, seat).update(user=user, live=True)
        _reseated(change)


def sit_anywhere(table_id: int, user: User, *, links: Collection[int]) -> None:
    """Take the first free seat, the host's partner's first; raises Refused, AlreadySeated."""
    for seat in SEATING_ORDER:
        try:
            return sit(table_id, user, seat, links=links)
        except AlreadySeated:
            raise
        except Refused as refusal:
            if refusal.reason is not SEAT_TAKEN:
                raise
    raise Refused(SEAT_TAKEN)


def stand(table_id: int, user_id: int | None) -> None:
    """Give up one's seat before the match; the last person who does closes the table."""
    with changing(table_id, state=TableState.OPEN, otherwise=Refused(NOT_OPEN)) as change:
        free(change, change.seat_of(user_id))


def free(change: Change, seat: Seat) -> None:
    """Nobody sits there any more; the last person who goes closes the table, and a host who goes hands it on."""
    user_id = change.sitters[seat].user_id
    empty(change, seat)
    _reseated(change)
    people = [sitter for sitter in change.sitters if sitter.kind == "person"]
    if not people:
        close(change)
    elif change.table.host_id == user_id:
        change.table.host_id = people[0].user_id


def leave(table_id: int, user_id: int | None) -> None:
    """Go, on purpose: before the match the seat is free again, during it the others see the countdown.

    After it they are not waited for any more.
    """
    state = _state_of(table_id)
    if state == TableState.OPEN:
        stand(table_id, user_id)
        return
    with changing(table_id) as change:
        seat = change.seat_of(user_id)
        if change.sitters[seat].has_left:
            return
        if change.table.state == TableState.PLAYING:
            change.set_seat(seat, live=False, has_left=True, away_at=change.sitters[seat].away_at or change.now)
            change.event("left", seat)
            if all(sitter.has_left for sitter in change.sitters if sitter.kind == "person") and not change.table.rated:
                close(change)
            _give_up_early(change)
        else:
            change.set_seat(seat, live=False, has_left=True, wish="")  # the name stays with the result
            change.event("left", seat)
            if change.table.state == TableState.FINISHED:
                agreements.go_on_if_agreed(change)


def come_back(table_id: int, user: User) -> None:
    """Take one's seat again from the bot that stands in; raises Refused, AlreadySeated."""
    with one_live_seat(user), changing(table_id, state=TableState.PLAYING, otherwise=Refused(NOT_PLAYING)) as change:
        seat = change.seat_of(user.pk)
        was_away = change.sitters[seat].stands_in or change.sitters[seat].away_at
        change.set_seat(seat, live=True, has_left=False, away_at=None, gone_at=None, stands_in=False, timeouts=0)
        if was_away:
            change.event("back", seat)


def let_bot_stand_in(table_id: int, user_id: int | None, seat: Seat) -> None:
    """A seated person has waited long enough for the one who is away."""
    with changing(table_id, state=TableState.PLAYING, otherwise=Refused(NOT_PLAYING)) as change:
        change.seat_of(user_id)
        if change.sitters[seat].away_at and not change.sitters[seat].stands_in:
            stand_in(change, seat)


def wait_for(table_id: int, user_id: int | None, seat: Seat) -> None:
    """A seated person would wait: the countdown begins anew."""
    with changing(table_id, state=TableState.PLAYING, otherwise=Refused(NOT_PLAYING)) as change:
        change.seat_of(user_id)
        if change.sitters[seat].away_at and not change.sitters[seat].stands_in:
            change.set_seat(seat, away_at=change.now)


def stand_in(change: Change, seat: Seat) -> None:
    """A bot moves for this seat from now on, until its person comes back."""
    change.set_seat(seat, stands_in=True)
    change.event("stand-in", seat)
    _give_up_early(change)


def _give_up_early(change: Change) -> None:
    """A rated match that somebody leaves before its first card is not played: it ends unrated, and that is noted."""
    is_played = change.table.rated and change.table.state == TableState.PLAYING
    if is_played and change.stored is not None and not ratings.has_first_card(change.stored.match):
        close(change)


# --- the host's order, before the first deal ----------------------------------------------------------------------


def swap(table_id: int, user_id: int | None, one: Seat, other: Seat) -> None:
    """The host lets two seats change places, whoever or nobody sits there."""
    with changing(table_id, state=TableState.OPEN, otherwise=Refused(NOT_OPEN)) as change:
        only_host(change, user_id)
        change.move({one: other, other: one})
        _reseated(change)


def remove(table_id: int, user_id: int | None, seat: Seat) -> None:
    """The host frees a seat of a person or a bot, but not the own one."""
    with changing(table_id, state=TableState.OPEN, otherwise=Refused(NOT_OPEN)) as change:
        only_host(change, user_id)
        if change.sitters[seat].user_id == user_id:
            raise Refused(SEAT_TAKEN)
        if change.sitters[seat].user_id:
            change.event("removed", seat)
        empty(change, seat)
        _reseated(change)


def add_bot(table_id: int, user_id: int | None, seat: Seat) -> None:
    """The host puts a bot on one free seat."""
    with changing(table_id, state=TableState.OPEN, otherwise=Refused(NOT_OPEN)) as change:
        only_host(change, user_id)
        if change.sitters[seat].kind != "empty":
            raise Refused(SEAT_TAKEN)
        put_bot(change, seat)
        begin_when_ready(change)


def pass_host(table_id: int, user_id: int | None, seat: Seat) -> None:
    """The host's role goes to another person at the table."""
    with changing(table_id, state=TableState.OPEN, otherwise=Refused(NOT_OPEN)) as change:
        only_host(change, user_id)
        if change.sitters[seat].kind != "person":
            raise Refused(SEAT_TAKEN)
        change.table.host_id = change.sitters[seat].user_id
        change.event("host", seat)


def _check_welcome(change: Change, user: User, links: Collection[int]) -> None:
    if user.is_suspended:
        raise Refused(SUSPENDED)
    if change.table.rated and user.is_guest:
        raise Refused(NOT_FOR_GUESTS)
    if change.table.rated:
        ratings.check_may_play_rated(user.pk)
    named = InvitedRow.objects.filter(table_id=change.table.pk, user=user).exists()
    if not admission.may_join(change.before, user.pk, links, is_named=named):
        raise Refused(NOT_INVITED)


def _reseated(change: Change) -> None:
    """Who sits where has changed: nobody is ready any more."""
    SeatRow.objects.filter(table_id=change.table.pk).update(ready=False)
    change.reseat()


def _row(change: Change, seat: Seat) -> QuerySet[SeatRow]:
    return SeatRow.objects.filter(table_id=change.table.pk, seat=seat.name)


def _state_of(table_id: int) -> str:
    return TableRow.objects.values_list("state", flat=True).get(pk=table_id)
