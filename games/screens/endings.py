"""How a match ended, in words. For the table's board and the match page."""

from __future__ import annotations

from games.engine.matches import Ending
from games.engine.observation import Observation
from games.engine.seats import Side

from . import wording
from .rounds import Names, side_names
from .texts import gettext as _
from .wording import number


def won(seen: Observation, names: Names) -> str:
    """Who won, in names."""
    return won_by(seen.winner, names)


def won_by(side: Side | None, names: Names) -> str:
    """That these two won; that nobody did."""
    if side is None:
        return _("The match ended without a winner")
    one, other = names[side], names[side + 2]
    return _("%(one)s and %(other)s win") % {"one": wording.isolated(one), "other": wording.isolated(other)}


def how_it_ended(seen: Observation, names: Names) -> str:
    """Why the match is over."""
    return _by_score(seen, names) if seen.ending is None else otherwise(seen.ending, names)


def otherwise(ending: Ending, names: Names) -> str:
    """What ended the match that is no rule of the game."""
    if ending.by == "concession" and ending.side is not None:
        return _("%(names)s conceded the match.") % {"names": side_names(names, ending.side)}
    if ending.by == "void":
        return _("The match was declared void and counts for nothing.")
    return _("The table was closed before the match was over.")


def _by_score(seen: Observation, names: Names) -> str:
    target = {"target": number(seen.game.target)}
    if min(seen.standing.scores) >= seen.game.target:
        return _("Both sides passed %(target)s; the higher total wins.") % target
    assert seen.winner is not None  # noqa: S101 – no ending, so the rules gave a winner
    return _("%(names)s reached %(target)s.") % {**target, "names": side_names(names, seen.winner)}
