"""When a table must do something by itself. Nothing here may depend on a hidden card."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from games.clocks import deadline, next_deal_at, others_wait, scaled, stands_in_at
from games.engine.rounds import CALL
from games.models import TableState
from games.store import Sitter, Snapshot

BOT_CALLS = 0.9
BOT_PLAYS = 0.8
BOT_LEADS = 1.9  # a full trick stays in view before the next card is led
BOT_HURRIES = 0.25  # nobody is looking: a rated match is brought to its end

GONE = timedelta(seconds=30)  # a closed page is not a departure before that
IDLE = timedelta(minutes=10)  # without a clock: so long may one person keep others waiting
NOBODY_HERE = timedelta(minutes=10)  # a casual match whose people are all gone is closed
ALONE = timedelta(hours=24)  # one person against bots may come back tomorrow
EMPTY_TABLE = timedelta(minutes=30)  # a table that waits for players in vain


def due_at(snapshot: Snapshot, now: datetime) -> datetime | None:
    """When the keeper must look at this table next; None when nothing will ever happen by itself."""
    return min(_dues(snapshot, now), default=None)


def _dues(snapshot: Snapshot, now: datetime) -> Iterator[datetime]:
    if snapshot.state == TableState.OPEN:
        yield (snapshot.changed_at or now) + EMPTY_TABLE
        if snapshot.fill_at:
            yield snapshot.fill_at
    if snapshot.state == TableState.FINISHED:
        yield from filter(None, (all_gone_at(snapshot),))
    if snapshot.state != TableState.PLAYING or snapshot.match is None or snapshot.match.is_over:
        return
    yield _next_step(snapshot, now)
    for sitter in snapshot.people:
        absence = absence_due(snapshot, sitter)
        if absence:
            yield absence
    if not is_anybody_here(snapshot):
        yield deserted_due(snapshot, now)


def _next_step(snapshot: Snapshot, now: datetime) -> datetime:
    """A bot's move, the next deal, or the end of a person's time, counted from when the turn began."""
    match, since = snapshot.match, snapshot.turn_at or now
    assert match is not None  # noqa: S101 – the caller has looked
    if match.round is None:
        return next_deal_at(snapshot) or since
    seat = match.to_act
    assert seat is not None  # noqa: S101 – a round in play has somebody to act
    if snapshot.sitter(seat).is_bot_played:
        return since + scaled(_bot_pause(snapshot))
    return deadline(snapshot) or _idle_due(snapshot, snapshot.sitter(seat), now)


def _idle_due(snapshot: Snapshot, sitter: Sitter, now: datetime) -> datetime:
    """Without a clock: when others have waited enough; while nobody waits, some time later, for that may change."""
    if sitter.is_here and others_wait(snapshot, sitter):
        return (snapshot.turn_at or now) + IDLE
    return now + IDLE


def absence_due(snapshot: Snapshot, sitter: Sitter) -> datetime | None:
    """When an absent person becomes away, and one who is away gets a bot; only while somebody else is waiting."""
    if sitter.stands_in:
        return None
    if sitter.away_at:
        return stands_in_at(snapshot, sitter)
    return sitter.gone_at + GONE if sitter.gone_at and others_wait(snapshot, sitter) else None


def all_gone_at(snapshot: Snapshot) -> datetime | None:
    """After a match: when all count as gone who have not said whether they play again; None while one of them is here,
    and while nobody else would play."""
    silent = [sitter for sitter in snapshot.people if is_waited_for(sitter)]
    if not any(sitter.wish for sitter in snapshot.people) or not all(sitter.gone_at for sitter in silent):
        return None
    return max((sitter.gone_at + GONE for sitter in silent if sitter.gone_at), default=None)


def is_waited_for(sitter: Sitter, now: datetime | None = None) -> bool:
    """Whether somebody may still want to play again and has not said so: not once they have gone."""
    if sitter.wish or sitter.has_left or sitter.stands_in or sitter.away_at:
        return False
    return not (now and sitter.gone_at and sitter.gone_at + GONE <= now)


def is_anybody_here(snapshot: Snapshot) -> bool:
    return any(sitter.is_here for sitter in snapshot.sitters)


def deserted_due(snapshot: Snapshot, now: datetime) -> datetime:
    """When a match without people must be looked at: rated ones are played out by bots, casual ones closed."""
    if all(sitter.has_left for sitter in snapshot.people):
        return now
    since = max((sitter.gone_at or sitter.away_at or now for sitter in snapshot.people), default=now)
    if snapshot.rated:
        return since + GONE
    return since + (ALONE if len(snapshot.people) == 1 else NOBODY_HERE)


def is_hurried(snapshot: Snapshot) -> bool:
    """Whether bots bring a rated match to its end that all its people have left."""
    if not snapshot.rated or snapshot.state != TableState.PLAYING:
        return False
    return all(sitter.stands_in for sitter in snapshot.people)


def _bot_pause(snapshot: Snapshot) -> float:
    match = snapshot.match
    if is_hurried(snapshot):
        return BOT_HURRIES
    if match is None or match.phase == CALL or match.round is None or match.round.trick is None:
        return BOT_CALLS
    return BOT_LEADS if match.round.tricks and not match.round.trick.cards else BOT_PLAYS
