"""The Jinja2 environment of the table's fragments (`templates/games/table/_*.html`)."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext, ngettext, pgettext
from jinja2 import Environment, StrictUndefined


def environment(**options: Any) -> Environment:
    """An environment in which `_`, `ngettext`, `pgettext`, `static` and `url` are known and a misspelt name raises."""
    env = Environment(**{**options, "undefined": StrictUndefined})  # noqa: S701 - Django passes autoescape=True
    env.globals.update(_=gettext, ngettext=ngettext, pgettext=pgettext, static=static, url=reverse, kept=kept)
    return env


def kept(macro: Callable[..., str]) -> Callable[..., str]:
    """A macro whose lately made texts are remembered, by language and arguments."""

    @lru_cache(maxsize=4096)
    def made(_language: str | None, *arguments: Any) -> str:
        return macro(*arguments)

    return lambda *arguments: made(get_language(), *arguments)
