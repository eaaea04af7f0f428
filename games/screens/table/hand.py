"""#hand, private: the cards this viewer holds, and which may be played how."""

from __future__ import annotations

from functools import lru_cache

from games.engine.actions import PlayCard
from games.engine.cards import SUIT_MASKS, Card, Strain, cards_in
from games.engine.observation import Observation
from games.engine.seats import Seat

from .. import wording
from ..panels import HandCard, HandPanel
from ..texts import gettext as _
from ..texts import spoken
from .scene import CALL, PLAY, TRUMP, Scene

SUITS = (Strain.S, Strain.H, Strain.C, Strain.D)
"""From left to right, so that the colours take turns; turned round, they still do."""

Order = tuple[tuple[Strain, ...], bool]

NO_HAND = HandPanel((), acts=False, why="")


def hand(scene: Scene, seat: Seat | None) -> HandPanel:
    """The cards in the order that this person likes. Out of turn no card is marked as unlawful."""
    seen = scene.seen
    if seen is None or seat is None or not seen.hand or scene.phase not in (CALL, TRUMP, PLAY):
        return NO_HAND
    order = _order(scene, seat)
    if scene.phase != PLAY or seat != scene.to_act:
        return _resting(seen.hand, order, spoken())
    held = _sorted(seen.hand, order)
    lawful = {action.card for action in seen.legal if isinstance(action, PlayCard)}
    signals, tongue = seen.game.signals, spoken()
    flicks = {card for card in lawful if _is_last(seen.hand, card)} if signals else ()
    return HandPanel(
        cards=tuple([_made(card, card in lawful, card in flicks, tongue) for card in held]),
        acts=True,
        why=_why(seen) if len(lawful) < len(held) else "",
        slam=signals,
    )


@lru_cache(maxsize=2048)
def _resting(held: int, order: Order, tongue: tuple[str, str]) -> HandPanel:
    return HandPanel(tuple([_made(card, True, False, tongue) for card in _sorted(held, order)]), acts=False, why="")


def _order(scene: Scene, seat: Seat) -> Order:
    """The suits from left to right, their colours by turns, and whether each begins with its high cards."""
    wish, trump = scene.sitter(seat).hand_order, scene.round.trump if scene.round else None
    at = SUITS.index(trump) if wish == "trump" and trump in SUITS else 0  # no trump begins as ever
    return SUITS[at:] + SUITS[:at], wish != "low"


def _sorted(held: int, order: Order) -> list[Card]:
    suits, high_first = order
    runs = [cards_in(held & SUIT_MASKS[suit]) for suit in suits]
    return [card for run in runs for card in (run if high_first else reversed(run))]


@lru_cache(maxsize=1024)
def _made(card: Card, lawful: bool, flick: bool, _spoken: tuple[str, str]) -> HandCard:
    return HandCard(str(card), card.suit.name, wording.card(card), lawful, flick)


def _is_last(held: int, card: Card) -> bool:
    """A flick shows the last card of a suit held (rule 2.30)."""
    return (held & SUIT_MASKS[card.suit]).bit_count() == 1


def _why(seen: Observation) -> str:
    """What an unlawful touch is told."""
    if seen.trick and seen.trick.cards:
        return _("You must follow %(suit)s.") % {"suit": wording.suit(seen.trick.cards[0].suit)}
    return wording.reason(seen.why_not) if seen.why_not else ""
