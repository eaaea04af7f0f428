"""What staff see of a table or a match: who sits there and the log as text. Nothing here comes from a deal or a seed:
names, clocks and the log's own rows, and what a row says was seen by everybody at the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from games.clocks import deadline
from games.engine.actions import Call, ChooseTrump
from games.engine.errors import InvalidAction, gettext_noop
from games.engine.game import Game
from games.engine.seats import SEATS, Seat
from games.models import LogRow
from games.store import DEALT, Sitter, Snapshot

from . import wording
from .texts import gettext
from .texts import gettext as _

LINES_SHOWN: Final = 300

_BY: Final = {
    "person": gettext_noop("person"),
    "bot": gettext_noop("bot"),
    "clock": gettext_noop("clock"),
    "table": gettext_noop("table"),
}
_ENDINGS: Final = {
    "concession": gettext_noop("The match was given up."),
    "void": gettext_noop("The match was declared void and counts for nothing."),
    "closed": gettext_noop("The table was closed before the match was over."),
}


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One seat: who has it, what of them the table knows, and their time."""

    seat: str
    name: str
    user_id: int | None
    state: str
    bank: str
    is_turn: bool


@dataclass(frozen=True, slots=True)
class LogLine:
    """One row of the log in words."""

    number: int
    round: int
    at: datetime
    who: str
    text: str
    by: str


def seat_lines(snapshot: Snapshot) -> tuple[SeatLine, ...]:
    """The four seats."""
    to_act = snapshot.match.to_act if snapshot.match else None
    return tuple(_seat_line(sitter, to_act) for sitter in snapshot.sitters)


def _seat_line(sitter: Sitter, to_act: Seat | None) -> SeatLine:
    bank = _("%(count)s s") % {"count": wording.number(sitter.bank_ms // 1000)} if sitter.kind == "person" else ""
    name = wording.player(sitter)
    return SeatLine(wording.seat(sitter.seat), name, sitter.user_id, _state(sitter), bank, sitter.seat is to_act)


def _state(sitter: Sitter) -> str:
    if sitter.kind == "empty":
        return _("free")
    if sitter.kind == "bot":
        return _("bot")
    if sitter.removed:
        return _("removed by staff; a bot plays")
    if sitter.stands_in:
        return _("away; a bot plays")
    if sitter.has_left:
        return _("has left")
    if sitter.away_at:
        return _("away")
    return _("page closed") if sitter.gone_at else _("here")


def clock_ends(snapshot: Snapshot) -> datetime | None:
    """When the time of the person to act is up, bank included."""
    return deadline(snapshot)


def log_lines(game: Game, log: Iterable[LogRow], names: Mapping[str, str]) -> tuple[LogLine, ...]:
    """Rows of the log in words; `names` says who sat where."""
    return tuple(
        LogLine(row.number, row.round + 1, row.at, names.get(row.seat, ""), text_of(game, row), gettext(_BY[row.by]))
        for row in log
    )


def text_of(game: Game, row: LogRow) -> str:
    """What one row says; of a deal only that it was dealt."""
    if row.code == DEALT:
        return _("The cards are dealt.")
    if row.code.startswith("end:"):
        return gettext(_ENDINGS.get(row.code.split(":")[1], row.code))
    try:
        action = game.parse_action(Seat[row.seat], row.code)
    except (InvalidAction, KeyError):
        return _("not readable")
    if isinstance(action, Call):
        return wording.call(action.call, game)
    if isinstance(action, ChooseTrump):
        return _("Trump: %(suit)s") % {"suit": wording.strain(action.strain)}
    return wording.card(action.card)


def names_at(snapshot: Snapshot) -> dict[str, str]:
    """Who sits where, by the seat's letter."""
    return {seat.name: wording.player(snapshot.sitter(seat)) for seat in SEATS}
