"""#score-sheet and #deal-seal: every round's points and running totals, and the proof of the deals."""

from __future__ import annotations

from games.engine.game import Game
from games.engine.matches import FinishedRound
from games.engine.seats import Side

from .. import texts, wording
from ..panels import Seal, Sheet, SheetRow
from ..rounds import Names, in_short
from ..texts import gettext as _
from ..wording import number, points
from .scene import CALL, OVER, PLAY, TRUMP, Scene
from .strip import bags_in_words

KEPT = 512
_kept: dict[tuple[int, Names, tuple[str, str]], tuple[tuple[FinishedRound, ...], tuple[SheetRow, ...]]] = {}


def sheet(scene: Scene) -> Sheet:
    sides = scene.side_names(Side.NS), scene.side_names(Side.EW)
    finished = scene.seen.finished if scene.seen else ()
    return sheet_of(scene.snapshot.game, finished, scene.names, sides, is_over=scene.phase == OVER)


def sheet_of(
    game: Game,
    finished: tuple[FinishedRound, ...],
    names: Names,
    sides: tuple[tuple[str, ...], tuple[str, ...]],
    *,
    is_over: bool,
) -> Sheet:
    """The sheet of these rounds, for the table and for the match page."""
    bags = finished[-1].standing.bags if finished else (0, 0)
    ns_bags, ew_bags = (bags_in_words(count) if any(bags) else "" for count in bags)
    return Sheet(
        ns_names=sides[Side.NS],
        ew_names=sides[Side.EW],
        target=wording.target(game),
        rows=_rows(game, finished, names),
        bags=(ns_bags, ew_bags),
        terms=wording.terms(game),
        is_over=is_over,
    )


def _rows(game: Game, finished: tuple[FinishedRound, ...], names: Names) -> tuple[SheetRow, ...]:
    """Rounds that are over do not change, so their rows are kept while the match's tuple of them is the same object."""
    key = (id(finished), names, texts.spoken())
    known = _kept.get(key)
    if known and known[0] is finished:
        return known[1]
    rows = tuple(_row(game, place, one, names) for place, one in enumerate(finished, 1))
    if len(_kept) >= KEPT:
        _kept.clear()
    _kept[key] = finished, rows  # holding the tuple keeps its id from being given to another
    return rows


def _row(game: Game, place: int, finished: FinishedRound, names: Names) -> SheetRow:
    gains, scores = finished.points, finished.standing.scores
    return SheetRow(
        number=number(place),
        note=in_short(game, finished.round, names, finished.outcome),
        ns_points=points(gains[Side.NS]),
        ns_total=number(scores[Side.NS]),
        ns_negative=(gains[Side.NS] < 0, scores[Side.NS] < 0),
        ew_points=points(gains[Side.EW]),
        ew_total=number(scores[Side.EW]),
        ew_negative=(gains[Side.EW] < 0, scores[Side.EW] < 0),
    )


def seal(scene: Scene) -> Seal:
    """The commitment of the deal in play, or of the one just finished; a seed only of a round that is over."""
    commitments = scene.snapshot.commitments
    over = len(scene.seen.finished) if scene.seen else 0
    if not commitments:
        return Seal("", "", "")
    place = over if scene.phase in (CALL, TRUMP, PLAY) else over - 1
    seed = scene.snapshot.seeds[over - 1] if over else ""
    told = _("Secret number of round %(number)s:") % {"number": number(over)} if over else ""
    return Seal(commitments[max(place, 0)], seed, told)
