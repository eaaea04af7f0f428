"""#hand, private: the cards this viewer holds, and which may be played how."""

from __future__ import annotations

from functools import lru_cache

from games.engine.actions import PlayCard
from games.engine.cards import SUIT_MASKS, Card, cards_in
from games.engine.observation import Observation
from games.engine.seats import Seat

from .. import wording
from ..panels import HandCard, HandPanel
from ..texts import gettext as _
from ..texts import spoken
from .scene import CALL, PLAY, TRUMP, Scene

SUITS = "SHCD"
"""From left to right, so that the colours take turns; turned round, they still do."""

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
    signals = seen.game.signals
    return HandPanel(
        cards=tuple(_card(card, card in lawful, flick=signals and _is_last(seen.hand, card)) for card in held),
        acts=True,
        why=_why(seen) if len(lawful) < len(held) else "",
        slam=signals,
    )


@lru_cache(maxsize=2048)
def _resting(held: int, order: tuple[str, int], _spoken: tuple[str, str]) -> HandPanel:
    return HandPanel(tuple(_card(card) for card in _sorted(held, order)), acts=False, why="")


def _order(scene: Scene, seat: Seat) -> tuple[str, int]:
    """The suits from left to right, their colours by turns, and 1 or −1: whether each begins with its high cards."""
    wish, trump = scene.sitter(seat).hand_order, scene.round.trump if scene.round else None
    first = trump.name if wish == "trump" and trump is not None else ""
    at = max(SUITS.find(first), 0) if first else 0  # no trump begins as ever
    return SUITS[at:] + SUITS[:at], -1 if wish == "low" else 1


def _sorted(held: int, order: tuple[str, int]) -> list[Card]:
    suits, sign = order
    return sorted(cards_in(held), key=lambda card: (suits.index(card.suit.name), -sign * int(card)))


def _card(card: Card, lawful: bool = True, *, flick: bool = False) -> HandCard:
    return _made(card, lawful, flick and lawful, spoken())


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
