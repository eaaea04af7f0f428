"""Past matches: declaring one void, and undoing that."""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction

from accounts import conduct, trail
from accounts.models import Measure, RatedMatch, User
from games.engine.errors import Reason, gettext_noop
from games.models import MatchRow, TableRow, TableState, TalkKind

from .. import ratings
from ..change import changing
from ..errors import Refused

NOTHING_TO_VOID = Reason("nothing-to-void", gettext_noop("This match has no rating changes in force."))
NOT_VOID = Reason("not-void", gettext_noop("This match is not void."))


def void(by: User, match_id: int, reason: str) -> None:
    """Take the match's rating changes back; its people are told. Raises Refused."""
    _turn(by, match_id, reason, ratings.void, "match.void", Measure.VOID, NOTHING_TO_VOID)


def restore(by: User, match_id: int, reason: str) -> None:
    """Let a void match count again; its people are told. Raises Refused."""
    _turn(by, match_id, reason, ratings.restore, "match.restore", Measure.RESTORED, NOT_VOID)


def _turn(
    by: User,
    match_id: int,
    reason: str,
    turn: Callable[[MatchRow], bool],
    action: str,
    kind: Measure,
    otherwise: Reason,
) -> None:
    with transaction.atomic():
        row = MatchRow.objects.get(pk=match_id)
        before = _changes(match_id)
        if row.finished_at is None or not turn(row):
            raise Refused(otherwise)
        for player in row.players.exclude(user=None).select_related("user"):
            if player.user:
                conduct.tell(by, player.user, kind, reason, about=str(match_id))
        _tell_table(row, action)
        trail.record(by, action, row, before=before, after=_changes(match_id), reason=reason)


def _changes(match_id: int) -> dict[str, object]:
    """What the match gives each of its people as it stands."""
    rated = RatedMatch.objects.filter(pk=match_id).prefetch_related("events").first()
    if rated is None:
        return {}
    sums: dict[str, int] = {}
    for event in rated.events.all():
        sums[event.seat] = sums.get(event.seat, 0) + event.change
    return {"void": rated.voided_at is not None, "changes": sums}


def _tell_table(row: MatchRow, action: str) -> None:
    """At the table where it was played, if the four are still there."""
    still = TableRow.objects.filter(pk=row.table_id or 0, match=row, state=TableState.FINISHED)
    if row.table_id is None or not still.exists():
        return
    with changing(row.table_id) as change:
        change.reseat()
        change.say(TalkKind.EVENT, f"staff-{action.partition('.')[2]}|", None)
