"""The clocks of a table, which services enforce and screens show. Nothing here depends on a card."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings

from games.store import Sitter, Snapshot

TURN_SECONDS: Final = (15, 30, 60)
"""What a table may give for a turn."""

STAND_IN = timedelta(seconds=60)
"""The others see this countdown, then a bot stands in."""


NEXT_DEAL = 25.0
NEXT_DEAL_AMONG_BOTS = 3.0
"""The seconds between two rounds, for looking at the result."""


def turn_ends_at(snapshot: Snapshot) -> datetime | None:
    """When the time for this turn is up and the bank begins; None at a table without a clock and on a bot's turn."""
    match = snapshot.match
    if match is None or match.to_act is None or snapshot.turn_seconds is None or snapshot.turn_at is None:
        return None
    if snapshot.sitter(match.to_act).is_bot_played:
        return None
    return snapshot.turn_at + timedelta(seconds=snapshot.turn_seconds)


def deadline(snapshot: Snapshot) -> datetime | None:
    """When the time of the person to act is up, the bank included; None at a table without a clock."""
    ends, match = turn_ends_at(snapshot), snapshot.match
    if ends is None or match is None or match.to_act is None:
        return None
    return ends + timedelta(milliseconds=snapshot.sitter(match.to_act).bank_ms)


def next_deal_at(snapshot: Snapshot) -> datetime | None:
    """When the next round is dealt by itself; None while one is played, and before and after the match."""
    match = snapshot.match
    if match is None or match.is_over or match.round is not None or snapshot.turn_at is None:
        return None
    return snapshot.turn_at + scaled(_deal_pause(snapshot))


def _deal_pause(snapshot: Snapshot) -> float:
    here = [sitter for sitter in snapshot.people if not sitter.is_bot_played]
    if not here:
        return NEXT_DEAL_AMONG_BOTS
    return 0 if all(sitter.ready for sitter in here) else NEXT_DEAL


def scaled(seconds: float) -> timedelta:
    """A pause that the table makes by itself, shorter in tests."""
    return timedelta(seconds=seconds * settings.CARDEMS_PACE)


def stands_in_at(snapshot: Snapshot, sitter: Sitter) -> datetime | None:
    """When a bot takes over from a person who is away; only while somebody else is waiting."""
    if sitter.stands_in or sitter.away_at is None or not others_wait(snapshot, sitter):
        return None
    return sitter.away_at + STAND_IN


def others_wait(snapshot: Snapshot, sitter: Sitter) -> bool:
    """Whether another person is here."""
    return any(other.is_here for other in snapshot.sitters if other.seat is not sitter.seat)
