"""What the table asks of one viewer: to come back, to agree to a concession, to wait for somebody who is away."""

from __future__ import annotations

from games.engine.seats import Seat
from games.models import TableState, Wish
from games.store import Sitter

from ..panels import ActionButton, Ask
from ..texts import gettext as _
from .scene import Scene


def asks(scene: Scene, seat: Seat | None) -> tuple[Ask, ...]:
    """Nothing for watchers, and nothing outside a match."""
    if seat is None or scene.snapshot.state != TableState.PLAYING:
        return ()
    own = scene.sitter(seat)
    if own.has_left or own.away_at or own.stands_in:
        return (_come_back(own),)
    away = (sitter for sitter in scene.snapshot.people if sitter.away_at and not sitter.stands_in)
    return (*_concession(scene, own), *(_wait_or_not(scene, sitter) for sitter in away))


def _come_back(own: Sitter) -> Ask:
    if own.stands_in:
        text = _("A bot plays for you.")
    else:
        text = _("You have left the table.") if own.has_left else _("You count as away.")
    return Ask(text, (ActionButton("back", _("I am back"), "chair", is_main=True),))


def _concession(scene: Scene, own: Sitter) -> tuple[Ask, ...]:
    on = ActionButton("play-on", _("Play on"))
    if own.wish == Wish.CONCEDE:
        return (Ask(_("You would give the match up. Your partner is asked."), (on,)),)
    if scene.sitter(own.seat.partner).wish != Wish.CONCEDE:
        return ()
    text = _("%(name)s would give the match up. Do you agree?") % {"name": scene.name(own.seat.partner)}
    return (Ask(text, (ActionButton("concede", _("Give it up")), on)),)


def _wait_or_not(scene: Scene, away: Sitter) -> Ask:
    text = _("%(name)s is away.") % {"name": scene.name(away.seat)}
    wait = ActionButton(f"wait:{away.seat.name}", _("Wait"), "clock")
    return Ask(text, (wait, ActionButton(f"stand-in:{away.seat.name}", _("Let a bot play"), "bot")))
