"""Panels → HTML: what changes at nearly every action by plain Python (`games.markup`), the rest by templates.

A template whose panel was rendered lately, in the same language and digits, is not rendered again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.template import engines
from django.template.backends.jinja2 import Jinja2
from django.utils import translation
from django.utils.safestring import SafeString

from games import markup
from games.engine.errors import Reason
from games.engine.seats import SEATS, Seat
from games.screens import lobby as home
from games.screens import table, wording
from games.screens.panels import Sheet
from games.screens.talk import TalkLine, TalkView, talk_view
from games.screens.texts import speaking
from games.store import Snapshot

__all__ = [
    "FILTERS",
    "Known",
    "TalkLine",
    "TalkView",
    "lobby",
    "page_fragments",
    "private_change",
    "private_fragments",
    "public_change",
    "public_fragments",
    "refusal",
    "score_sheet",
    "speaking",
    "talk_view",
]

FILTERS = ("game", "rated", "spoken", "clock")
"""What the list of tables can be filtered by, in its address and its socket's."""

REMEMBERED = 4096
"""Fragments kept, of a few kilobytes each."""

IN_PYTHON: dict[str, Callable[[Any], str]] = {
    "table-state": markup.table_state,
    "strip": markup.strip,
    "beads": markup.beads,
    "trick": markup.trick,
    "last-trick": markup.last_trick,
    "said": markup.said,
    "prompt": markup.prompt,
    "hand": markup.hand,
    "match-menu": markup.match_menu,
    **{f"seat-{seat}": markup.seat for seat in SEATS},
}
"""By element id."""


@dataclass
class Known:
    """What somebody was last shown, panels and their markup: what has not changed is not even looked up.

    `step` counts the changes, so that whoever has seen all but the last gets that one alone.
    """

    memory: table.Memory = field(default_factory=table.Memory)
    shown: dict[str, tuple[object, str]] = field(default_factory=dict)
    parts: table.Parts = ()
    heard: tuple[object, TalkView] | None = None
    step: int = 0

    def hears(
        self, snapshot: Snapshot, seat: Seat | None, lines: tuple[TalkLine, ...], silenced: frozenset[int]
    ) -> TalkView:
        """The talk for this viewer, the same object again while nothing about it has changed."""
        removed = seat is not None and snapshot.sitters[seat].removed
        key = lines, silenced, seat, removed, snapshot.talk_is_off
        if self.heard is None or self.heard[0] != key:
            self.heard = key, talk_view(snapshot, seat, lines, silenced)
        return self.heard[1]

    @property
    def whole(self) -> str:
        """All of it."""
        return "".join([fragment for _panel, fragment in self.shown.values()])

    def fragments(self) -> dict[str, SafeString]:
        """All of it, by element id."""
        return {element: SafeString(fragment) for element, (_panel, fragment) in self.shown.items()}


def public_change(snapshot: Snapshot, language: str, digits: str, known: Known) -> str:
    """The fragments, the same for every viewer of this language and digits, that are not as in `known`; they are
    afterwards. To be called within `speaking`."""
    return _change(table.public_parts(snapshot, known.memory), language, digits, known)


def private_change(
    snapshot: Snapshot,
    seat: Seat | None,
    user_id: int | None,
    language: str,
    digits: str,
    talk: TalkView | None,
    known: Known,
) -> str:
    """The same for what is for one viewer; seat None is a watcher."""
    return _change(table.private_parts(snapshot, seat, user_id, talk, known.memory), language, digits, known)


def public_fragments(snapshot: Snapshot, language: str, digits: str) -> dict[str, SafeString]:
    """All public fragments, by element id."""
    known = Known()
    with speaking(language, digits):
        public_change(snapshot, language, digits, known)
    return known.fragments()


def private_fragments(
    snapshot: Snapshot,
    seat: Seat | None,
    user_id: int | None,
    language: str,
    digits: str,
    talk: TalkView | None = None,
) -> dict[str, SafeString]:
    """All fragments of one viewer, by element id; seat None is a watcher."""
    known = Known()
    with speaking(language, digits):
        private_change(snapshot, seat, user_id, language, digits, talk, known)
    return known.fragments()


def page_fragments(
    snapshot: Snapshot,
    seat: Seat | None,
    user_id: int | None,
    language: str,
    digits: str,
    talk: TalkView | None = None,
) -> dict[str, SafeString]:
    """All of them for a first paint, under names that a Django template can say: `panels.seat_N`."""
    public = public_fragments(snapshot, language, digits)
    both = public | private_fragments(snapshot, seat, user_id, language, digits, talk)
    return {element.replace("-", "_"): fragment for element, fragment in both.items()}


def lobby(language: str, digits: str, filters: Mapping[str, str]) -> SafeString:
    """The list of tables (`#lobby-tables`), filtered by what the address says."""
    with speaking(language, digits):
        return _template("games/_lobby_tables.html", lobby=home.lobby(filters))


def score_sheet(panel: Sheet, language: str, digits: str) -> SafeString:
    """The score sheet alone, for the page of a match that is over."""
    with speaking(language, digits):
        return _rendered("score-sheet", panel, language, digits)


def refusal(reason: Reason, language: str) -> SafeString:
    """Why the last wish was not granted, for the one who had it."""
    with translation.override(language):
        return _template("games/table/_why.html", text=wording.reason(reason))


def _change(parts: table.Parts, language: str, digits: str, known: Known) -> str:
    """The markup of the panels that look otherwise than they did; `known` has them afterwards."""
    shown, changed = known.shown, []
    same = set(map(id, known.parts))
    for part in parts:
        if id(part) in same:
            continue
        for element, panel in part.items():
            last = shown.get(element)
            if last is not None and (last[0] is panel or last[0] == panel):
                continue
            fresh = _fragment(element, panel, language, digits)
            shown[element] = panel, fresh
            if last is None or last[1] != fresh:
                changed.append(fresh)
    known.parts = parts
    known.step += bool(changed)
    return "".join(changed)


def _fragment(element: str, panel: object, language: str, digits: str) -> str:
    """One fragment; language and digits must be the active ones."""
    written = IN_PYTHON.get(element)
    return written(panel) if written else _rendered(element, panel, language, digits)


@lru_cache(maxsize=REMEMBERED)
def _rendered(element: str, panel: object, _language: str, _digits: str) -> SafeString:
    return _template(f"games/table/_{element.replace('-', '_')}.html", panel=panel)


def _template(name: str, **context: object) -> SafeString:
    engine = engines["fragments"]
    assert isinstance(engine, Jinja2)  # noqa: S101 – the settings say so
    return SafeString(engine.env.get_template(name).render(context))  # the engine escapes
