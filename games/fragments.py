"""Panels → HTML. A fragment whose panel was rendered lately, in the same language and digits, is not rendered again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from django.template.loader import get_template
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe

from games.engine.errors import Reason
from games.engine.seats import Seat
from games.screens import lobby as home
from games.screens import table, wording
from games.screens.panels import Sheet
from games.screens.talk import TalkLine, TalkView, talk_view
from games.screens.texts import speaking
from games.store import Snapshot

__all__ = [
    "FILTERS",
    "TalkLine",
    "lobby",
    "page_fragments",
    "private_fragments",
    "public_fragments",
    "refusal",
    "score_sheet",
    "talk_view",
]

FILTERS = ("game", "rated", "spoken", "clock")
"""What the list of tables can be filtered by, in its address and its socket's."""

REMEMBERED = 4096
"""Fragments kept, of a few kilobytes each."""


def public_fragments(snapshot: Snapshot, language: str, digits: str) -> dict[str, SafeString]:
    """The fragments that are the same for every viewer of this language and digits, by element id."""
    with speaking(language, digits):
        return _rendered(table.public(snapshot), language, digits)


def private_fragments(
    snapshot: Snapshot,
    seat: Seat | None,
    user_id: int | None,
    language: str,
    digits: str,
    talk: TalkView | None = None,
) -> dict[str, SafeString]:
    """The fragments of one viewer, by element id; seat None is a watcher."""
    with speaking(language, digits):
        return _rendered(table.private(snapshot, seat, user_id, talk), language, digits)


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
    return {element.replace("-", "_"): markup for element, markup in both.items()}


def lobby(language: str, digits: str, filters: Mapping[str, str]) -> SafeString:
    """The list of tables (`#lobby-tables`), filtered by what the address says."""
    with speaking(language, digits):
        template = get_template("games/_lobby_tables.html", using="fragments")
        return mark_safe(template.render({"lobby": home.lobby(filters)}))  # noqa: S308 – the engine escapes


def score_sheet(panel: Sheet, language: str, digits: str) -> SafeString:
    """The score sheet alone, for the page of a match that is over."""
    with speaking(language, digits):
        return _fragment("score-sheet", panel, language, digits)


def refusal(reason: Reason, language: str) -> SafeString:
    """Why the last wish was not granted, for the one who had it."""
    with translation.override(language):
        template = get_template("games/table/_why.html", using="fragments")
        return mark_safe(template.render({"text": wording.reason(reason)}))  # noqa: S308 – the engine escapes


def _rendered(panels: Mapping[str, object], language: str, digits: str) -> dict[str, SafeString]:
    return {element: _fragment(element, panel, language, digits) for element, panel in panels.items()}


@lru_cache(maxsize=REMEMBERED)
def _fragment(element: str, panel: object, language: str, digits: str) -> SafeString:
    """One fragment; language and digits are part of the key and must be the active ones."""
    name = "seat" if element.startswith("seat-") else element.replace("-", "_")
    template = get_template(f"games/table/_{name}.html", using="fragments")
    return mark_safe(template.render({"panel": panel}))  # noqa: S308 – the engine escapes
