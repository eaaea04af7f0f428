"""Tarneeb's rule sets and options (rule 2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ..errors import gettext_noop
from ..options import Option, RuleSet, Value
from ..seats import ROTATIONS, Rotation


@dataclass(frozen=True, slots=True)
class TarneebRules:
    """A full assignment of the options; made by `RuleSet.chosen`, which validates."""

    direction: str
    auction: str
    no_trump: bool
    all_pass: str
    opening_lead: str
    scoring: str
    target: int
    finish: str
    doubles: str
    hopeless_hand: bool
    ten_in_suit: bool
    first_lead_trump: bool
    signals: bool

    @property
    def rotation(self) -> Rotation:
        return ROTATIONS[self.direction]


def _switch(name: str, label: str, help: str, on: str, off: str) -> Option:
    return Option(
        name, label, help, ((True, gettext_noop("Yes")), (False, gettext_noop("No"))), ((True, on), (False, off))
    )


def _choice(name: str, label: str, help: str, *choices: tuple[Value, str]) -> Option:
    return Option(name, label, help, choices, choices)


OPTIONS: Final = (
    _choice(
        "direction",
        gettext_noop("Direction"),
        gettext_noop("The way the deal, the calls and the cards go round the table."),
        ("clockwise", gettext_noop("clockwise")),
        ("counterclockwise", gettext_noop("counter-clockwise")),
    ),
    _choice(
        "auction",
        gettext_noop("Auction"),
        gettext_noop("How the contract is won."),
        ("rounds", gettext_noop("bids go round until three have passed")),
        ("open", gettext_noop("bids name a suit, and a pass shuts nobody out")),
        ("once", gettext_noop("everybody speaks once, the dealer last")),
    ),
    _switch(
        "no_trump",
        gettext_noop("No trump"),
        gettext_noop("The declarer may play without a trump suit."),
        gettext_noop("no trump allowed"),
        gettext_noop("no “no trump”"),
    ),
    _choice(
        "all_pass",
        gettext_noop("When all pass"),
        gettext_noop("What happens when nobody wants to bid."),
        ("assign", gettext_noop("the dealer gets a contract of 7")),
        ("redeal-next", gettext_noop("the next seat deals")),
        ("redeal-same", gettext_noop("the same dealer deals again")),
        ("force-dealer", gettext_noop("the dealer must bid")),
    ),
    _choice(
        "opening_lead",
        gettext_noop("Opening lead"),
        gettext_noop("Who plays the first card."),
        ("declarer", gettext_noop("the declarer leads")),
        ("after-dealer", gettext_noop("the seat next to the dealer leads")),
    ),
    _choice(
        "scoring",
        gettext_noop("Scoring"),
        gettext_noop("What a made or missed contract, and a kaboot, is worth."),
        ("cardems", gettext_noop("Cardems scoring")),
        ("levant", gettext_noop("Levant scoring")),
        ("classic", gettext_noop("classic scoring")),
    ),
    _choice(
        "target",
        gettext_noop("Target"),
        gettext_noop("The score that ends the match."),
        (31, gettext_noop("to 31")),
        (41, gettext_noop("to 41")),
        (51, gettext_noop("to 51")),
        (61, gettext_noop("to 61")),
    ),
    _choice(
        "finish",
        gettext_noop("End of the match"),
        gettext_noop("Who wins when both sides pass the target."),
        ("sole", gettext_noop("one side alone at the target")),
        ("highest", gettext_noop("the higher score at the target")),
    ),
    _choice(
        "doubles",
        gettext_noop("Doubles"),
        gettext_noop("The opponents may double a contract, and the bidders redouble it."),
        ("none", gettext_noop("no doubles")),
        ("double", gettext_noop("double allowed")),
        ("redouble", gettext_noop("double and redouble allowed")),
    ),
    _switch(
        "hopeless_hand",
        gettext_noop("Hopeless hand"),
        gettext_noop("A hand that can take no trick may be thrown in instead of its first call; the next seat deals."),
        gettext_noop("a hopeless hand may be thrown in"),
        gettext_noop("no throwing in of hopeless hands"),
    ),
    _switch(
        "ten_in_suit",
        gettext_noop("Ten in a suit"),
        gettext_noop("With ten or more cards of one suit: pass, bid 13, or throw the hand in; the same dealer deals."),
        gettext_noop("ten of a suit: pass, 13 or throw in"),
        gettext_noop("no rule for ten of a suit"),
    ),
    _switch(
        "first_lead_trump",
        gettext_noop("First lead a trump"),
        gettext_noop("The declarer's first lead must be a trump, if one is held."),
        gettext_noop("the first lead is a trump"),
        gettext_noop("any first lead"),
    ),
    _switch(
        "signals",
        gettext_noop("Signals"),
        gettext_noop("Cards may be slammed or flicked on the table, as in the café. Never in rated matches."),
        gettext_noop("slam and flick allowed"),
        gettext_noop("no slam or flick"),
    ),
)

_TARGETS: Final = (31, 41, 51, 61)
_CLASSIC_OPEN: Final[Mapping[str, tuple[Value, ...]]] = {
    "direction": ("clockwise", "counterclockwise"),
    "no_trump": (True, False),
    "all_pass": ("redeal-same", "force-dealer"),
    "target": _TARGETS,
    "hopeless_hand": (True, False),
    "ten_in_suit": (True, False),
    "first_lead_trump": (True, False),
    "signals": (True, False),
}
_CLASSIC: Final[Mapping[str, Value]] = {
    "direction": "counterclockwise",
    "auction": "rounds",
    "no_trump": True,
    "all_pass": "redeal-same",
    "opening_lead": "declarer",
    "scoring": "classic",
    "target": 31,
    "finish": "highest",
    "doubles": "none",
    "hopeless_hand": False,
    "ten_in_suit": False,
    "first_lead_trump": False,
    "signals": False,
}

RULE_SETS: Final = (
    RuleSet(
        "tarneeb/cardems",
        gettext_noop("Cardems"),
        gettext_noop("Clockwise, quick and plain: no doubles, no bonus, and when all pass the dealer plays for 7."),
        {
            **_CLASSIC,
            "direction": "clockwise",
            "no_trump": False,
            "all_pass": "assign",
            "scoring": "cardems",
            "finish": "sole",
        },
        {},
    ),
    RuleSet(
        "tarneeb/levant",
        gettext_noop("Levant"),
        gettext_noop("As in Syria, Jordan and Palestine: defenders keep their tricks, and a kaboot pays 26."),
        {
            **_CLASSIC,
            "no_trump": False,
            "all_pass": "redeal-next",
            "opening_lead": "after-dealer",
            "scoring": "levant",
        },
        {"target": (31, 61)},
    ),
    RuleSet(
        "tarneeb/classic",
        gettext_noop("Classic"),
        gettext_noop("The game most cafés know, with the house rules that you choose."),
        _CLASSIC,
        _CLASSIC_OPEN,
    ),
    RuleSet(
        "tarneeb/egyptian",
        gettext_noop("Egyptian"),
        gettext_noop("Bids name the suit, a pass shuts nobody out, and contracts may be doubled. To 41."),
        {**_CLASSIC, "auction": "open", "target": 41, "doubles": "double"},
        {
            **{name: values for name, values in _CLASSIC_OPEN.items() if name != "no_trump"},
            "doubles": ("none", "double", "redouble"),
        },
    ),
    RuleSet(
        "tarneeb/lebanese",
        gettext_noop("Lebanese"),
        gettext_noop("Everybody speaks once, the dealer last, who may take the highest bid for the same number."),
        {**_CLASSIC, "auction": "once"},
        _CLASSIC_OPEN,
    ),
)
