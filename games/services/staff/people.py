"""Measures against people as far as tables know of them: seats given to bots, guests' matches given to accounts."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts import conduct, people, trail
from accounts.models import Notice, RatingEvent, Silence, User
from games.engine.errors import Reason, gettext_noop
from games.models import PlayerRow, ReportRow, SeatRow, TableRow, TableState, TalkRow

from ..change import changing
from ..errors import Refused
from . import tables

NOT_A_GUEST = Reason("not-a-guest", gettext_noop("Only a guest can be merged, and only into somebody's open account."))
SAT_TOGETHER = Reason("sat-together", gettext_noop("The two sat at one table, so they are not the same person."))
SITS_NOW = Reason("sits-now", gettext_noop("That person sits at a table now. Try again when the match is over."))


@transaction.atomic
def suspend(by: User, user: User, reason: str, until: datetime | None) -> Notice:
    """Suspend somebody; where they sit, a bot goes on for them."""
    notice = conduct.suspend(by, user, reason, until)
    table = tables.live_table_of(user.pk)
    if table is not None and table.state in tables.LIVE:
        with changing(table.pk) as change:
            seat = change.before.seat_of(user.pk)
            if seat is not None:
                tables.remove(change, seat)
    return notice


@transaction.atomic
def merge(by: User, guest: User, account: User, reason: str) -> None:
    """The guest's matches, tables and talk become the account's; the guest is closed. Raises Refused."""
    ids = sorted((guest.pk, account.pk))
    locked = {user.pk: user for user in User.objects.select_for_update().filter(pk__in=ids).order_by("pk")}
    guest, account = locked[guest.pk], locked[account.pk]
    _check_merge(guest, account)
    count = PlayerRow.objects.filter(user=guest).update(user=account)
    SeatRow.objects.filter(user=guest).update(user=account)
    TableRow.objects.filter(host=guest).update(host=account)
    TalkRow.objects.filter(user=guest).update(user=account)
    ReportRow.objects.filter(reporter=guest).update(reporter=account)
    ReportRow.objects.filter(about=guest).update(about=account)
    Silence.objects.filter(Q(user=guest) | Q(other=guest)).delete()
    User.objects.filter(merged_into=guest).update(merged_into=account)
    name = guest.username
    guest.merged_into = account
    people.close(guest)
    trail.record(
        by, "user.merge", account, before={}, after={"guest": guest.pk, "name": name, "matches": count}, reason=reason
    )


def _check_merge(guest: User, account: User) -> None:
    open_account = not account.is_guest and account.closed_at is None
    if not guest.is_guest or guest.closed_at or not open_account or guest.is_staff:
        raise Refused(NOT_A_GUEST)
    if RatingEvent.objects.filter(user=guest).exists():
        raise Refused(NOT_A_GUEST)
    if SeatRow.objects.filter(user=guest, table__state__in=(TableState.OPEN, TableState.PLAYING)).exists():
        raise Refused(SITS_NOW)
    together = (
        PlayerRow.objects.filter(user=guest, match__players__user=account),
        SeatRow.objects.filter(user=guest, table__seats__user=account),
        SeatRow.objects.filter(user=guest, live=True),
    )
    if any(rows.exists() for rows in together):
        raise Refused(SAT_TOGETHER)


@transaction.atomic
def close_account(by: User, user: User, reason: str) -> None:
    """Close somebody's account for good. Raises Refused while they sit at a live table."""
    user = User.objects.select_for_update().get(pk=user.pk)
    if SeatRow.objects.filter(user=user, live=True, table__state__in=tables.LIVE).exists():
        raise Refused(SITS_NOW)
    SeatRow.objects.filter(user=user, live=True).update(live=False)
    before = trail.values_of(user)
    people.close(user)
    trail.record(by, "user.close", user, before=before, after=trail.values_of(user), reason=reason)
