"""#controls and #hand, private: what this viewer may press, and the cards this viewer holds."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.actions import DOUBLE, PASS, REDOUBLE, THROW, Call, ChooseTrump, PlayCard
from games.engine.cards import SUIT_MASKS, Card, Strain, cards_in
from games.engine.observation import Observation
from games.engine.seats import Seat
from games.models import TableState

from .. import wording
from ..panels import ActionButton, CallButton, Controls, HandCard, HandPanel, Level, TrumpButton
from ..texts import gettext as _
from ..texts import ngettext
from ..wording import number
from .scene import CALL, OVER, PLAY, RESULT, TRUMP, WAITING, Scene

NOTHING = Controls()
NO_HAND = HandPanel((), acts=False, why="")
LEVELS = range(7, 14)
UPWARDS = ("C", "D", "H", "S", "NT")
"""Strains in their order of rank (rule 2.12)."""


def controls(scene: Scene, seat: Seat | None, user_id: int | None) -> Controls:
    if scene.phase == WAITING:
        return Controls(actions=_before(scene, seat, user_id))
    if scene.phase in (RESULT, OVER):
        return Controls(actions=_after(scene, seat))
    if scene.seen is None or seat is None or seat != scene.to_act:
        return NOTHING
    if scene.phase == CALL:
        return _calls(scene.seen)
    return Controls(trumps=_trumps(scene.seen)) if scene.phase == TRUMP else NOTHING


# --- before and after ----------------------------------------------------------------------------------------------


def _before(scene: Scene, seat: Seat | None, user_id: int | None) -> tuple[ActionButton, ...]:
    snapshot = scene.snapshot
    is_host = user_id is not None and user_id == snapshot.host_id
    if snapshot.state != TableState.OPEN or not (is_host or seat is not None):
        return ()
    if not scene.free:
        return (ActionButton("start", _("Start"), "check", is_main=True),) if is_host else ()
    invite = ActionButton("", _("Copy the invite"), "copy", is_main=not is_host, copy=f"/t/{snapshot.token}/")
    fill = ActionButton("fill-bots", _("Fill with bots"), "bot", is_main=True)
    return (fill, invite) if is_host else (invite,)


def _after(scene: Scene, seat: Seat | None) -> tuple[ActionButton, ...]:
    ready = seat is not None and scene.sitter(seat).ready
    if scene.phase == RESULT:
        return () if seat is None or ready else (ActionButton("ready", _("Ready"), "check", is_main=True),)
    again = seat is not None and not ready and scene.snapshot.state == TableState.FINISHED
    rematch = (ActionButton("rematch", _("Play again"), is_main=True),) if again else ()
    return (*rematch, ActionButton("", _("View the match"), href=f"/matches/{scene.snapshot.match_id}/"))


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


# --- the hand ------------------------------------------------------------------------------------------------------


def hand(scene: Scene, seat: Seat | None) -> HandPanel:
    """Spades, hearts, clubs, diamonds, so that the colours take turns. Out of turn no card is marked as unlawful."""
    seen = scene.seen
    if seen is None or seat is None or not seen.hand or scene.phase not in (CALL, TRUMP, PLAY):
        return NO_HAND
    held = sorted(cards_in(seen.hand), key=_place)
    if scene.phase != PLAY or seat != scene.to_act:
        return HandPanel(tuple(_card(card) for card in held), acts=False, why="")
    lawful = {action.card for action in seen.legal if isinstance(action, PlayCard)}
    signals = seen.game.signals
    return HandPanel(
        cards=tuple(_card(card, card in lawful, flick=signals and _is_last(seen.hand, card)) for card in held),
        acts=True,
        why=_why(seen) if len(lawful) < len(held) else "",
        slam=signals,
    )


def _place(card: Card) -> tuple[int, int]:
    return "SHCD".index(card.suit.name), -int(card)


def _card(card: Card, lawful: bool = True, *, flick: bool = False) -> HandCard:
    return HandCard(str(card), card.suit.name, wording.card(card), lawful, flick and lawful)


def _is_last(held: int, card: Card) -> bool:
    """A flick shows the last card of a suit held (rule 2.30)."""
    return (held & SUIT_MASKS[card.suit]).bit_count() == 1


def _why(seen: Observation) -> str:
    """What an unlawful touch is told."""
    if seen.trick and seen.trick.cards:
        return _("You must follow %(suit)s.") % {"suit": wording.suit(seen.trick.cards[0].suit)}
    return wording.reason(seen.why_not) if seen.why_not else ""
