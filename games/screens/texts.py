"""Django's translation, remembered: a table says some hundred texts for every card, and each costs ten microseconds.

Screens import `gettext` and `ngettext` from here. Within `speaking` they look into a dictionary first, elsewhere they
are Django's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from django.utils import translation

LATIN, ARABIC = "latin", "arabic"
"""The two kinds of digits, as in a person's settings."""


@dataclass(frozen=True, slots=True)
class Tongue:
    """A language with all that was said in it so far. Sources are few and fixed, so this stays small."""

    language: str
    is_rtl: bool
    said: dict[object, str] = field(default_factory=dict, compare=False)


_tongues: dict[str, Tongue] = {}
_tongue: ContextVar[Tongue | None] = ContextVar("tongue", default=None)
_digits: ContextVar[str] = ContextVar("digits", default=LATIN)


@contextmanager
def speaking(language: str, digits: str) -> Iterator[None]:
    """Texts are in this language and numbers in these digits (`latin`, `arabic`), in Django's templates too."""
    known = _tongue.get()
    if known and known.language == language and _digits.get() == digits and translation.get_language() == language:
        yield  # within itself; a context that came from another thread has lost Django's language on the way
        return
    with translation.override(language):
        tongue, shown = _tongue.set(_of(language)), _digits.set(digits)
        try:
            yield
        finally:
            _digits.reset(shown)
            _tongue.reset(tongue)


def _of(language: str) -> Tongue:
    return _tongues.get(language) or _tongues.setdefault(language, Tongue(language, translation.get_language_bidi()))


def has_arabic_digits() -> bool:
    """Whether numbers are to be written in Arabic-Indic digits."""
    return _digits.get() == ARABIC


def spoken() -> tuple[str, str]:
    """The language and the digits in which texts come now."""
    tongue = _tongue.get()
    return (tongue.language if tongue else translation.get_language() or ""), _digits.get()


def is_rtl() -> bool:
    """Whether the language runs from right to left."""
    tongue = _tongue.get()
    return tongue.is_rtl if tongue else translation.get_language_bidi()


def remembered(key: object, say: Callable[[], str]) -> str:
    """A text that follows from its key and the language alone."""
    tongue = _tongue.get()
    if tongue is None:
        return say()
    text = tongue.said.get(key)
    if text is None:
        text = tongue.said[key] = say()
    return text


def gettext(text: str) -> str:
    """The text in the active language."""
    tongue = _tongue.get()
    if tongue is None:
        return translation.gettext(text)
    found = tongue.said.get(text)
    if found is None:
        found = tongue.said[text] = translation.gettext(text)
    return found


def ngettext(singular: str, plural: str, number: int) -> str:
    """The text in the active language that fits the number."""
    return remembered((singular, plural, number), lambda: translation.ngettext(singular, plural, number))
