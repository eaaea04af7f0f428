"""What must hold of the rows at any moment, whatever happened before. Each finding begins with its invariant's id.

I1 what was acknowledged is in the log, I2 one order without gap, I3 summaries (`replay_all` proves them), I4 one seed a
deal, I5 every live table has an owner and a due time, I6 one effect a version, I7 seats, I8 ratings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from django.db import models
from django.db.models import Count, F, Max, Min, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from accounts import ratings as elo
from accounts.models import RatedMatch, Rating, RatingEvent
from games.models import LogRow, MatchRow, PlayerRow, RoundRow, SeatRow, TableRow, TableState
from games.store import DEALT

from . import figures, presence

BOT: Final = ~Q(bot_level="")
PERSON: Final = Q(user__isnull=False)
PEOPLE: Final = 4


def findings() -> Iterator[str]:
    """Every breach, as `I2 match 7: …`; nothing when all is well."""
    for check in CHECKS:
        yield from check()


def _each(rows: QuerySet[Any], text: str, key: str = "pk") -> Iterator[str]:
    for pk in rows.order_by(key).values_list(key, flat=True).distinct().iterator():
        yield text.format(pk)


def _count(rows: QuerySet[Any], of: str) -> Coalesce:
    """How many of these rows belong to the outer one (by the column `of`)."""
    counted = rows.filter(**{of: OuterRef("pk")}).order_by().values(of).annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted), 0, output_field=models.IntegerField())


# --- the log ---------------------------------------------------------------------------------------------------------


def _versions() -> Iterator[str]:
    tables = TableRow.objects.filter(match__isnull=False).annotate(
        logged=Subquery(
            LogRow.objects.filter(match=OuterRef("match")).order_by("-number").values("number")[:1],
            output_field=models.IntegerField(),
        )
    )
    wrong = tables.exclude(logged=F("version")) | tables.filter(logged__isnull=True)
    yield from _each(wrong, "I1 table {}: its version is not the last number of its match's log")
    without = TableRow.objects.filter(match__isnull=True).exclude(version=0)
    yield from _each(without, "I1 table {}: it has a version and no match")


def _order() -> Iterator[str]:
    logs = LogRow.objects.order_by().values("match").annotate(n=Count("pk"), top=Max("number"), low=Min("number"))
    gaps = logs.exclude(n=F("top"), low=1)
    yield from _each(gaps, "I2 match {}: the log's numbers have a gap or a repeat", "match")
    deals = LogRow.objects.filter(code=DEALT).order_by().values("match", "round").annotate(n=Count("pk"))
    yield from _each(deals.filter(n__gt=1), "I6 match {}: a round was dealt twice", "match")
    dealt = MatchRow.objects.annotate(
        dealt=_count(LogRow.objects.filter(code=DEALT), "match"), stored=_count(RoundRow.objects.all(), "match")
    )
    differ = dealt.exclude(dealt=F("stored"))
    yield from _each(differ, "I2 match {}: the deals of the log are not the rounds stored")
    numbers = RoundRow.objects.order_by().values("match").annotate(n=Count("pk"), top=Max("number"))
    yield from _each(numbers.exclude(n=F("top") + 1), "I2 match {}: a round's number is missing", "match")


def _summaries() -> Iterator[str]:
    over = Q(ended_by__gt="") | Q(winner__gt="")
    yield from _each(MatchRow.objects.filter(over, finished_at__isnull=True), "I3 match {}: it has a result and no end")
    yield from _each(
        MatchRow.objects.filter(~over, finished_at__isnull=False), "I3 match {}: it has an end and no result"
    )
    players = MatchRow.objects.annotate(n=_count(PlayerRow.objects.all(), "match")).exclude(n=PEOPLE)
    yield from _each(players, "I3 match {}: it has not four players")
    ends = PlayerRow.objects.filter(
        Q(match__finished_at__isnull=True, finished_at__isnull=False)
        | Q(match__finished_at__isnull=False, finished_at__isnull=True)
        | ~Q(match__finished_at=F("finished_at")) & Q(finished_at__isnull=False)
    )
    yield from _each(ends, "I3 match {}: a player's end is not the match's", "match")


def _seeds() -> Iterator[str]:
    twice = RoundRow.objects.order_by().values("seed").annotate(n=Count("pk")).filter(n__gt=1).values("seed")
    yield from _each(RoundRow.objects.filter(seed__in=twice), "I4 match {}: another round has the same seed", "match")


# --- tables and seats ------------------------------------------------------------------------------------------------


def _liveness() -> Iterator[str]:
    playing = TableRow.objects.filter(state=TableState.PLAYING)
    yield from _each(playing.filter(due_at__isnull=True), "I5 table {}: it is playing and has no due time")
    yield from _each(
        playing.filter(Q(match__isnull=True) | Q(match__finished_at__isnull=False)),
        "I5 table {}: it is playing and has no match that lasts",
    )
    stray = MatchRow.objects.filter(finished_at__isnull=True).exclude(
        pk__in=playing.filter(match__isnull=False).values("match")
    )
    yield from _each(stray, "I5 match {}: it is not over, and no table is playing it")
    if presence.is_any_alive():
        yield from _each(figures.overdue(), "I5 table {}: it is overdue")


def _seats() -> Iterator[str]:
    yield from _each(
        TableRow.objects.annotate(n=_count(SeatRow.objects.all(), "table")).exclude(n=PEOPLE),
        "I7 table {}: it has not four seats",
    )
    for rows, what in ((SeatRow.objects.all(), "table"), (PlayerRow.objects.all(), "match")):
        yield from _each(rows.filter(PERSON & BOT), f"I7 {what} {{}}: a seat is a person's and a bot's", what)
    yield from _each(PlayerRow.objects.exclude(PERSON | BOT), "I7 match {}: nobody had a seat", "match")
    empty = SeatRow.objects.filter(table__state=TableState.PLAYING).exclude(PERSON | BOT)
    yield from _each(empty, "I7 table {}: it is playing with an empty seat", "table")
    sat = SeatRow.objects.filter(PERSON)
    live = sat.filter(live=True).order_by().values("user").annotate(n=Count("pk"))
    yield from _each(live.filter(n__gt=1), "I7 user {}: more than one live seat", "user")
    people = sat.order_by().values("table", "user").annotate(n=Count("pk")).filter(n__gt=1)
    yield from _each(people, "I7 table {}: a person has two seats", "table")
    given_up = sat.filter(table__state__in=(TableState.OPEN, TableState.PLAYING), live=False, has_left=False)
    yield from _each(given_up, "I7 table {}: it is live and a person's seat is not", "table")
    kept = sat.filter(table__state=TableState.CLOSED, live=True)
    yield from _each(kept, "I7 table {}: it is closed and a person's seat is live", "table")


def _players() -> Iterator[str]:
    """A person of the current match keeps the seat while it is played."""
    players = PlayerRow.objects.filter(match__finished_at__isnull=True, user__isnull=False)
    seats = SeatRow.objects.filter(table=OuterRef("match__table"), seat=OuterRef("seat"), user=OuterRef("user"))
    yield from _each(
        players.filter(~models.Exists(seats)), "I7 match {}: the person who began it lost the seat", "match"
    )


# --- ratings ---------------------------------------------------------------------------------------------------------


def _ratings() -> Iterator[str]:
    steps = RatingEvent.objects.order_by().values("rated", "step").annotate(n=Count("pk"), sum=Sum("change"))
    yield from _each(steps.exclude(sum=0), "I8 match {}: its rating changes do not sum to zero", "rated")
    yield from _each(steps.exclude(n=PEOPLE), "I8 match {}: not four people's ratings changed", "rated")
    judged = RatedMatch.objects.annotate(n=_count(RatingEvent.objects.filter(step=0), "rated"))
    yield from _each(judged.filter(reason="", n=0), "I8 match {}: it counts and changed nothing")
    yield from _each(judged.filter(reason__gt="", n__gt=0), "I8 match {}: it does not count and changed something")
    unjudged = MatchRow.objects.filter(rated=True, finished_at__isnull=False, verdict__isnull=True)
    yield from _each(unjudged, "I8 match {}: it is rated and over, and nobody has judged it")
    early = RatedMatch.objects.filter(match__finished_at__isnull=True)
    yield from _each(early, "I8 match {}: it is rated before its end")


def _standings() -> Iterator[str]:
    sums = RatingEvent.objects.filter(user=OuterRef("user"), game=OuterRef("game")).order_by().values("user")
    summed = Subquery(sums.annotate(sum=Sum("change")).values("sum"), output_field=models.IntegerField())
    rows = Rating.objects.annotate(sum=Coalesce(summed, 0))
    wrong = rows.exclude(rating=F("sum") + elo.START)
    yield from _each(wrong, "I8 user {}: the rating is not the sum of its changes", "user")


CHECKS: Final[tuple[Callable[[], Iterator[str]], ...]] = (
    _versions,
    _order,
    _summaries,
    _seeds,
    _liveness,
    _seats,
    _players,
    _ratings,
    _standings,
)
