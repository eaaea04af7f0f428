"""The talk at a table, for one reader: lines without those whom the reader has silenced."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from games.engine.errors import gettext_noop
from games.engine.seats import Seat
from games.models import TalkKind, TalkRow
from games.store import Snapshot

from . import wording
from .texts import gettext

PHRASES: Final = {
    "hello": gettext_noop("Hello"),
    "well-played": gettext_noop("Well played"),
    "thank-you": gettext_noop("Thank you"),
    "one-moment": gettext_noop("One moment"),
    "bless-your-hands": gettext_noop("Bless your hands"),
    "unlucky": gettext_noop("Unlucky"),
    "sorry": gettext_noop("Sorry"),
    "good-luck": gettext_noop("Good luck"),
}
EMOTES: Final = {
    "smile": gettext_noop("smiles"),
    "laugh": gettext_noop("laughs"),
    "wow": gettext_noop("is amazed"),
    "think": gettext_noop("thinks"),
    "coffee": gettext_noop("has a coffee"),
    "clap": gettext_noop("claps"),
}
REASONS: Final = {
    "insult": gettext_noop("Insults"),
    "cheating": gettext_noop("Cheating or signalling"),
    "stalling": gettext_noop("Stalling or leaving"),
    "name": gettext_noop("Bad name"),
    "play": gettext_noop("Losing on purpose"),
    "other": gettext_noop("Something else"),
}
_EVENTS: Final = {
    "away": gettext_noop("%(name)s is away."),
    "left": gettext_noop("%(name)s has left."),
    "back": gettext_noop("%(name)s is back."),
    "stand-in": gettext_noop("%(name)s is away; a bot plays meanwhile."),
    "removed": gettext_noop("The host has removed %(name)s."),
    "host": gettext_noop("%(name)s is the host now."),
    "would-concede": gettext_noop("%(name)s would give the match up."),
    "gathers": gettext_noop("The match is over, and the table gathers for another one."),
    "staff-closed": gettext_noop("Staff have closed the table: %(name)s"),
    "staff-bot": gettext_noop("Staff have let a bot play for %(name)s."),
    "staff-removed": gettext_noop("Staff have removed %(name)s."),
    "staff-back": gettext_noop("Staff have given %(name)s the seat back."),
    "staff-time": gettext_noop("Staff have given %(name)s more time."),
    "staff-host": gettext_noop("Staff have made %(name)s the host."),
    "staff-title": gettext_noop("Staff have named this table %(name)s."),
    "staff-untitled": gettext_noop("Staff have taken the table's title away."),
    "staff-woken": gettext_noop("Staff have set the table going again."),
    "staff-void": gettext_noop("Staff have declared this match void."),
    "staff-restore": gettext_noop("Staff have let this match count again."),
    "claimed": gettext_noop("%(name)s claimed the rest of the tricks, and it holds."),
}


@dataclass(frozen=True, slots=True)
class TalkLine:
    """One line as it was stored; `body` is a key except for text."""

    id: int
    user_id: int | None
    name: str
    kind: str
    body: str

    @classmethod
    def of(cls, row: TalkRow) -> TalkLine:
        """From a row read with its user."""
        return cls(row.pk, row.user_id, row.user.username if row.user else "", row.kind, row.body)


@dataclass(frozen=True, slots=True)
class TalkView:
    """What one reader sees of the talk, and whether the reader may say something now."""

    lines: tuple[TalkLine, ...]
    silenced: frozenset[int]
    may_talk: bool
    is_off: bool


def talk_view(snapshot: Snapshot, seat: Seat | None, lines: Collection[TalkLine], silenced: frozenset[int]) -> TalkView:
    """The talk for the reader who sits there; None is a watcher, who reads only."""
    heard = tuple(line for line in lines if line.user_id not in silenced)
    return TalkView(heard, silenced, kept_seat(snapshot, seat) is not None, snapshot.talk_is_off)


def kept_seat(snapshot: Snapshot, seat: Seat | None) -> Seat | None:
    """This seat of a viewer's; None when staff have taken it away."""
    return None if seat is None or snapshot.sitter(seat).removed else seat


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line in the reader's words; `icon` draws an emote."""

    text: str
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """What can be said with one press, and what somebody can be reported for: pairs of key and words."""

    phrases: tuple[tuple[str, str], ...]
    emotes: tuple[tuple[str, str], ...]
    reasons: tuple[tuple[str, str], ...]


def spoken(line: TalkLine) -> Spoken:
    """Phrases, emotes and events in the active language, text as it was typed."""
    if line.kind == TalkKind.PHRASE:
        return Spoken(gettext(PHRASES[line.body]))
    if line.kind == TalkKind.EMOTE:
        return Spoken(gettext(EMOTES[line.body]), f"emote-{line.body}")
    if line.kind != TalkKind.EVENT:
        return Spoken(line.body)
    key, _bar, name = line.body.partition("|")
    return Spoken(gettext(_EVENTS[key]) % {"name": wording.isolated(wording.called(name))} if key in _EVENTS else name)


def offer() -> Offer:
    """In the active language."""
    phrases, emotes, reasons = (
        tuple((key, gettext(text)) for key, text in words.items()) for words in (PHRASES, EMOTES, REASONS)
    )
    return Offer(phrases, emotes, reasons)
