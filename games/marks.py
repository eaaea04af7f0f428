"""Marks that the fragments share, as markup: icons, suits, cards, numbers, names.

Suits and cards are drawings from one file, never characters. Everything here is escaped and ready to be written; few
marks exist, and each is made once.
"""

from __future__ import annotations

from functools import cache, lru_cache

import markupsafe
from django.templatetags.static import static

from games.screens.panels import Countdown
from games.screens.texts import gettext as _

NO_TRUMP = "NT"


@lru_cache(maxsize=16384)
def text(plain: str) -> str:
    """A text for an element or an attribute. Names and words come again and again."""
    return str(markupsafe.escape(plain))


@cache
def _file(name: str) -> str:
    return text(static(name))


@cache
def icon(name: str) -> str:
    """A drawing of static/cards/icons.svg."""
    return f'<svg class="icon" aria-hidden="true"><use href="{_file("cards/icons.svg")}#{name}"/></svg>'


@cache
def suit(code: str) -> str:
    """The drawing of a suit: S H D C, or N for no trump."""
    drawing = f"{_file('cards/cards.svg')}#suit-{code}"
    return f'<svg class="suit suit-{code}" aria-hidden="true"><use href="{drawing}"/></svg>'


def strain(code: str) -> str:
    """A strain beside a number: the suit's drawing, the short word for no trump, nothing for none."""
    if code == NO_TRUMP:
        return f"<span>{text(_('NT'))}</span>"
    return suit(code) if code else ""


@cache
def card(code: str, extra: str = "") -> str:
    """A card with the large index for small places; `extra` are more classes, each after a space."""
    return _card(code, extra, f'<use href="{_file("cards/cards.svg")}#{code}-l"/>')


@cache
def both_faces(code: str) -> str:
    """The large index, and the whole face where there is room."""
    face = f"{_file('cards/cards.svg')}#{code}"
    return _card(code, "", f'<use class="large" href="{face}-l"/><use class="whole" href="{face}"/>')


def _card(code: str, extra: str, uses: str) -> str:
    return f'<svg class="card suit-{code[0]}{extra}" viewBox="0 0 120 168" aria-hidden="true">{uses}</svg>'


def running(countdown: Countdown) -> str:
    """The attributes of a countdown, for static/js/clock.js."""
    left = f' data-seconds-left="{countdown.left}"'
    return f'{left} data-seconds-of="{countdown.of}" data-bank="{countdown.bank}"' if countdown.of else left


def number(shown: str, extra: str = "") -> str:
    """A number in words of its own direction; `extra` are more classes, each after a space."""
    return f'<bdi class="n{extra}">{text(shown)}</bdi>'


def names(people: tuple[str, ...]) -> str:
    """One name or two, each kept apart from the direction of the text around it."""
    if len(people) == 2:
        pattern = _("<bdi>%(one)s</bdi> &amp; <bdi>%(two)s</bdi>")
        return pattern % {"one": text(people[0]), "two": text(people[1])}
    return f"<bdi>{text(people[0])}</bdi>" if people else ""


def side_names(side: str, people: tuple[str, ...]) -> str:
    """Who plays for a side, NS or EW, after its mark."""
    return f'<span class="side side-{side}"></span><span>{names(people)}</span>'
