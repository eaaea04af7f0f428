"""#match-menu, private: what a player may do in a match beside playing; and who looks on."""

from __future__ import annotations

from games.engine.seats import Seat
from games.models import TableState, Wish

from ..lobby import watching
from ..panels import MatchMenu, Watchers
from .scene import PLAY, Scene


def match_menu(scene: Scene, seat: Seat | None) -> MatchMenu:
    """A claim is offered when it is this player's turn to play a card."""
    if seat is None:
        return MatchMenu()
    if scene.snapshot.state == TableState.OPEN:
        return MatchMenu(stand=True)
    own = scene.sitter(seat)
    if scene.snapshot.state != TableState.PLAYING or own.stands_in:
        return MatchMenu()
    claim = scene.phase == PLAY and scene.to_act == seat
    return MatchMenu(claim=claim, concede="asked" if own.wish == Wish.CONCEDE else "may")


def watchers(scene: Scene) -> Watchers:
    count = scene.snapshot.watchers
    return Watchers(watching(count) if count else "")
