"""Scores, contract, tricks and proofs: what everybody sees of how the match stands."""

from __future__ import annotations

from .base import Panel


class State(Panel, frozen=True):
    """#table-state: what scripts and screen readers may rely on."""

    table_id: int
    version: int
    phase: str  # waiting call trump play result over
    turn: str  # a seat or empty


class TableName(Panel, frozen=True):
    """#table-name, in the bar: the title that the host or staff gave, else the game; then its rules."""

    text: str
    rules: str
    is_title: bool = False


class Total(Panel, frozen=True):
    """One side's score in the strip; `due` is "5 / 9": tricks taken of tricks undertaken, or empty."""

    side: str
    names: tuple[str, ...]
    score: str
    is_negative: bool
    due: str
    bags: str  # "3 bags" where the game counts them, else empty


class Slip(Panel, frozen=True):
    """The contract on its slip of card paper, or the standing bid while it is open."""

    big: str  # "9", "6", "2 / 4", "End"
    strain: str  # S H D C NT or empty
    second: str  # for Spades: the other side's number beside the suit, else empty
    times: str  # "×2" when doubled
    small: str  # "Layla bids"
    is_open: bool


class Strip(Panel, frozen=True):
    """#strip: the two totals and the contract."""

    ns: Total
    ew: Total
    slip: Slip


class Beads(Panel, frozen=True):
    """#beads: `line` has an item for each trick and for each notch: NS, EW, empty, goal."""

    line: tuple[str, ...]  # empty: no beads to show
    ns: str
    ew: str
    spoken: str


class SheetRow(Panel, frozen=True):
    """One round on the score sheet."""

    number: str
    note: str  # "passed out", "9 ♥"-like words: contract in words
    ns_points: str
    ns_total: str
    ns_negative: tuple[bool, bool]  # points, total
    ew_points: str
    ew_total: str
    ew_negative: tuple[bool, bool]


class Sheet(Panel, frozen=True):
    """#score-sheet."""

    ns_names: tuple[str, ...]
    ew_names: tuple[str, ...]
    target: str  # "to 31"
    rows: tuple[SheetRow, ...]
    bags: tuple[str, str]  # words, or empty
    terms: tuple[str, ...]  # what differs from the rule set, in words
    is_over: bool = False  # no round will be added


class Seal(Panel, frozen=True):
    """#deal-seal: the commitment of this round's deal (whole, in hexadecimal), and of the round before its seed."""

    commitment: str
    last_seed: str
    last_round: str


class Said(Panel, frozen=True):
    """#said: what a screen reader should hear of the last change, in names, never "you"."""

    text: str
