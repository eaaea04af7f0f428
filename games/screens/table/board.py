"""#board, in the middle of the felt: the terms while seats are free, the result of a round, the result of the match."""

from __future__ import annotations

from games.clocks import next_deal_at
from games.engine.game import Standing
from games.engine.matches import FinishedRound
from games.engine.observation import Observation
from games.engine.rounds import PLAYED
from games.engine.seats import SEATS, SIDES
from games.models import TableState, Wish
from games.store import Snapshot

from .. import endings, rounds, standing, wording
from ..panels import Board, SumLine
from ..texts import gettext as _
from ..wording import number
from .scene import OVER, RESULT, WAITING, Scene, countdown

EMPTY = Board("empty")


def board(scene: Scene) -> Board:
    if scene.phase == WAITING:
        return _waiting(scene)
    if scene.phase == RESULT and scene.last:
        return _result(scene, scene.last)
    if scene.phase == OVER and scene.seen:
        return _over(scene, scene.seen)
    return EMPTY


def _waiting(scene: Scene) -> Board:
    snapshot = scene.snapshot
    closed = snapshot.state == TableState.CLOSED
    bots_come = countdown(snapshot.fill_at) if scene.free and not closed else None
    fill = _("seconds until bots take the free seats:") if bots_come else ""
    return Board(
        "waiting",
        title=_("This table is closed") if closed else "",
        terms=(wording.rules(snapshot.game), *wording.terms(snapshot.game)),
        foot=" · ".join(filter(None, (*_how(snapshot), fill))),
        countdown=bots_come,
    )


def _how(snapshot: Snapshot) -> tuple[str, str]:
    return (_("Rated") if snapshot.rated else _("Not rated")), wording.pace(snapshot.turn_seconds)


def _result(scene: Scene, last: FinishedRound) -> Board:
    told = rounds.told(scene.snapshot.game, last, scene.names)
    deal, text = countdown(next_deal_at(scene.snapshot)), _("Seconds to the next deal:")
    target = _("The target is %(target)s.") % {"target": number(scene.snapshot.game.target)}
    return Board(
        "result",
        title=told.title,
        text=told.text,
        sides=_sides(scene),
        lines=_lines(scene, last),
        hands=rounds.hand_lines(last.round.deal, scene.names),
        foot=f"{target} {text}" if deal else target,
        countdown=deal,
    )


def _lines(scene: Scene, last: FinishedRound) -> tuple[SumLine, ...]:
    """The sum; a dead round has none."""
    finished = scene.seen.finished if scene.seen else ()
    before = finished[-2].standing if len(finished) > 1 else Standing()
    return rounds.sum_lines(last, before) if last.outcome == PLAYED else ()


def _sides(scene: Scene) -> tuple[tuple[str, ...], tuple[str, ...]]:
    ns, ew = (scene.side_names(side) for side in SIDES)
    return ns, ew


def _over(scene: Scene, seen: Observation) -> Board:
    last = scene.last
    ns, ew = map(number, seen.standing.scores)
    return Board(
        "over",
        title=endings.won(seen, scene.names),
        text=endings.how_it_ended(seen, scene.names),
        sides=_sides(scene),
        lines=_lines(scene, last) if last and not seen.ending else (),
        hands=rounds.hand_lines(last.round.deal, scene.names) if last else (),
        won="" if seen.winner is None else seen.winner.name,
        totals=(ns, ew),
        ratings=standing.rating_lines(scene.snapshot.verdict, scene.names),
        unrated=standing.why_not(scene.snapshot.verdict),
        foot=_wishes(scene),
    )


def _wishes(scene: Scene) -> str:
    """Who would play again, and how."""
    again = _wishing(scene, Wish.AGAIN, _("Would play again: %(names)s."))
    return " ".join(filter(None, (again, _wishing(scene, Wish.ROTATE, _("Would rotate partners: %(names)s.")))))


def _wishing(scene: Scene, wish: str, text: str) -> str:
    names = [scene.name(seat) for seat in SEATS if scene.sitter(seat).wish == wish]
    return text % {"names": wording.listed(names)} if names else ""
