"""Replays every rating event in order, and tells where what is stored differs from what follows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from django.db import transaction

from . import pools, ratings
from .models import RatedMatch, Rating, RatingEvent

PEOPLE = 4
SUMMED = ("rating", "matches", "won", "streak", "contracts", "made")
Pool = tuple[int, str]  # a person and a game
Group = tuple[int, int]  # a match and a step


class Replay:
    """Ratings as they follow from the events alone."""

    def __init__(self) -> None:
        self.known: dict[Pool, tuple[int, int]] = {}  # rating and number of matches
        self.sums: dict[Pool, Rating] = {}  # where no match was ever void
        self.turned: set[Pool] = set()
        self.open: defaultdict[Group, list[RatingEvent]] = defaultdict(list)
        self.first: dict[Group, list[RatingEvent]] = {}
        self.steps: dict[int, int] = {}

    def differences(self) -> Iterator[str]:
        """One sentence for each; nothing is changed."""
        for event in RatingEvent.objects.order_by("id").iterator(chunk_size=2000):
            group = (event.rated_id, event.step)
            self.open[group].append(event)
            if len(self.open[group]) == PEOPLE:
                yield from self._group(group, self.open.pop(group))
        for (match_id, step), events in self.open.items():
            yield f"match {match_id}, step {step}: {len(events)} changes instead of {PEOPLE}"
        yield from self._matches()

    def _group(self, group: Group, events: Sequence[RatingEvent]) -> Iterator[str]:
        match_id, step = group
        if sum(event.change for event in events):
            yield f"match {match_id}, step {step}: the changes do not sum to zero"
        if step != self.steps.get(match_id, -1) + 1:
            yield f"match {match_id}, step {step}: out of order"
        self.steps[match_id] = step
        due = self._first(events) if step == 0 else self._turned(match_id, step)
        for event in events:
            yield from self._event(event, due.get(event.user_id))

    def _first(self, events: Sequence[RatingEvent]) -> dict[int, int]:
        self.first[(events[0].rated_id, 0)] = list(events)
        known = {event.user_id: self.known.get((event.user_id, event.game), (ratings.START, 0)) for event in events}
        return pools.changes_of(events, known) if sum(event.won for event in events) == PEOPLE // 2 else {}

    def _turned(self, match_id: int, step: int) -> dict[int, int]:
        sign = -1 if step % 2 else 1
        return {event.user_id: sign * event.change for event in self.first.get((match_id, 0), ())}

    def _event(self, event: RatingEvent, change: int | None) -> Iterator[str]:
        pool = (event.user_id, event.game)
        before, matches = self.known.get(pool, (ratings.START, 0))
        after = before + event.change
        if event.change != change:
            yield f"match {event.rated_id}, user {event.user_id}: change {event.change} instead of {change}"
        if event.rating != after:
            yield f"match {event.rated_id}, user {event.user_id}: rating {event.rating} instead of {after}"
        self.known[pool] = (after, matches + (-1 if event.step % 2 else 1))
        if event.step:
            self.turned.add(pool)
        else:
            pools.add(self.sums.setdefault(pool, Rating()), event, event.change, event.at)

    def _matches(self) -> Iterator[str]:
        """What the matches say of themselves."""
        rows = RatedMatch.objects.values_list("pk", "reason", "voided_at").iterator(chunk_size=2000)
        for match_id, reason, voided_at in rows:
            step = self.steps.get(match_id)
            if (step is None) is not bool(reason):
                yield f"match {match_id}: it " + (
                    "counts without a change" if step is None else "changes without counting"
                )
            elif step is not None and bool(step % 2) is not bool(voided_at):
                yield f"match {match_id}: its void and its last change disagree"

    def suspects(self) -> list[Pool]:
        """Whose stored sums are not what this replay has, or cannot be told from it."""
        stored = {(row.user_id, row.game): _sums(row) for row in Rating.objects.iterator(chunk_size=2000)}
        replayed = {pool: _sums(row) for pool, row in self.sums.items()}
        nothing = _sums(Rating())
        pools_known = sorted(stored.keys() | replayed.keys())
        return [
            pool
            for pool in pools_known
            if pool in self.turned or stored.get(pool, nothing) != replayed.get(pool, nothing)
        ]


def differing_sums(suspects: Iterable[Pool], *, mend: bool) -> Iterator[str]:
    """Of these ratings, those that differ from the sum of their events under their lock; mended if wished."""
    for user_id, game in suspects:
        with transaction.atomic():
            row = pools.lock([user_id], game)[user_id]
            before = _sums(row)
            pools.count_again(row)
            after = _sums(row)
            if mend and before != after:
                pools.save(game, [row])
        if before != after:
            yield f"user {user_id} in {game}: {_told(before)} instead of {_told(after)}"


def _sums(row: Rating) -> tuple[int, ...]:
    return tuple(getattr(row, name) for name in SUMMED)


def _told(sums: tuple[int, ...]) -> str:
    return ", ".join(f"{name} {value}" for name, value in zip(SUMMED, sums, strict=True))
