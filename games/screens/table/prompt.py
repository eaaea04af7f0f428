"""#prompt, private: the sentence above the hand that says what to do, or whom the table waits for."""

from __future__ import annotations

from games.engine.actions import PASS, Call, PlayCard
from games.engine.observation import Observation
from games.engine.seats import Seat
from games.models import TableState

from .. import wording
from ..panels import Prompt
from ..texts import gettext as _
from ..texts import ngettext
from ..wording import number
from .scene import CALL, OVER, PLAY, RESULT, TRUMP, WAITING, Scene


def prompt(scene: Scene, seat: Seat | None, user_id: int | None) -> Prompt:
    if scene.phase == WAITING:
        return _waiting(scene, seat)
    if scene.phase == RESULT:
        return _between(scene, seat)
    if scene.phase == OVER or scene.seen is None:
        return _after(scene, seat)
    if seat is None:
        is_removed = scene.snapshot.seat_of(user_id) is not None
        watching = _("Staff have given your seat to a bot.") if is_removed else _("You are watching. %(news)s")
        return Prompt(watching % {"news": _others_turn(scene)}, acts=False)
    if seat == scene.to_act and not scene.sitter(seat).stands_in:
        return Prompt(_ASKED[scene.phase](scene.seen), acts=True)
    return Prompt(_others_turn(scene), acts=False)


# --- nobody's turn -------------------------------------------------------------------------------------------------


def _waiting(scene: Scene, seat: Seat | None) -> Prompt:
    if scene.snapshot.state == TableState.CLOSED:
        return Prompt("", acts=False)
    if scene.free:
        text = ngettext("One seat is free", "%(count)s seats are free", scene.free) % {"count": number(scene.free)}
        return Prompt(text, acts=False)
    if seat is None:
        return Prompt(_("You are watching. The match begins soon"), acts=False)
    if scene.sitter(seat).ready:
        return Prompt(_("Waiting for the others"), acts=False)
    if len(scene.snapshot.people) == 1:
        return Prompt(_("The bots are here. Start when you like"), acts=True)
    return Prompt(_("Four are here. Are you ready?"), acts=True)


def _between(scene: Scene, seat: Seat | None) -> Prompt:
    if seat is not None and scene.sitter(seat).ready:
        return Prompt(_("Waiting for the others"), acts=False)
    rounds = len(scene.seen.finished) if scene.seen else 0
    return Prompt(_("Round %(number)s is over") % {"number": number(rounds)}, acts=False)


def _after(scene: Scene, seat: Seat | None) -> Prompt:
    if seat is None or scene.snapshot.state == TableState.CLOSED:
        return Prompt("", acts=False)
    if scene.sitter(seat).wish:
        return Prompt(_("Waiting for the others to play again"), acts=False)
    if scene.missing:
        return Prompt(_("Somebody has left. Play again, and the seat is open to others"), acts=False)
    return Prompt("", acts=False)


def _others_turn(scene: Scene) -> str:
    if scene.to_act is None:
        return ""
    name = {"name": scene.name(scene.to_act)}
    if not scene.sitter(scene.to_act).is_bot_played:
        return _("Waiting for %(name)s") % name
    return (_("%(name)s (bot) is playing") if scene.phase == PLAY else _("%(name)s (bot) is thinking")) % name


# --- this viewer's turn --------------------------------------------------------------------------------------------


def _to_call(seen: Observation) -> str:
    calls = [action.call for action in seen.legal if isinstance(action, Call)]
    if seen.game.bids_by_seat:
        return _("Your bid: how many tricks?")
    bids = [call for call in calls if wording.is_bid(call)]
    if not bids:
        return _("Your call: no higher bid is possible")
    if not bids[0].isdecimal():
        return _("Your call: tricks, then suit")
    return _number_to_call(int(bids[0]), may_pass=PASS in calls) % {"least": number(int(bids[0]))}


def _number_to_call(least: int, *, may_pass: bool) -> str:
    if least == 13:
        return _("Your call: %(least)s, or pass") if may_pass else _("Your call: %(least)s")
    return _("Your call: %(least)s or more, or pass") if may_pass else _("Your call: %(least)s or more")


def _to_name_trump(seen: Observation) -> str:
    level = seen.contract.level if seen.contract else 0
    return _("You have it for %(level)s. Name the trump") % {"level": number(level)}


def _to_play(seen: Observation) -> str:
    if seen.trick is None or not seen.trick.cards:
        return _to_lead(seen)
    led = seen.trick.cards[0].suit
    suit = {"suit": wording.suit(led)}
    if any(isinstance(action, PlayCard) and action.card.suit is led for action in seen.legal):
        return _("Your turn: follow %(suit)s") % suit
    return _("Your turn: no %(suit)s, so any card") % suit


def _to_lead(seen: Observation) -> str:
    held = seen.hand.bit_count() if seen.hand else 0
    if len(seen.legal) == held or seen.why_not is None:
        return _("Your turn: lead any card")
    return _LEADS[seen.why_not.code]() if seen.why_not.code in _LEADS else wording.reason(seen.why_not)


_LEADS = {
    "spades-not-broken": lambda: _("Your turn to lead: spades are not broken yet"),
    "must-lead-trump": lambda: _("Your turn to lead: a trump"),
}
_ASKED = {CALL: _to_call, TRUMP: _to_name_trump, PLAY: _to_play}
