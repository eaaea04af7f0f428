"""Opening, starting and closing tables."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from games import store
from games.engine.errors import gettext_noop
from games.engine.matches import Ending, Match
from games.engine.registry import game_for
from games.engine.seats import Seat
from games.models import (
    BANK_MS,
    Admission,
    InvitedRow,
    MatchRow,
    PlayerRow,
    SeatRow,
    TableRow,
    TableState,
)
from games.store import StoredMatch

from . import play, ratings, site, titles
from .change import HOLDER, Change, changing
from .errors import (
    CLOCK_NEEDED,
    NOT_FOR_GUESTS,
    NOT_HOST,
    NOT_OPEN,
    RATED_STOPPED,
    SEATS_FREE,
    SIGNALS_UNRATED,
    SUSPENDED,
    TOO_MANY_TABLES,
    AlreadySeated,
    Refused,
)

BOT_NAMES = (
    gettext_noop("Layla"),
    gettext_noop("Omar"),
    gettext_noop("Nour"),
    gettext_noop("Karim"),
    gettext_noop("Huda"),
    gettext_noop("Ziad"),
    gettext_noop("Salma"),
    gettext_noop("Fares"),
)
"""Names of bots; screens translate them."""

HOST_SEAT = Seat.S
SEATING_ORDER = (Seat.N, Seat.E, Seat.W, Seat.S)
"""The seats that "seat me" offers, the host's partner first."""

FILL_AFTER = timedelta(seconds=20)

AFRESH: Final[Mapping[str, Any]] = {
    "live": True,
    "ready": False,
    "wish": "",
    "timeouts": 0,
    "away_at": None,
    "has_left": False,
    "removed": False,
    "stands_in": False,
}
"""A seat of which nothing is known from an earlier match."""

EMPTY: Final[Mapping[str, Any]] = {**AFRESH, **HOLDER}
"""A seat that nobody has, with nothing left of whoever had it."""


def live_table_of(user: User) -> int | None:
    """The table at which this person has a live seat."""
    return SeatRow.objects.filter(user=user, live=True).values_list("table_id", flat=True).first()


def left_table_of(user: User) -> int | None:
    """The newest table in play that this person has left and may come back to."""
    left = SeatRow.objects.filter(user=user, has_left=True, removed=False, table__state=TableState.PLAYING)
    return left.order_by("-table_id").values_list("table_id", flat=True).first()


def open_table(
    host: User,
    rule_set: str,
    changes: Mapping[str, object],
    *,
    rated: bool = False,
    turn_seconds: int | None = None,
    bot_level: str = "club",
    may_join: str = Admission.EVERYBODY,
    may_watch: str = Admission.EVERYBODY,
    invited: Collection[User] = (),
    language: str = "",
    title: str = "",
    fill: bool = False,
) -> TableRow:
    """A new table with its host seated; `fill` lets bots take what is free after a while.

    Raises UnknownRules, BadOption, AlreadySeated, and Refused for a rated table without a clock, with signals, or
    opened by a guest, for too many tables in an hour, and for a title with banned words.
    """
    game = game_for(rule_set, changes)
    if host.is_suspended:
        raise Refused(SUSPENDED)
    _check_frequency(host)
    title = titles.checked(title)
    if rated:
        _check_rated(host, turn_seconds, signals=game.signals)
    with transaction.atomic(), one_live_seat(host):
        table = TableRow.objects.create(
            host=host,
            game=game.slug,
            rule_set=rule_set,
            options=game.rule_set.differences(game.values),
            rated=rated,
            turn_seconds=turn_seconds,
            bot_level=bot_level,
            may_join=may_join,
            may_watch=may_watch,
            language=language,
            title=title,
            fill_at=timezone.now() + FILL_AFTER if fill else None,
        )
        SeatRow.objects.bulk_create(
            SeatRow(table=table, seat=seat.name, user=host if seat is HOST_SEAT else None) for seat in Seat
        )
        InvitedRow.objects.bulk_create(InvitedRow(table=table, user=user) for user in invited)
        with changing(table.pk):
            pass
    return table


def _check_frequency(host: User) -> None:
    """One person fills neither the database nor the list of tables; raises Refused."""
    opened = TableRow.objects.filter(host=host, created_at__gt=timezone.now() - timedelta(hours=1))
    if opened.count() >= settings.TABLES_AN_HOUR:
        raise Refused(TOO_MANY_TABLES)


def _check_rated(host: User, turn_seconds: int | None, *, signals: bool) -> None:
    if host.is_guest:
        raise Refused(NOT_FOR_GUESTS)
    if turn_seconds is None:
        raise Refused(CLOCK_NEEDED)
    if signals:
        raise Refused(SIGNALS_UNRATED)
    if site.rated_is_stopped():
        raise Refused(RATED_STOPPED)
    ratings.check_may_play_rated(host.pk)


