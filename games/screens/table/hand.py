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

NO_HAND = HandPanel((), acts=False, why="")


def hand(scene: Scene, seat: Seat | None) -> HandPanel:
    """Spades, hearts, clubs, diamonds, so that the colours take turns. Out of turn no card is marked as unlawful."""
    seen = scene.seen
    if seen is None or seat is None or not seen.hand or scene.phase not in (CALL, TRUMP, PLAY):
        return NO_HAND
    if scene.phase != PLAY or seat != scene.to_act:
        return _resting(seen.hand, spoken())
    held = sorted(cards_in(seen.hand), key=_place)
    lawful = {action.card for action in seen.legal if isinstance(action, PlayCard)}
    signals = seen.game.signals
    return HandPanel(
        cards=tuple(_card(card, card in lawful, flick=signals and _is_last(seen.hand, card)) for card in held),
        acts=True,
        why=_why(seen) if len(lawful) < len(held) else "",
        slam=signals,
    )


@lru_cache(maxsize=2048)
def _resting(held: int, _spoken: tuple[str, str]) -> HandPanel:
    return HandPanel(tuple(_card(card) for card in sorted(cards_in(held), key=_place)), acts=False, why="")


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
