"""The pools of ratings: a match is applied once, voided, or voided no more. Every change is an event.

All of it happens under the locks of the four people's ratings, taken in one order, so that the events of a person are
numbered in the order in which they were applied. The caller is in the transaction that writes the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time

from django.utils import timezone

from . import places, ratings
from .models import RatedMatch, Rating, RatingEvent, Uncounted
from .ratings import Rated

MATCHES_A_DAY = 5
"""Rated matches between the same two sides that count on one day (UTC)."""

RECENT = 10


@dataclass(frozen=True, slots=True)
class Result:
    """What a match says of one of its four people; partners have the same `won`."""

    user_id: int
    seat: str
    won: bool
    left: bool = False
    contracts: int = 0
    made: int = 0


def set_aside(match_id: int, game: str, reason: str, at: datetime) -> None:
    """Note why a match of a rated table changes nothing."""
    RatedMatch.objects.get_or_create(pk=match_id, defaults={"game": game, "at": at, "reason": reason})


def apply(match_id: int, game: str, results: Sequence[Result], at: datetime) -> RatedMatch:
    """Change the ratings of four different people by a match; a second time changes nothing."""
    known = lock([result.user_id for result in results], game)
    sides = _sides(results)
    reason = Uncounted.DAY_IS_FULL if _count_today(sides, at) >= MATCHES_A_DAY else ""
    rated, is_new = RatedMatch.objects.get_or_create(
        pk=match_id, defaults={"game": game, "at": at, "reason": reason, "sides": sides}
    )
    if is_new and not reason:
        _write(rated, results, known)
    return rated


def void(match_id: int, at: datetime | None = None) -> bool:
    """Take the changes of a match back, by opposite events; false when there is nothing to take back."""
    return _turn(match_id, at or timezone.now(), is_void=True)


def restore(match_id: int, at: datetime | None = None) -> bool:
    """Undo a void; false when the match is not void."""
    return _turn(match_id, at or timezone.now(), is_void=False)


def lock(user_ids: Iterable[int], game: str) -> dict[int, Rating]:
    """The ratings of these people, made if need be, locked until the transaction ends, always in the same order."""
    ids = sorted(set(user_ids))
    Rating.objects.bulk_create([Rating(user_id=user_id, game=game) for user_id in ids], ignore_conflicts=True)
    rows = Rating.objects.filter(user_id__in=ids, game=game).order_by("user_id").select_related("user")
    return {row.user_id: row for row in rows.select_for_update(of=("self",))}


# --- a match -------------------------------------------------------------------------------------------------------


def _sides(results: Sequence[Result]) -> str:
    winners, losers = (sorted(each.user_id for each in results if each.won is won) for won in (True, False))
    return " – ".join("+".join(map(str, side)) for side in sorted((winners, losers)))


def _count_today(sides: str, at: datetime) -> int:
    morning = datetime.combine(at.astimezone(UTC), time(), UTC)
    return RatedMatch.objects.filter(sides=sides, at__gte=morning, at__lte=at, reason="", voided_at=None).count()


def _write(rated: RatedMatch, results: Sequence[Result], known: dict[int, Rating]) -> None:
    changes = changes_of(results, {user_id: (row.rating, row.matches) for user_id, row in known.items()})
    for result in results:
        add(known[result.user_id], result, changes[result.user_id], rated.at)
    RatingEvent.objects.bulk_create(
        RatingEvent(
            rated=rated,
            user_id=result.user_id,
            game=rated.game,
            at=rated.at,
            seat=result.seat,
            won=result.won,
            left=result.left,
            change=changes[result.user_id],
            rating=known[result.user_id].rating,
            contracts=result.contracts,
            made=result.made,
        )
        for result in results
    )
    save(rated.game, known.values())


def changes_of(results: Sequence[Result | RatingEvent], known: dict[int, tuple[int, int]]) -> dict[int, int]:
    """What a match gives each of its four people; `known` are their rating and number of matches before it."""
    winners, losers = ([each for each in results if each.won is won] for won in (True, False))
    pairs = [[Rated(*known[each.user_id], each.left) for each in side] for side in (winners, losers)]
    gains, losses = ratings.changes((pairs[0][0], pairs[0][1]), (pairs[1][0], pairs[1][1]))
    people = [each.user_id for each in (*winners, *losers)]
    return dict(zip(people, (*gains, *losses), strict=True))


def add(row: Rating, result: Result | RatingEvent, change: int, at: datetime) -> None:
    """Count one more match in; the row is not saved."""
    row.rating += change
    row.matches += 1
    row.won += result.won
    row.streak = next_streak(row.streak, result.won)
    row.contracts += result.contracts
    row.made += result.made
    row.last_at = at
    row.recent = [*row.recent, row.rating][-RECENT:]


def next_streak(streak: int, won: bool) -> int:
    """The row of wins (or, negative, of losses) after one more match."""
    step = 1 if won else -1
    return streak + step if streak * step > 0 else step


# --- a void, and a void undone -------------------------------------------------------------------------------------


def _turn(match_id: int, at: datetime, *, is_void: bool) -> bool:
    rated = RatedMatch.objects.filter(pk=match_id, reason="", voided_at__isnull=is_void).first()
    if rated is None:
        return False
    first = list(rated.events.filter(step=0))
    known = lock([event.user_id for event in first], rated.game)
    rated = RatedMatch.objects.select_for_update().get(pk=match_id)
    if (rated.voided_at is None) is not is_void:
        return False
    step = rated.events.count() // len(first)
    RatingEvent.objects.bulk_create(_turned(event, step, at, known[event.user_id]) for event in first)
    rated.voided_at = at if is_void else None
    rated.save(update_fields=["voided_at"])
    for row in known.values():
        count_again(row)
    save(rated.game, known.values())
    return True


def _turned(event: RatingEvent, step: int, at: datetime, row: Rating) -> RatingEvent:
    """The next event of the same match: the opposite change for a void, the same one when that is undone."""
    change = -event.change if step % 2 else event.change
    return RatingEvent(
        rated_id=event.rated_id,
        user_id=event.user_id,
        game=event.game,
        at=at,
        step=step,
        seat=event.seat,
        won=event.won,
        left=event.left,
        change=change,
        rating=row.rating + change,
        contracts=event.contracts,
        made=event.made,
    )


# --- sums of events ------------------------------------------------------------------------------------------------


def count_again(row: Rating) -> None:
    """Work a person's rating out from the events alone; the row is not saved."""
    row.rating, row.matches, row.won, row.streak, row.contracts, row.made = ratings.START, 0, 0, 0, 0, 0
    row.last_at, row.recent = None, []
    events = RatingEvent.objects.filter(user_id=row.user_id, game=row.game)
    for event in events.filter(step=0, rated__voided_at=None).order_by("id"):
        add(row, event, event.change, event.at)


def save(game: str, rows: Iterable[Rating]) -> None:
    """Write ratings of one game, and the places on the leaderboards that follow from them."""
    rows = list(rows)
    places.refresh(game, rows, timezone.now())
    # All rows are there; an upsert of them is several times cheaper than `bulk_update`.
    Rating.objects.bulk_create(rows, update_conflicts=True, unique_fields=["id"], update_fields=_SUMMED)


_SUMMED = ["rating", "matches", "won", "streak", "contracts", "made", "last_at", "recent", "due"]
