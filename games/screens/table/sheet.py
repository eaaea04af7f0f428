"""#score-sheet and #deal-seal: every round's points and running totals, and the proof of the deals."""

from __future__ import annotations

from games.engine.game import Game
from games.engine.matches import FinishedRound
from games.engine.seats import SIDES, Side

from .. import texts, wording
from ..panels import Seal, Sheet, SheetRow
from ..rounds import Names, in_short
from ..texts import gettext as _
from ..wording import number, points
from .scene import CALL, PLAY, TRUMP, Scene
from .strip import bags_in_words

KEPT = 512
_kept: dict[tuple[int, Names, tuple[str, str]], tuple[tuple[FinishedRound, ...], tuple[SheetRow, ...]]] = {}


def sheet(scene: Scene) -> Sheet:
    finished = scene.seen.finished if scene.seen else ()
    bags = scene.seen.standing.bags if scene.seen else (0, 0)
    ns_bags, ew_bags = (bags_in_words(count) if any(bags) else "" for count in bags)
    return Sheet(
        ns_names=scene.side_names(Side.NS),
        ew_names=scene.side_names(Side.EW),
        target=wording.target(scene.snapshot.game),
        rows=_rows(scene, finished),
        bags=(ns_bags, ew_bags),
        terms=wording.terms(scene.snapshot.game),
    )


def _rows(scene: Scene, finished: tuple[FinishedRound, ...]) -> tuple[SheetRow, ...]:
    """Rounds that are over do not change, so their rows are kept while the match's tuple of them is the same object."""
    key = (id(finished), scene.names, texts.spoken())
    known = _kept.get(key)
    if known and known[0] is finished:
        return known[1]
    rows = tuple(sheet_row(scene.snapshot.game, place, one, scene.names) for place, one in enumerate(finished, 1))
    if len(_kept) >= KEPT:
        _kept.clear()
    _kept[key] = finished, rows  # holding the tuple keeps its id from being given to another
    return rows


def sheet_row(game: Game, place: int, finished: FinishedRound, names: Names) -> SheetRow:
    """A finished round in a line."""
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
