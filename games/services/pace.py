"""When a table must do something by itself. Nothing here may depend on a hidden card."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings

from games.engine.matches import Match
from games.engine.rounds import CALL
from games.engine.seats import Seat
from games.store import Sitter

BOT_CALLS = 0.9
BOT_PLAYS = 0.8
BOT_LEADS = 1.9  # a full trick stays in view before the next card is led
NEXT_DEAL = 25.0
NEXT_DEAL_AMONG_BOTS = 3.0


def due_at(match: Match, sitters: tuple[Sitter, ...], now: datetime) -> datetime | None:
    """When the keeper must look at this table next; None while only a person can go on."""
    if match.is_over:
        return None
    if match.round is None:
        return now + _scaled(0 if _all_ready(sitters) else _deal_pause(sitters))
    seat = match.to_act
    return now + _scaled(_bot_pause(match, seat)) if seat is not None and sitters[seat].kind == "bot" else None


def _bot_pause(match: Match, seat: Seat) -> float:
    round = match.round
    if match.phase == CALL or round is None or round.trick is None:
        return BOT_CALLS
    return BOT_LEADS if round.tricks and not round.trick.cards else BOT_PLAYS


def _deal_pause(sitters: tuple[Sitter, ...]) -> float:
    return NEXT_DEAL if any(sitter.kind == "person" for sitter in sitters) else NEXT_DEAL_AMONG_BOTS


def _all_ready(sitters: tuple[Sitter, ...]) -> bool:
    people = [sitter for sitter in sitters if sitter.kind == "person"]
    return bool(people) and all(sitter.ready for sitter in people)


def _scaled(seconds: float) -> timedelta:
    return timedelta(seconds=seconds * settings.CARDEMS_PACE)
