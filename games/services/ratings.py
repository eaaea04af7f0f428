"""What joins a finished match to the pools of ratings: who is rated, who left, and why a match does not count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from accounts import places, pools
from accounts.models import Uncounted
from accounts.pools import Result
from games.engine.errors import Reason, gettext_noop
from games.engine.matches import Match
from games.engine.seats import Seat
from games.models import MatchRow, PlayerRow, TableRow

from .errors import Refused

LEAVES_REMEMBERED = timedelta(days=7)
WAITS = (
    (4, timedelta(days=1), gettext_noop("You keep leaving rated matches. Rated tables are closed to you for a day.")),
    (3, timedelta(hours=1), gettext_noop("You left three rated matches. Rated tables are closed to you for an hour.")),
    (
        2,
        timedelta(minutes=10),
        gettext_noop("You left two rated matches. Rated tables are closed to you for ten minutes."),
    ),
)
"""How long a repeat leaver waits after the last leave, by the number of leaves remembered."""


def obstacle(people: Iterable[tuple[int | None, bool]], *, signals: bool) -> str:
    """Why a match that begins with these four will not be rated (an `Uncounted`), or empty.

    Each of the four is a user's id (None: a bot) and whether that is a guest.
    """
    ids, guests = zip(*people, strict=True)
    if signals:
        return Uncounted.SIGNALS
    if None in ids:
        return Uncounted.BOTS
    if any(guests):
        return Uncounted.GUESTS
    return "" if len(set(ids)) == len(ids) else Uncounted.SAME_PERSON


def settle(table: TableRow, match: Match, at: datetime) -> None:
    """Apply a match that has just ended, once, in the transaction of its result; tables not rated change nothing.

    The players' rows must say already who left.
    """
    if not table.rated or table.match_id is None:
        return
    players = list(PlayerRow.objects.filter(match_id=table.match_id).select_related("user", "match"))
    reason = _why_not(players, match)
    if reason:
        pools.set_aside(table.match_id, table.game, reason, at)
    else:
        pools.apply(table.match_id, table.game, [_result(player, match) for player in players], at)


def _why_not(players: Sequence[PlayerRow], match: Match) -> str:
    if not players[0].match.rated:
        people = ((player.user_id, bool(player.user and player.user.is_guest)) for player in players)
        return obstacle(people, signals=match.game.signals) or Uncounted.GUESTS  # who may have an account by now
    if any(player.left_match for player in players) and not has_first_card(match):
        return Uncounted.LEFT_EARLY  # even where the others conceded
    return Uncounted.NO_WINNER if match.winner is None else ""


def has_first_card(match: Match) -> bool:
    """Whether any card of the match was played."""
    rounds = [finished.round for finished in match.finished] + ([match.round] if match.round else [])
    return any(round.tricks or (round.trick and round.trick.cards) for round in rounds)


def _result(player: PlayerRow, match: Match) -> Result:
    assert player.user_id is not None  # noqa: S101 – four people sat here
    counted = player.tallies
    return Result(
        user_id=player.user_id,
        seat=player.seat,
        won=Seat[player.seat].side == match.winner,
        left=player.left_match,
        contracts=_sum(counted, "contracts-"),
        made=_sum(counted, "made-"),
    )


def _sum(tallies: dict[str, int], beginning: str) -> int:
    return sum(number for name, number in tallies.items() if name.startswith(beginning))


def void(row: MatchRow, at: datetime | None = None) -> bool:
    """Take the rating changes of a match back; false when it has none in force. Must be in a transaction."""
    return pools.void(row.pk, at)


def restore(row: MatchRow, at: datetime | None = None) -> bool:
    """Undo a void; false when the match was not void. Must be in a transaction."""
    return pools.restore(row.pk, at)


def check_may_play_rated(user_id: int, now: datetime | None = None) -> None:
    """Repeat leavers wait before their next rated match; raises Refused."""
    now = now or timezone.now()
    left = PlayerRow.objects.filter(user_id=user_id, left_match=True, match__rated=True)
    finished = left.filter(finished_at__gte=now - LEAVES_REMEMBERED).values_list("finished_at", flat=True)
    times = [at for at in finished if at]
    for least, wait, text in WAITS:
        if len(times) >= least:
            if now < max(times) + wait:
                raise Refused(Reason("leaver-waits", text))
            return


def refresh_places() -> None:
    """Let people move on the leaderboards for whom a day has left a period; the keeper calls it again and again."""
    places.refresh_due(timezone.now())