def fill_with_bots(table_id: int, user_id: int | None) -> None:
    """The host puts a bot on every free seat."""
    with changing(table_id, state=TableState.OPEN, otherwise=Refused(NOT_OPEN)) as change:
        only_host(change, user_id)
        fill(change)
        begin_when_ready(change)


def fill(change: Change) -> None:
    """A bot on every free seat."""
    for sitter in change.sitters:
        if sitter.kind == "empty":
            put_bot(change, sitter.seat)


def put_bot(change: Change, seat: Seat) -> None:
    """A bot on this free seat, under a name that no other bot here has."""
    taken = {sitter.name for sitter in change.sitters if sitter.kind == "bot"}
    name = next(name for name in BOT_NAMES if name not in taken)
    SeatRow.objects.filter(table_id=change.table.pk, seat=seat.name).update(
        bot_level=change.table.bot_level, bot_name=name
    )
    change.reseat()


def empty(change: Change, seat: Seat) -> None:
    """Nobody has this seat any more. The caller reads the seats again."""
    SeatRow.objects.filter(table_id=change.table.pk, seat=seat.name).update(**EMPTY)


def ready_to_start(table_id: int, user_id: int | None) -> None:
    """This person is ready; the match begins when four are seated and all people are."""
    with changing(table_id, state=TableState.OPEN, otherwise=Refused(NOT_OPEN)) as change:
        change.set_seat(change.seat_of(user_id), ready=True)
        begin_when_ready(change)


def start(table_id: int, user_id: int | None) -> None:
    """The same, said by somebody who expects four to be seated; raises Refused when they are not."""
    with changing(table_id, state=TableState.OPEN, otherwise=Refused(NOT_OPEN)) as change:
        seat = change.seat_of(user_id)
        if any(sitter.kind == "empty" for sitter in change.sitters):
            raise Refused(SEATS_FREE)
        change.set_seat(seat, ready=True)
        begin_when_ready(change)


def begin_when_ready(change: Change) -> None:
    """Begin once four are seated and all people among them are ready."""
    full = all(sitter.kind != "empty" for sitter in change.sitters)
    people = [sitter for sitter in change.sitters if sitter.kind == "person"]
    if full and people and all(sitter.ready for sitter in people):
        begin(change)


def begin(change: Change) -> None:
    """A new match among those who sit here, its first round dealt; raises Refused when a seat is free."""
    table = change.table
    if any(sitter.kind == "empty" for sitter in change.sitters):
        raise Refused(SEATS_FREE)
    game = game_for(table.rule_set, table.options)
    people = ((sitter.user_id, sitter.is_guest) for sitter in change.sitters)
    rated = table.rated and not ratings.obstacle(people, signals=game.signals)
    if rated and site.rated_is_stopped():
        raise Refused(RATED_STOPPED)
    table.match = MatchRow.objects.create(
        table=table,
        game=table.game,
        rule_set=table.rule_set,
        options=table.options,
        rules_version=game.version,
        rated=rated,
    )
    PlayerRow.objects.bulk_create(
        PlayerRow(
            match=table.match,
            seat=sitter.seat.name,
            user_id=sitter.user_id,
            bot_level=sitter.bot_level,
            bot_name=sitter.name if sitter.kind == "bot" else "",
        )
        for sitter in change.sitters
    )
    change.set_seats(**AFRESH, bank_ms=BANK_MS)
    table.version, table.state, table.fill_at = 0, TableState.PLAYING, None
    change.stored = play.dealt(table, StoredMatch(0, Match(game), (), ()))


def gather_anew(change: Change) -> None:
    """Those who would play again keep their seats, the other people's are free for anybody: the table is open again.

    The match played last stays among the past ones.
    """
    table = change.table
    for sitter in change.sitters:
        if sitter.kind == "person" and not sitter.wish:
            empty(change, sitter.seat)
    change.set_seats(**AFRESH)
    change.reseat()
    people = [sitter.user_id for sitter in change.sitters if sitter.kind == "person"]
    if table.host_id not in people:
        table.host_id = people[0]
    table.state, table.match, table.version, table.fill_at = TableState.OPEN, None, 0, None
    change.stored = None


def close(change: Change, by: str = "closed") -> None:
    """Close the table; a match that is being played ends with it, without a winner."""
    table, stored = change.table, change.stored
    if table.state == TableState.PLAYING and stored is not None and not stored.match.is_over:
        change.stored = store.append_ending(table, stored, Ending(by), play.PERSON)
        play.finish(change)
    table.state, table.fill_at = TableState.CLOSED, None
    change.set_seats(live=False, ready=False, wish="")


def only_host(change: Change, user_id: int | None) -> None:
    """Raises Refused for anybody but the host."""
    if user_id is None or change.table.host_id != user_id:
        raise Refused(NOT_HOST)


@contextmanager
def one_live_seat(user: User) -> Iterator[None]:
    """Turn the database's word that this person sits elsewhere into AlreadySeated."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        elsewhere = live_table_of(user)
        if elsewhere is None:
            raise
        raise AlreadySeated(elsewhere) from None
