"""What scripts get: values in notation and English, the same for everybody."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from games.models import MatchRow, PlayerRow

Json = dict[str, Any]


def match_json(row: MatchRow, origin: str) -> Json:
    """A match that is over, from its summary; its players are to be prefetched. `origin` goes before addresses."""
    players = sorted(row.players.all(), key=lambda player: "NESW".index(player.seat))
    return {
        "id": row.pk,
        "url": origin + reverse("match", args=[row.pk]),
        "record_url": origin + reverse("match-record", args=[row.pk]),
        "rules": row.rule_set,
        "options": row.options,
        "rated": row.rated,
        "started_at": _time(row.started_at),
        "finished_at": _time(row.finished_at),
        "players": {player.seat: _player(player) for player in players},
        "scores": {"NS": row.ns, "EW": row.ew},
        "winner": row.winner or None,
        "ended": {"by": row.ended_by, "side": row.ended_side or None} if row.ended_by else None,
    }


def _player(player: PlayerRow) -> Json:
    if player.user is None:
        return {"name": player.bot_name, "bot": player.bot_level}
    return {"name": player.user.username, "bot": None}


def _time(at: Any) -> str | None:
    return at.isoformat().replace("+00:00", "Z") if at else None
