"""Hints of unfair play in rated matches of the last weeks: numbers for somebody to look at, no verdict."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db.models import Count
from django.utils import timezone

from accounts import ratings
from accounts.models import RatedMatch, Rating, RatingEvent, User
from games.models import PlayerRow

SPAN: Final = timedelta(days=30)
LEAST_MATCHES: Final = 5
ONE_SIDED: Final = 0.9
LEAST_LEFT: Final = 3
LEAST_RISE: Final = 120
SHOWN: Final = 30
CANDIDATES: Final = 200


@dataclass(frozen=True, slots=True)
class OneSided:
    """Two pairs of which one nearly always wins."""

    winners: tuple[User, ...]
    losers: tuple[User, ...]
    matches: int
    won: int
    gained: int


@dataclass(frozen=True, slots=True)
class Leaver:
    """Somebody who leaves rated matches."""

    user: User
    left: int
    matches: int


@dataclass(frozen=True, slots=True)
class Riser:
    """A new account that rises fast."""

    user: User
    game: str
    rating: int
    rise: int
    matches: int
    won: int


@dataclass(frozen=True, slots=True)
class Hints:
    """All three lists."""

    one_sided: tuple[OneSided, ...]
    leavers: tuple[Leaver, ...]
    risers: tuple[Riser, ...]


def hints() -> Hints:
    """Of the last thirty days."""
    return Hints(tuple(_one_sided()), tuple(_leavers()), tuple(_risers()))


def _one_sided() -> list[OneSided]:
    since = timezone.now() - SPAN
    rated = RatedMatch.objects.filter(at__gte=since, reason="", voided_at=None).exclude(sides="")
    often = rated.order_by().values("sides").annotate(n=Count("pk")).filter(n__gte=LEAST_MATCHES).order_by("-n")
    sides = [row["sides"] for row in often[:CANDIDATES]]
    events = RatingEvent.objects.filter(rated__in=rated.filter(sides__in=sides), step=0).select_related("rated")
    won: defaultdict[str, Counter[tuple[int, ...]]] = defaultdict(Counter)
    gained: Counter[tuple[int, ...]] = Counter()
    by_match: defaultdict[int, list[RatingEvent]] = defaultdict(list)
    for event in events:
        by_match[event.rated_id].append(event)
    for its_events in by_match.values():
        winners = tuple(sorted(event.user_id for event in its_events if event.won))
        won[its_events[0].rated.sides][winners] += 1
        gained[winners] += sum(event.change for event in its_events if event.won)
    return _told(won, gained)


def _told(won: dict[str, Counter[tuple[int, ...]]], gained: Counter[tuple[int, ...]]) -> list[OneSided]:
    found = []
    for sides, counts in won.items():
        winners, times = counts.most_common(1)[0]
        if times >= ONE_SIDED * counts.total():
            everybody = {int(number) for number in sides.replace(" – ", "+").split("+")}
            found.append((winners, tuple(sorted(everybody - set(winners))), counts.total(), times, gained[winners]))
    people = User.objects.in_bulk({user_id for one in found for user_id in (*one[0], *one[1])})
    told = [
        OneSided(tuple(people[pk] for pk in winners), tuple(people[pk] for pk in losers), *numbers)
        for winners, losers, *numbers in found
    ]
    return sorted(told, key=lambda one: (-one.matches, -one.gained))[:SHOWN]


def _leavers() -> list[Leaver]:
    since = timezone.now() - SPAN
    left = PlayerRow.objects.filter(left_match=True, finished_at__gte=since, match__rated=True, user__isnull=False)
    often = left.order_by().values("user").annotate(n=Count("pk")).filter(n__gte=LEAST_LEFT).order_by("-n")[:SHOWN]
    counts = {row["user"]: row["n"] for row in often}
    played = PlayerRow.objects.filter(user__in=counts, finished_at__gte=since, match__rated=True)
    matches = dict(played.order_by().values_list("user").annotate(Count("pk")))
    people = User.objects.in_bulk(counts)
    return [Leaver(people[pk], left, matches[pk]) for pk, left in counts.items()]


def _risers() -> list[Riser]:
    since = timezone.now() - SPAN
    rows = Rating.objects.filter(user__date_joined__gte=since, rating__gte=ratings.START + LEAST_RISE)
    top = rows.select_related("user").order_by("-rating")[:SHOWN]
    return [Riser(row.user, row.game, row.rating, row.rating - ratings.START, row.matches, row.won) for row in top]
