"""#strip and #beads: the totals, the contract on its slip, the thirteen tricks."""

from __future__ import annotations

from games.engine.cards import Strain
from games.engine.observation import Observation
from games.engine.rounds import PLAYED, THROWN_IN
from games.engine.seats import SIDES, Side

from .. import wording
from ..panels import Beads, Slip, Strip, Total
from ..texts import gettext as _
from ..texts import ngettext
from ..wording import isolated, number
from .scene import CALL, OVER, PLAY, RESULT, TRUMP, WAITING, Scene

NOTHING = "–"


def strip(scene: Scene) -> Strip:
    return Strip(_total(scene, Side.NS), _total(scene, Side.EW), _slip(scene))


def _total(scene: Scene, side: Side) -> Total:
    score = scene.seen.standing.scores[side] if scene.seen else 0
    bags = scene.seen.standing.bags[side] if scene.seen else 0
    return Total(
        side=side.name,
        names=scene.side_names(side),
        score=number(score),
        is_negative=score < 0,
        due=_due(scene, side),
        bags=bags_in_words(bags) if bags else "",
    )


def bags_in_words(bags: int) -> str:
    return ngettext("%(count)s bag", "%(count)s bags", bags) % {"count": number(bags)}


def _due(scene: Scene, side: Side) -> str:
    """Tricks taken of tricks undertaken, while the tricks count."""
    due = scene.round.tricks_due[side] if scene.round and scene.round.trick and scene.phase != OVER else None
    return "" if due is None else wording.of(taken_by_side(scene.round)[side], due)


def taken_by_side(round: Observation | None) -> tuple[int, int]:
    """Full tricks taken by each side."""
    winners = round.trick_winners if round else ()
    ns, ew = (sum(winner.side is side for winner in winners) for side in SIDES)
    return ns, ew


# --- the slip ------------------------------------------------------------------------------------------------------


def _slip(scene: Scene) -> Slip:
    if scene.phase == WAITING:
        return _open(wording.of(4 - scene.free, 4), _("seated"))
    if scene.phase == OVER:
        rounds = len(scene.seen.finished) if scene.seen else 0
        text = ngettext("%(count)s round", "%(count)s rounds", rounds) % {"count": number(rounds)}
        return _open(_("End"), text)
    if scene.phase == RESULT and scene.last and scene.last.outcome != PLAYED:
        return _open(NOTHING, _("Thrown in") if scene.last.outcome == THROWN_IN else _("Passed out"))
    round = scene.round
    assert round is not None  # noqa: S101 – there is a match in every other phase
    return _bids(scene, round) if round.game.bids_by_seat else _contract(scene, round)


def _open(big: str, small: str, strain: str = "", times: str = "") -> Slip:
    return Slip(big, strain, "", times, small, is_open=True)


def _contract(scene: Scene, round: Observation) -> Slip:
    contract = round.contract
    if contract is None:
        return _open(NOTHING, _("no bid yet"))
    big, strain = number(contract.level), contract.strain.name if contract.strain is not None else ""
    times = f"×{number(contract.multiplier)}" if contract.multiplier > 1 else ""
    name = scene.names[contract.declarer]
    if scene.phase == CALL:
        return _open(big, _("%(name)s bids") % {"name": isolated(name)}, strain, times)
    if scene.phase == TRUMP:
        return _open(big, _("%(name)s won it") % {"name": isolated(name)}, strain, times)
    return Slip(big, strain, "", times, name, is_open=False)


def _bids(scene: Scene, round: Observation) -> Slip:
    ns, ew = (due or 0 for due in round.tricks_due)
    if scene.phase == CALL:
        return _open(wording.of(ns + ew, 13), _("bid so far"))
    return Slip(number(ns), Strain.S.name, number(ew), "", _("bids"), is_open=False)


# --- the beads -----------------------------------------------------------------------------------------------------


def beads(scene: Scene) -> Beads:
    """North–South from the start, East–West from the end, a notch where the contract is fulfilled."""
    round = scene.round
    if round is None or round.trick is None or scene.phase not in (PLAY, RESULT):
        return Beads((), "", "", "")
    ns, ew = taken_by_side(round)
    line = ["NS"] * ns + [""] * (13 - ns - ew) + ["EW"] * ew
    if goal := _goal(round.tricks_due):
        line.insert(goal, "goal")
    spoken = _("Tricks: North and South %(ns)s, East and West %(ew)s") % {"ns": number(ns), "ew": number(ew)}
    return Beads(tuple(line), number(ns), number(ew), spoken)


def _goal(due: tuple[int | None, int | None]) -> int | None:
    """Where the notch stands, when one side alone has undertaken something."""
    ns, ew = due
    if ns is not None and ew is not None:
        return None
    return ns if ns is not None else 13 - ew if ew is not None else None
