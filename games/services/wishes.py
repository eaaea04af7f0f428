"""The words of the table's buttons (`do=ready`, `do=sit:E` …) and the services that grant them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from accounts.models import Tie, User
from games import store
from games.engine.errors import InvalidAction
from games.engine.seats import Seat
from games.models import TableState, TalkKind

from . import agreements, play, seats, tables, talk
from .errors import NOT_SEATED, Refused, StaleAction


@dataclass(frozen=True, slots=True)
class Asked:
    """One wish: at which table, by whom (perhaps nobody who is logged in), with what after the colon."""

    table_id: int
    user: User
    links: Collection[int]
    value: str
    fields: Mapping[str, Any]

    @property
    def seat(self) -> Seat:
        """The seat named; raises InvalidAction."""
        return Seat.parse(self.value)

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Two seats named, `NE`; raises InvalidAction."""
        if len(self.value) != 2:
            raise InvalidAction(self.value)
        return Seat.parse(self.value[0]), Seat.parse(self.value[1])

    @property
    def number(self) -> int:
        """A number named; raises InvalidAction."""
        if not (self.value.isascii() and self.value.isdigit() and len(self.value) < 18):
            raise InvalidAction(self.value)
        return int(self.value)

    @property
    def version(self) -> int:
        """The version that the wish was made for; raises StaleAction."""
        return version_of(self.fields)

    def text(self, name: str) -> str:
        """A field of text; raises InvalidAction."""
        value = self.fields.get(name, "")
        if not isinstance(value, str) or len(value) > 1000 or not _is_text(value):
            raise InvalidAction(name)
        return value


def _is_text(value: str) -> bool:
    """Half a character, which JSON can write, is none that can be stored or shown."""
    return not any("\ud800" <= letter <= "\udfff" for letter in value) and "\0" not in value


def version_of(fields: Mapping[str, Any]) -> int:
    """The table's version that a frame was made for; raises StaleAction for anything else."""
    version = str(fields.get("version", ""))
    if not (version.isascii() and version.isdigit() and len(version) < 10):
        raise StaleAction
    return int(version)


def grant(word: str, asked: Asked) -> None:
    """Do what is asked; raises InvalidAction for an unknown word, and what the service raises."""
    if word not in WISHES:
        raise InvalidAction(word)
    if not asked.user.is_authenticated:
        raise Refused(NOT_SEATED)
    WISHES[word](asked)


def changes_talk(wish: object) -> bool:
    """Whether whoever has this wish may hear others than before."""
    return isinstance(wish, str) and wish.partition(":")[0] in TALK


def _ready(asked: Asked) -> None:
    is_open = store.state_of(asked.table_id) == TableState.OPEN
    service = tables.ready_to_start if is_open else play.ready
    service(asked.table_id, asked.user.pk)


def _report(asked: Asked) -> None:
    talk.report(asked.user, asked.number, asked.text("reason"), asked.text("text"), asked.table_id)


def _silence(tie: str | None) -> Callable[[Asked], None]:
    return lambda asked: talk.silence(asked.user, asked.number, tie)


TALK: Final = ("mute", "block", "hear")
WISHES: Final[Mapping[str, Callable[[Asked], None]]] = {
    "ready": _ready,
    "start": lambda asked: tables.start(asked.table_id, asked.user.pk),
    "fill-bots": lambda asked: tables.fill_with_bots(asked.table_id, asked.user.pk),
    "sit": lambda asked: seats.sit(asked.table_id, asked.user, asked.seat, links=asked.links),
    "stand": lambda asked: seats.stand(asked.table_id, asked.user.pk),
    "swap": lambda asked: seats.swap(asked.table_id, asked.user.pk, *asked.seats),
    "remove": lambda asked: seats.remove(asked.table_id, asked.user.pk, asked.seat),
    "add-bot": lambda asked: seats.add_bot(asked.table_id, asked.user.pk, asked.seat),
    "pass-host": lambda asked: seats.pass_host(asked.table_id, asked.user.pk, asked.seat),
    "back": lambda asked: seats.come_back(asked.table_id, asked.user),
    "stand-in": lambda asked: seats.let_bot_stand_in(asked.table_id, asked.user.pk, asked.seat),
    "wait": lambda asked: seats.wait_for(asked.table_id, asked.user.pk, asked.seat),
    "rematch": lambda asked: agreements.play_again(asked.table_id, asked.user),
    "rotate": lambda asked: agreements.play_again(asked.table_id, asked.user, rotate=True),
    "concede": lambda asked: agreements.concede(asked.table_id, asked.user.pk),
    "play-on": lambda asked: agreements.play_on(asked.table_id, asked.user.pk),
    "claim": lambda asked: agreements.claim(asked.table_id, asked.user.pk, asked.version),
    "phrase": lambda asked: talk.say(asked.table_id, asked.user, TalkKind.PHRASE, asked.value),
    "emote": lambda asked: talk.say(asked.table_id, asked.user, TalkKind.EMOTE, asked.value),
    "say": lambda asked: talk.say(asked.table_id, asked.user, TalkKind.TEXT, asked.text("text")),
    "mute": _silence(Tie.MUTE),
    "block": _silence(Tie.BLOCK),
    "hear": _silence(None),
    "report": _report,
}
