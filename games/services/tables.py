"""Opening tables, taking seats, starting and ending matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from django.db import IntegrityError, transaction

from accounts.models import User
from games import store
from games.engine.errors import gettext_noop
from games.engine.matches import Ending, Match
from games.engine.registry import GAMES, game_for
from games.engine.seats import SEATS, Seat
from games.models import Admission, MatchRow, PlayerRow, SeatRow, TableRow, TableState
from games.store import StoredMatch

from . import notify, play, results
from .errors import (
    NO_GAME,
    NOT_FINISHED,
    NOT_HOST,
    NOT_OPEN,
    NOT_SEATED,
    SEAT_TAKEN,
    SEATS_FREE,
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


def live_table_of(user: User) -> int | None:
    """The table at which this person has a live seat."""
    return SeatRow.objects.filter(user=user, live=True).values_list("table_id", flat=True).first()


def open_table(
    host: User,
    rule_set: str,
    changes: Mapping[str, object],
    *,
    bot_level: str = "club",
    may_join: str = Admission.EVERYBODY,
    may_watch: str = Admission.EVERYBODY,
) -> TableRow:
    """A new table with its host seated; raises UnknownRules, BadOption, AlreadySeated."""
    game = game_for(rule_set, changes)
    with transaction.atomic(), _one_live_seat(host):
        table = TableRow.objects.create(
            host=host,
            game=game.slug,
            rule_set=rule_set,
            options=game.rule_set.differences(game.values),
            bot_level=bot_level,
            may_join=may_join,
            may_watch=may_watch,
        )
        SeatRow.objects.bulk_create(
            SeatRow(table=table, seat=seat.name, user=host if seat is HOST_SEAT else None) for seat in SEATS
        )
        _tell(table)
    return table


def play_now(user: User, game_slug: str) -> int:
    """A match against three bots under the game's default rules, begun at once, or the live table there already is."""
    if game_slug not in GAMES:
        raise Refused(NO_GAME)
    seated = live_table_of(user)
    if seated is not None:
        return seated
    with transaction.atomic():
        table = open_table(
            user, GAMES[game_slug].default_rule_set, {}, may_join=Admission.LINK, may_watch=Admission.LINK
        )
        fill_with_bots(table.pk, user.pk)
        start(table.pk, user.pk)
    return table.pk


def sit(table_id: int, user: User, seat: Seat) -> None:
    """Take a free seat, or move to it before the match; raises Refused, AlreadySeated."""
    with transaction.atomic(), _one_live_seat(user):
        table = _open(table_id)
        if SeatRow.objects.filter(table=table, user=user).exists():
            _empty_seats_of(table, user)
        taken = SeatRow.objects.filter(table=table, seat=seat.name, user=None, bot_level="").update(user=user)
        if not taken:
            raise Refused(SEAT_TAKEN)
        _tell(table)


def fill_with_bots(table_id: int, user_id: int | None) -> None:
    """The host puts a bot on every free seat."""
    with transaction.atomic():
        table = _open(table_id)
        _only_host(table, user_id)
        rows = store.seat_rows(table.pk)
        names = [name for name in BOT_NAMES if name not in {row.bot_name for row in rows}]
        for row, name in zip([row for row in rows if row.user_id is None and not row.bot_level], names, strict=False):
            row.bot_level, row.bot_name = table.bot_level, name
            row.save(update_fields=["bot_level", "bot_name"])
        _tell(table)


def start(table_id: int, user_id: int | None) -> None:
    """The host begins the match once four are seated."""
    with transaction.atomic():
        table = _open(table_id)
        _only_host(table, user_id)
        _begin(table)


def rematch(table_id: int, user_id: int | None) -> None:
    """This person would play again; the next match begins when all people at the table have said so."""
    with transaction.atomic(), _one_live_seat_of(user_id):
        table = store.lock_table(table_id)
        snapshot = store.snapshot_of(table)
        seat = snapshot.seat_of(user_id)
        if seat is None:
            raise Refused(NOT_SEATED)
        if table.state != TableState.FINISHED:
            raise Refused(NOT_FINISHED)
        SeatRow.objects.filter(table=table, seat=seat.name).update(ready=True, live=True)
        if all(sitter.ready or sitter.seat is seat for sitter in snapshot.people):
            _begin(table)
        else:
            _tell(table)


