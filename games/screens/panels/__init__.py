"""The panels of the table page: what each fragment shows, in words ready for one language and one kind of digits.

A panel is a frozen value; a fragment is rendered anew only when its panel changed. Some fifty are made and compared at
every action, so they are structures of msgspec, which does that in C. Public panels are the same for every viewer and
hold no relative word ("you", "partner"); private ones belong to one viewer. Cards are in notation.
"""

from .base import Panel
from .board import Board, HandLine, RatingLine, SumLine
from .felt import Countdown, LastTrick, LyingCall, Plate, PlayedCard, TrickPanel
from .own import (
    ActionButton,
    Ask,
    CallButton,
    Controls,
    HandCard,
    HandPanel,
    Level,
    MatchMenu,
    Prompt,
    TrumpButton,
    ViewerSeat,
)
from .room import Gathering, Neighbour, People, SeatLine, SpokenLine, TalkPanel, Watchers
from .score import Beads, Said, Seal, Sheet, SheetRow, Slip, State, Strip, TableName, Total

__all__ = [
    "ActionButton",
    "Ask",
    "Beads",
    "Board",
    "CallButton",
    "Controls",
    "Countdown",
    "Gathering",
    "HandCard",
    "HandLine",
    "HandPanel",
    "LastTrick",
    "Level",
    "LyingCall",
    "MatchMenu",
    "Neighbour",
    "Panel",
    "People",
    "Plate",
    "PlayedCard",
    "Prompt",
    "RatingLine",
    "Said",
    "Seal",
    "SeatLine",
    "Sheet",
    "SheetRow",
    "Slip",
    "SpokenLine",
    "State",
    "Strip",
    "SumLine",
    "TableName",
    "TalkPanel",
    "Total",
    "TrickPanel",
    "TrumpButton",
    "ViewerSeat",
    "Watchers",
]
