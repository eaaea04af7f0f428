"""The two rounds that beginners are walked through, as records, and what is said at their steps (English sources)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.engine.errors import gettext_noop

NAMES: Final = (gettext_noop("Nadia"), gettext_noop("Emad"), gettext_noop("Salma"), gettext_noop("Walid"))
"""Who sits North, East, South and West: the initials help."""


@dataclass(frozen=True, slots=True)
class GuideRound:
    """A round in the notation of the record, its cards in one line. `notes` by step, 0 being the deal."""

    rules: str
    dealer: str
    seed: str
    calls: tuple[str, ...]
    trump: str | None
    plays: str
    notes: Mapping[int, str]


_TARNEEB: Final = GuideRound(
    rules="tarneeb/cardems",
    dealer="E",
    seed="04" * 32,
    calls=("7", "8", "P", "P", "9", "P"),
    trump="C",
    plays=(
        "CQ C2 C3 C9 CK C7 C5 H2 CA H3 CJ D3 D2 DT DJ D5 SA S4 S2 S3 S5 SQ C4 S6 D4 DK "
        "D8 D6 H5 H6 HJ H8 HK HT S7 H4 D9 D7 DA DQ S9 S8 SK C6 C8 ST H7 H9 CT SJ HQ HA"
    ),
    notes={
        0: gettext_noop(
            "You are Salma, at the bottom, and Nadia opposite is your partner. Here all hands lie open; at the "
            "table you see only your own. Emad has dealt, so the seat after Emad speaks first: you."
        ),
        1: gettext_noop(
            "A bid says how many of the thirteen tricks your side will take, at least 7. Seven clubs with ace, "
            "king and queen are good enough for 7."
        ),
        2: gettext_noop("A bid must be higher than every bid before it. Walid says 8."),
        3: gettext_noop("Nadia passes. A pass is final: Nadia says nothing more in this auction."),
        5: gettext_noop("You trust your clubs and raise to 9."),
        6: gettext_noop(
            "Three have passed, so your bid stands: you are the declarer, and you and Nadia must take 9 tricks "
            "together."
        ),
        7: gettext_noop("The declarer names the trump, the suit that beats all others. With seven clubs that is easy."),
        8: gettext_noop(
            "In these rules the declarer leads the first trick. Whoever holds the suit that was led must play it."
        ),
        11: gettext_noop(
            "All four cards are clubs, and the highest takes the trick: your queen. The winner leads next."
        ),
        15: gettext_noop("Emad has no club left and may play any card. A heart cannot win a trick of clubs."),
        19: gettext_noop("After three rounds nobody else holds a trump. Your last four clubs will each take a trick."),
        22: gettext_noop("You led a low diamond, and Nadia takes the trick with the jack."),
        24: gettext_noop("Nadia leads the ace, the highest card of its suit."),
        30: gettext_noop(
            "You hold no spade any more, so you may trump: your small club beats even the queen. That is a ruff."
        ),
        35: gettext_noop("The king takes the first trick for Walid and Emad. You and Nadia have six and need nine."),
        51: gettext_noop("Another ruff: the seventh trick for your side, and you have two clubs left."),
        59: gettext_noop(
            "The ninth trick: the contract is made. In the Cardems rules your side scores 9, a point for each "
            "trick. With only eight you would have lost 9, and the others would have scored 5."
        ),
    },
)

_SPADES: Final = GuideRound(
    rules="spades/cardems",
    dealer="E",
    seed="2d" * 32,
    calls=("4", "4", "NIL", "3"),
    trump=None,
    plays=(
        "CK C2 CQ C4 CJ S3 CT C5 DA DT H2 D2 SA S9 S2 S4 D9 D8 S8 D4 HA H5 H6 HK SK S6 "
        "S5 HT C8 C3 H7 C6 HJ SJ HQ H3 DQ DJ D6 H9 CA D7 C7 C9 DK D5 D3 H8 S7 SQ H4 ST"
    ),
    notes={
        0: gettext_noop(
            "You are Salma, at the bottom, and Nadia opposite is your partner. Here all hands lie open; at the "
            "table you see only your own. Spades are always trump. Emad has dealt, so you speak first."
        ),
        1: gettext_noop(
            "Everybody bids once: how many tricks this player will take. The bids of two partners are added up."
        ),
        3: gettext_noop(
            "Nadia bids Nil: not a single trick. It is worth 100 points, and costs 100 if Nadia has to take one."
        ),
        4: gettext_noop("All have bid. You must take 4 for your side, Walid and Emad 7 together."),
        5: gettext_noop("The first bidder leads. Your high club protects Nadia, who must not win a trick."),
        7: gettext_noop("Nadia lets the queen go under your king. A high card that is gone can do no harm later."),
        10: gettext_noop(
            "Walid holds no club and plays a spade, which beats all clubs. Spades are broken now: from here on "
            "they may be led."
        ),
        15: gettext_noop("Emad holds no diamond and throws a heart. It cannot win."),
        18: gettext_noop("Nadia must follow suit, and the nine is safe under Walid's ace."),
        28: gettext_noop("Under the ace the king is safe as well."),
        38: gettext_noop("You hold no heart any more and ruff with the jack of spades: your second trick."),
        48: gettext_noop("Your fourth trick: the contract is made."),
        52: gettext_noop(
            "A fifth trick, one more than you bid. It is worth 1 point, but it is a bag, and ten bags cost 100 points."
        ),
        56: gettext_noop(
            "Nadia took no trick: Nil is made. 40 for your contract, 1 for the bag and 100 for Nil make 141. "
            "Walid and Emad bid 7 and took 8, which is 71."
        ),
    },
)

ROUNDS: Final[Mapping[str, GuideRound]] = {"tarneeb": _TARNEEB, "spades": _SPADES}
"""The guided round of each game, by its slug."""