def leave(table_id: int, user_id: int | None) -> None:
    """Give up one's seat. The match of a person who leaves only bots behind is closed."""
    with transaction.atomic():
        table = store.lock_table(table_id)
        snapshot = store.snapshot_of(table)
        if snapshot.seat_of(user_id) is None:
            raise Refused(NOT_SEATED)
        others = [sitter for sitter in snapshot.people if sitter.user_id != user_id]
        if table.state == TableState.PLAYING:
            _close_match(table, snapshot)
        elif not others:
            _close(table)
        else:
            SeatRow.objects.filter(table=table, user_id=user_id).update(user=None, ready=False)
            if table.host_id == user_id:
                table.host_id = others[0].user_id
                table.save(update_fields=["host"])
            _tell(table)


def _close_match(table: TableRow, snapshot: store.Snapshot) -> None:
    assert snapshot.match is not None  # noqa: S101 – a table in play has a match
    stored = StoredMatch(snapshot.version, snapshot.match, snapshot.commitments, snapshot.seeds)
    stored = store.append_ending(table, stored, Ending("closed"), "person")
    results.write_match(table, stored.match)
    table.state = TableState.CLOSED
    play.commit(table, snapshot, stored)


def _close(table: TableRow) -> None:
    table.state, table.due_at = TableState.CLOSED, None
    table.save(update_fields=["state", "due_at"])
    SeatRow.objects.filter(table=table).update(live=False, ready=False)
    _tell(table)


def _begin(table: TableRow) -> None:
    """A new match among those who sit here, its first round dealt."""
    rows = store.seat_rows(table.pk)
    if any(row.user_id is None and not row.bot_level for row in rows):
        raise Refused(SEATS_FREE)
    game = game_for(table.rule_set, table.options)
    match = MatchRow.objects.create(
        table=table,
        game=table.game,
        rule_set=table.rule_set,
        options=table.options,
        rules_version=game.version,
        rated=table.rated,
    )
    PlayerRow.objects.bulk_create(
        PlayerRow(match=match, seat=row.seat, user_id=row.user_id, bot_level=row.bot_level, bot_name=row.bot_name)
        for row in rows
    )
    SeatRow.objects.filter(table=table).update(ready=False, live=True)
    table.match, table.version, table.state = match, 0, TableState.PLAYING
    stored = play.dealt(table, StoredMatch(0, Match(game), (), ()))
    sitters = tuple(replace(store.sitter_of(row), ready=False) for row in rows)
    play.commit(table, store.bare_snapshot(table, sitters), stored)


def _tell(table: TableRow) -> None:
    table.revision += 1
    table.save(update_fields=["revision"])
    notify.table_changed(store.snapshot_of(table))


def _open(table_id: int) -> TableRow:
    table = store.lock_table(table_id)
    if table.state != TableState.OPEN:
        raise Refused(NOT_OPEN)
    return table


def _only_host(table: TableRow, user_id: int | None) -> None:
    if user_id is None or table.host_id != user_id:
        raise Refused(NOT_HOST)


def _empty_seats_of(table: TableRow, user: User) -> None:
    SeatRow.objects.filter(table=table, user=user).update(user=None, ready=False)


@contextmanager
def _one_live_seat(user: User) -> Iterator[None]:
    """Turn the database's word that this person sits elsewhere into AlreadySeated."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        elsewhere = live_table_of(user)
        if elsewhere is None:
            raise
        raise AlreadySeated(elsewhere) from None


@contextmanager
def _one_live_seat_of(user_id: int | None) -> Iterator[None]:
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        raise Refused(NOT_SEATED)
    with _one_live_seat(user):
        yield
