"""What a match did to the ratings, in words: for the table's board and the page of the match."""

from __future__ import annotations

from accounts.models import Rating, Uncounted
from accounts.ratings import SETTLED, START
from games.store import Sitter, Verdict

from .panels import RatingLine
from .rounds import Names
from .texts import gettext as _
from .wording import number, points


def rating_lines(verdict: Verdict | None, names: Names) -> tuple[RatingLine, ...]:
    """Each player's new rating and the change; empty when the match did not count."""
    if verdict is None or verdict.is_void:
        return ()
    return tuple(
        RatingLine(names[each.seat], number(each.rating), points(each.change), (each.change > 0) - (each.change < 0))
        for each in verdict.changes
    )


def why_not(verdict: Verdict | None) -> str:
    """Why a match of a rated table changed no rating; empty when it did, or was never to."""
    if verdict is None:
        return ""
    if verdict.is_void:
        return _("The match is void: its rating changes were taken back.")
    if not verdict.reason:
        return ""
    return _("This match does not count for ratings. %(why)s") % {"why": Uncounted(verdict.reason).label}


def of_sitter(sitter: Sitter) -> str:
    """The rating of somebody who sits at a table: "1642", or "1520?" while it is provisional."""
    return in_short(START if sitter.rating is None else sitter.rating, sitter.rated_matches)


def of_row(row: Rating) -> str:
    return in_short(row.rating, row.matches)


def in_short(rating: int, matches: int) -> str:
    """A rating with the mark of a provisional one."""
    text = number(rating)
    # Translators: a rating that rests on few matches yet
    return _("%(rating)s?") % {"rating": text} if matches < SETTLED else text
