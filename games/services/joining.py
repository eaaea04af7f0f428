"""One click to a table: against bots at once, or at the best open one."""

from __future__ import annotations

from django.db import transaction

from accounts.models import Silence, Tie, User
from games.engine.registry import GAMES
from games.models import Admission, SeatRow, TableRow, TableState

from . import seats, tables
from .change import changing
from .errors import NO_GAME, Refused


def play_now(user: User, game_slug: str) -> int:
    """A match against three bots under the game's default rules, begun at once; the table there already is, if any."""
    rule_set = default_rules(game_slug)
    seated = tables.live_table_of(user)
    if seated is not None:
        return seated
    with transaction.atomic():
        table = tables.open_table(user, rule_set, {}, may_join=Admission.LINK, may_watch=Admission.LINK)
        with changing(table.pk) as change:
            tables.fill(change)
            tables.begin(change)
    return table.pk


def is_given_up_for(table_id: int, game_slug: str) -> bool:
    """Whether asking for this game means leaving the table: a casual one of another game, with bots alone."""
    table = TableRow.objects.get(pk=table_id)
    others = SeatRow.objects.filter(table=table, user__isnull=False).count() > 1
    return table.game != game_slug and not table.rated and not others


def seat_me(user: User, game_slug: str, *, language: str = "", fill: bool = True) -> int:
    """The best open table for this game with a free seat, or a new one; the table there already is, if any.

    Best is the one with the fewest free seats, the oldest among those; never one with a person whom either side has
    blocked.
    """
    seated = tables.live_table_of(user)
    if seated is not None:
        return seated
    rule_set = default_rules(game_slug)
    for table_id in _welcoming_tables(user, game_slug):
        for seat in tables.SEATING_ORDER:
            try:
                seats.sit(table_id, user, seat, links=())
            except Refused:
                continue
            return table_id
    return tables.open_table(user, rule_set, {}, language=language, fill=fill).pk


def _welcoming_tables(user: User, game_slug: str) -> list[int]:
    shunned = set(Silence.objects.filter(user=user, tie=Tie.BLOCK).values_list("other_id", flat=True))
    shunned |= set(Silence.objects.filter(other=user, tie=Tie.BLOCK).values_list("user_id", flat=True))
    open_ones = TableRow.objects.filter(game=game_slug, state=TableState.OPEN, may_join=Admission.EVERYBODY)
    if user.is_guest:
        open_ones = open_ones.filter(rated=False)
    found = []
    for table in open_ones.order_by("created_at").prefetch_related("seats")[:50]:
        rows = table.seats.all()
        free = sum(row.user_id is None and not row.bot_level for row in rows)
        if free and not any(row.user_id in shunned for row in rows):
            found.append((free, table.pk))
    return [pk for _free, pk in sorted(found)]


def default_rules(game_slug: str) -> str:
    """The rule set that a game declares as its own; raises Refused."""
    if game_slug not in GAMES:
        raise Refused(NO_GAME)
    return GAMES[game_slug].default_rule_set
