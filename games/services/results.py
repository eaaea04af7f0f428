"""What is written once when a round or a match is over: summaries for lists, proved against the log by replay."""

from __future__ import annotations

from collections import Counter

from django.utils import timezone

from games import store
from games.engine.matches import Match
from games.engine.seats import Seat
from games.models import MatchRow, PlayerRow, TableRow
from games.store import Sitter

from . import ratings


def write_round(table: TableRow, match: Match) -> None:
    """The points of the round that has just ended."""
    last = match.finished[-1]
    assert table.match_id is not None  # noqa: S101 – a round belongs to a match
    store.write_round(table.match_id, len(match.finished) - 1, last.outcome, last.points)


def write_match(table: TableRow, match: Match, sitters: tuple[Sitter, ...]) -> None:
    """The result of the match that has just ended, the tallies of its players, and who had left it."""
    now = timezone.now()
    MatchRow.objects.filter(pk=store.match_of(table)).update(**result_columns(match), finished_at=now)
    PlayerRow.objects.filter(match_id=table.match_id).update(finished_at=now)
    for sitter in sitters:
        left = sitter.kind == "person" and (sitter.stands_in or sitter.has_left)
        PlayerRow.objects.filter(match_id=table.match_id, seat=sitter.seat.name).update(
            tallies=tallies(match, sitter.seat), left_match=left
        )
    ratings.settle(table, match, now)


def result_columns(match: Match) -> dict[str, object]:
    """The columns of MatchRow that follow from a match that is over."""
    ns, ew = match.standing.scores
    ending = match.ending
    return {
        "winner": "" if match.winner is None else match.winner.name,
        "ns": ns,
        "ew": ew,
        "ended_by": ending.by if ending else "",
        "ended_side": ending.side.name if ending and ending.side is not None else "",
    }


def tallies(match: Match, seat: Seat) -> dict[str, int]:
    """What the game counts for one seat over all rounds, by name."""
    counts: Counter[str] = Counter()
    for finished in match.finished:
        counts.update({name: by_seat[seat] for name, by_seat in match.game.tallies(finished.round).items()})
    return {name: number for name, number in sorted(counts.items()) if number}
