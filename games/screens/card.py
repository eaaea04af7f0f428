"""A picture of one round for sharing: who held what, what was played for, how it went. All places are in pixels."""

from __future__ import annotations

from dataclasses import dataclass

from .match import MatchPage
from .texts import gettext as _

LONGEST = 20
"""A longer name is cut off, so that it stays within its sheet."""

_CORNERS = {"N": (430, 134), "W": (60, 236), "E": (800, 236), "S": (430, 396)}


@dataclass(frozen=True, slots=True)
class CardRow:
    """One suit of a hand: its drawing, its ranks, and where the line stands."""

    suit: str
    ranks: str
    y: int


@dataclass(frozen=True, slots=True)
class CardHand:
    """A hand on its sheet of card paper."""

    name: str
    side: str
    x: int
    y: int
    rows: tuple[CardRow, ...]


@dataclass(frozen=True, slots=True)
class RoundCard:
    """The whole picture, in words ready to be written."""

    title: str
    contract: str
    outcome: str
    scores: tuple[tuple[str, tuple[str, str]], tuple[str, tuple[str, str]]]  # points so far, and both names
    hands: tuple[CardHand, ...]
    where: str


def round_card(page: MatchPage, number: int) -> RoundCard:
    """The round number `number`, from 1, of a page."""
    round = page.rounds[number - 1]
    last = page.sheet.rows[number - 1] if number <= len(page.sheet.rows) else None
    totals = (last.ns_total, last.ew_total) if last else page.totals
    (n, s), (e, w) = (tuple(map(_short, pair)) for pair in page.sides)
    told = {"game": page.game, "rule_set": page.rule_set, "number": round.number}
    return RoundCard(
        title=_("%(game)s, %(rule_set)s, round %(number)s") % told,
        contract=round.contract,
        outcome=round.outcome,
        scores=((totals[0], (n, s)), (totals[1], (e, w))),
        hands=tuple(
            CardHand(_short(hand.name), hand.side, *_CORNERS[hand.seat], rows=_rows(hand.suits)) for hand in round.hands
        ),
        where=_("Match %(id)s") % {"id": page.id},
    )


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def _rows(suits: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]) -> tuple[CardRow, ...]:
    return tuple(
        CardRow(suit, " ".join(rank for _card, rank in cards) or "–", 64 + 33 * line)
        for line, (suit, cards) in enumerate(suits)
    )
