"""Places on the leaderboards: who may stand there, with the numbers of the period.

A place changes when its person plays, and when a day leaves the period; for that `Rating.due` says when to look again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count, Min, Q, Sum

from . import ratings
from .models import Period, Place, Rating, RatingEvent

DAYS = {Period.ALL: 60, Period.MONTH: 30, Period.WEEK: 7}
"""How far each board looks back, in days (UTC), today included."""

LEAST = {Period.ALL: 1, Period.MONTH: 3, Period.WEEK: 3}
"""Rated matches needed in that time."""

BATCH = 200


@dataclass(frozen=True, slots=True)
class Inside:
    """What one person did within a period's days."""

    matches: int
    change: int
    won: int
    contracts: int
    made: int
    first_at: datetime | None


NOTHING = Inside(0, 0, 0, 0, 0, None)


def refresh(game: str, rows: Sequence[Rating], now: datetime) -> None:
    """Write the places of these people of one game anew, and when to look again; the ratings are locked, not saved."""
    told = _told(game, rows, now)
    fresh: list[Place] = []
    for row in rows:
        inside = {period: told[period].get(row.user_id, NOTHING) for period in Period}
        fresh += _places(row, inside)
        row.due = _due(inside)
    kept = {(place.user_id, place.period) for place in fresh}
    old = Place.objects.filter(user_id__in=[row.user_id for row in rows], game=game)
    gone = [place.pk for place in old if (place.user_id, place.period) not in kept]
    if gone:
        Place.objects.filter(pk__in=gone).delete()
    Place.objects.bulk_create(fresh, update_conflicts=True, unique_fields=_KEY, update_fields=_NUMBERS)


@transaction.atomic
def refresh_due(now: datetime) -> int:
    """Look at people for whom a day has left a period since; how many there were, at most `BATCH`."""
    today = now.astimezone(UTC).date()
    due = Rating.objects.filter(due__lte=today).order_by("user_id").select_related("user")[:BATCH]
    rows = list(due.select_for_update(skip_locked=True, of=("self",)))
    by_game: defaultdict[str, list[Rating]] = defaultdict(list)
    for row in rows:
        by_game[row.game].append(row)
    for game, its_rows in by_game.items():
        refresh(game, its_rows, now)
    Rating.objects.bulk_create(rows, update_conflicts=True, unique_fields=["id"], update_fields=["due"])
    return len(rows)


def first_moment(period: str, now: datetime) -> datetime:
    """Where a period begins: at midnight (UTC)."""
    day = now.astimezone(UTC).date() - timedelta(days=DAYS[Period(period)] - 1)
    return datetime.combine(day, time(), UTC)


def _told(game: str, rows: Iterable[Rating], now: datetime) -> dict[Period, dict[int, Inside]]:
    """By period and person, what the matches that count say: one query for all."""
    begin = {period: first_moment(period, now) for period in Period}
    events = RatingEvent.objects.filter(
        user_id__in=[row.user_id for row in rows], game=game, at__gte=min(begin.values())
    )
    counted = events.filter(step=0, rated__voided_at=None).values("user_id").order_by()
    sums = list(counted.annotate(**{name: made for period in Period for name, made in _sums(period, begin[period])}))
    return {period: {row["user_id"]: _inside(dict(row), period) for row in sums} for period in Period}


def _sums(period: Period, since: datetime) -> Iterator[tuple[str, Any]]:
    within = Q(at__gte=since)
    yield f"matches_{period}", Count("id", filter=within)
    yield f"change_{period}", Sum("change", filter=within, default=0)
    yield f"won_{period}", Count("id", filter=within & Q(won=True))
    yield f"contracts_{period}", Sum("contracts", filter=within, default=0)
    yield f"made_{period}", Sum("made", filter=within, default=0)
    yield f"first_{period}", Min("at", filter=within)


def _inside(sums: dict[str, Any], period: Period) -> Inside:
    names = ("matches", "change", "won", "contracts", "made", "first")
    return Inside(*(sums[f"{name}_{period}"] for name in names))


def _places(row: Rating, inside: dict[Period, Inside]) -> Iterator[Place]:
    if row.matches < ratings.SETTLED or row.user.closed_at:
        return
    for period, numbers in inside.items():
        if numbers.matches >= LEAST[period]:
            yield _place(row, period, inside)


def _place(row: Rating, period: Period, inside: dict[Period, Inside]) -> Place:
    """For all time the sums of the rating, with the change of thirty days; for a period the sums of its matches."""
    numbers = row if period == Period.ALL else inside[period]
    return Place(
        user_id=row.user_id,
        game=row.game,
        period=period,
        skeleton=row.user.skeleton,
        rating=row.rating,
        change=inside[Period.MONTH if period == Period.ALL else period].change,
        matches=numbers.matches,
        won=numbers.won,
        contracts=numbers.contracts,
        made=numbers.made,
        streak=row.streak,
    )


def _due(inside: dict[Period, Inside]) -> date | None:
    """The next day on which a day of play leaves a period: always the first one inside."""
    firsts = [(numbers.first_at, DAYS[period]) for period, numbers in inside.items()]
    leaving = (at.astimezone(UTC).date() + timedelta(days=length) for at, length in firsts if at)
    return min(leaving, default=None)


_KEY = ["user", "game", "period"]
_NUMBERS = ["skeleton", "rating", "change", "matches", "won", "contracts", "made", "streak"]
