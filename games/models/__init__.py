"""Rows. The log is the truth (`LogRow`); finished rounds and matches keep a summary for lists. Names end in Row."""

from .matches import LISTED, LogRow, MatchRow, PlayerRow, RoundRow
from .presence import PresenceRow, ProcessRow, SiteRow
from .seats import SEAT_CHOICES
from .tables import (
    BANK_MS,
    LONGEST_TITLE,
    Admission,
    InvitedRow,
    SeatRow,
    TableRow,
    TableState,
    Wish,
    new_token,
)
from .talk import AnnouncementRow, Decision, ReportRow, TalkKind, TalkRow

__all__ = [
    "BANK_MS",
    "LISTED",
    "LONGEST_TITLE",
    "SEAT_CHOICES",
    "Admission",
    "AnnouncementRow",
    "Decision",
    "InvitedRow",
    "LogRow",
    "MatchRow",
    "PlayerRow",
    "PresenceRow",
    "ProcessRow",
    "ReportRow",
    "RoundRow",
    "SeatRow",
    "SiteRow",
    "TableRow",
    "TableState",
    "TalkKind",
    "TalkRow",
    "Wish",
    "new_token",
]
