"""#controls, private: what this viewer may press."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.engine.actions import DOUBLE, PASS, REDOUBLE, THROW, Call, ChooseTrump
from games.engine.cards import SUIT_MASKS, Strain
from games.engine.observation import Observation
from games.engine.seats import Seat
from games.models import TableState, Wish

from .. import wording
from ..panels import ActionButton, CallButton, Controls, Level, TrumpButton
from ..texts import gettext as _
from ..texts import ngettext
from ..wording import number
from .asks import asks
from .scene import CALL, OVER, RESULT, TRUMP, WAITING, Scene

NOTHING = Controls()
LEVELS = range(7, 14)
UPWARDS = ("C", "D", "H", "S", "NT")
"""Strains in their order of rank (rule 2.12)."""


def controls(scene: Scene, seat: Seat | None, user_id: int | None) -> Controls:
    turn, asked = _turn(scene, seat, user_id), asks(scene, seat)
    return replace(turn, asks=asked) if asked else turn


def _turn(scene: Scene, seat: Seat | None, user_id: int | None) -> Controls:
    if scene.phase == WAITING:
        return Controls(actions=_before(scene, seat, user_id))
    if scene.phase in (RESULT, OVER):
        return Controls(actions=_after(scene, seat))
    if scene.seen is None or seat is None or seat != scene.to_act or scene.sitter(seat).stands_in:
        return NOTHING
    if scene.phase == CALL:
        return _calls(scene.seen)
    return Controls(trumps=_trumps(scene.seen)) if scene.phase == TRUMP else NOTHING


# --- before and after ----------------------------------------------------------------------------------------------


def _before(scene: Scene, seat: Seat | None, user_id: int | None) -> tuple[ActionButton, ...]:
    is_host = user_id is not None and user_id == scene.snapshot.host_id
    if scene.snapshot.state != TableState.OPEN or not (is_host or seat is not None):
        return ()
    gather = ActionButton("", _("Seats and invites") if is_host else _("Invite"), "chair", opens="gather")
    if not scene.free:
        return (gather,) if seat is None or scene.sitter(seat).ready else (_begin(scene), gather)
    invite = ActionButton("", _("Copy the invite"), "copy", is_main=True, copy=f"/t/{scene.snapshot.token}/")
    fill = (ActionButton("fill-bots", _("Fill with bots"), "bot"),) if is_host else ()
    return (invite, *fill, gather)


def _begin(scene: Scene) -> ActionButton:
    """Whoever plays with bots alone waits for nobody."""
    if len(scene.snapshot.people) == 1:
        return ActionButton("ready", _("Start"), is_main=True)
    return ActionButton("ready", _("Ready"), "check", is_main=True)


def _after(scene: Scene, seat: Seat | None) -> tuple[ActionButton, ...]:
    if scene.phase == RESULT:
        ready = seat is None or scene.sitter(seat).ready or scene.sitter(seat).stands_in
        return () if ready else (ActionButton("ready", _("Ready"), "check", is_main=True),)
    return (*_again(scene, seat), ActionButton("", _("View the match"), href=f"/matches/{scene.snapshot.match_id}/"))


def _again(scene: Scene, seat: Seat | None) -> tuple[ActionButton, ...]:
    """Another match, seated as before or with partners rotated; a wish may be changed. When somebody has left there
    is one way only: the table gathers anew."""
    if seat is None or scene.snapshot.state != TableState.FINISHED:
        return ()
    wish = scene.sitter(seat).wish
    again = ActionButton("rematch", _("Play again"), is_main=not wish)
    if scene.missing:
        return () if wish else (again,)
    rotate = ActionButton("rotate", _("Play again, partners rotated"))
    return tuple(button for button, own in ((again, Wish.AGAIN), (rotate, Wish.ROTATE)) if wish != own)


# --- calls and trump -----------------------------------------------------------------------------------------------


def _calls(seen: Observation) -> Controls:
    lawful = {action.call for action in seen.legal if isinstance(action, Call)}
    known = seen.game.calls
    if seen.game.bids_by_seat:
        bids = sorted((call for call in known if wording.is_bid(call)), key=int)
        return Controls(numbers=_buttons(seen, (*bids, *(known - set(bids))), lawful))
    words = tuple(call for call in (PASS, DOUBLE, REDOUBLE, THROW) if call in (known if call != THROW else lawful))
    if "7" in known:
        return Controls(numbers=_buttons(seen, map(str, LEVELS), lawful), words=_buttons(seen, words, lawful))
    levels = tuple(_level(seen, level, lawful) for level in LEVELS)
    chosen = next((level.number for level in levels if level.lawful), "")
    return Controls(levels=levels, chosen_level=chosen, words=_buttons(seen, words, lawful))


def _level(seen: Observation, level: int, lawful: set[str]) -> Level:
    calls = tuple(f"{level}{strain}" for strain in UPWARDS)
    return Level(str(level), number(level), bool(lawful.intersection(calls)), _buttons(seen, calls, lawful))


def _buttons(seen: Observation, calls: Iterable[str], lawful: set[str]) -> tuple[CallButton, ...]:
    return tuple(_button(seen, call, call in lawful) for call in calls)


def _button(seen: Observation, call: str, lawful: bool) -> CallButton:
    text, strain = wording.parts(call, seen.game)
    return CallButton(call, text, wording.call(call, seen.game), strain, lawful)


def _trumps(seen: Observation) -> tuple[TrumpButton, ...]:
    return tuple(_trump(seen.hand or 0, action.strain) for action in seen.legal if isinstance(action, ChooseTrump))


def _trump(hand: int, strain: Strain) -> TrumpButton:
    if strain is Strain.NT:
        return TrumpButton(strain.name, wording.strain(strain), "")
    held = (hand & SUIT_MASKS[strain]).bit_count()
    words = ngettext("%(count)s held", "%(count)s held", held) % {"count": number(held)}
    return TrumpButton(strain.name, wording.strain(strain), words)
