"""Places on the leaderboards: who may stand there, with the numbers of the period.

A place changes when its person plays, and when a day leaves the period; for that `Rating.due` says when to look again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta

from django.db import transaction

from . import ratings
from .models import Period, Place, Rating, RatingEvent

DAYS = {Period.ALL: 60, Period.MONTH: 30, Period.WEEK: 7}
"""How far each board looks back, in days (UTC), today included."""

LEAST = {Period.ALL: 1, Period.MONTH: 3, Period.WEEK: 3}
"""Rated matches needed in that time."""

BATCH = 200


def refresh(game: str, rows: Sequence[Rating], now: datetime) -> None:
    """Write the places of these people of one game anew, and when to look again; the ratings are locked, not saved."""
    today = now.astimezone(UTC).date()
    events = _events(game, rows, today)
    fresh: list[Place] = []
    for row in rows:
        mine = events[row.user_id]
        fresh += _places(row, mine, today)
        row.due = _due([_day(event) for event in mine], today)
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
    Rating.objects.bulk_update(rows, ["due"])
    return len(rows)


def _events(game: str, rows: Iterable[Rating], today: date) -> defaultdict[int, list[RatingEvent]]:
    """By person, the matches that count and that any board still looks at."""
    since = datetime.combine(today - timedelta(days=max(DAYS.values()) - 1), time(), UTC)
    events = RatingEvent.objects.filter(user_id__in=[row.user_id for row in rows], game=game, at__gte=since)
    grouped: defaultdict[int, list[RatingEvent]] = defaultdict(list)
    for event in events.filter(step=0, rated__voided_at=None):
        grouped[event.user_id].append(event)
    return grouped


def _places(row: Rating, events: Sequence[RatingEvent], today: date) -> Iterator[Place]:
    if row.matches < ratings.SETTLED or row.user.closed_at:
        return
    recent = {period: _since(events, today, days) for period, days in DAYS.items()}
    for period, inside in recent.items():
        if len(inside) >= LEAST[period]:
            counted = recent[Period.MONTH] if period == Period.ALL else inside
            yield _place(row, period, inside, sum(event.change for event in counted))


def _place(row: Rating, period: str, inside: Sequence[RatingEvent], change: int) -> Place:
    """For all time the sums of the rating; for a period the sums of its events."""
    whole = period == Period.ALL
    return Place(
        user_id=row.user_id,
        game=row.game,
        period=period,
        skeleton=row.user.skeleton,
        rating=row.rating,
        change=change,
        matches=row.matches if whole else len(inside),
        won=row.won if whole else sum(event.won for event in inside),
        contracts=row.contracts if whole else sum(event.contracts for event in inside),
        made=row.made if whole else sum(event.made for event in inside),
        streak=row.streak,
    )


def _since(events: Sequence[RatingEvent], today: date, days: int) -> list[RatingEvent]:
    return [event for event in events if _day(event) > today - timedelta(days=days)]


def _day(event: RatingEvent) -> date:
    return event.at.astimezone(UTC).date()


def _due(days: Sequence[date], today: date) -> date | None:
    """The next day on which some day of play leaves some period."""
    leaving = (day + timedelta(days=length) for day in days for length in DAYS.values())
    return min((day for day in leaving if day > today), default=None)


_KEY = ["user", "game", "period"]
_NUMBERS = ["skeleton", "rating", "change", "matches", "won", "contracts", "made", "streak"]
