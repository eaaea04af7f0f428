"""The Jinja2 environment of the table's fragments (`templates/games/table/_*.html`), rendered at every action."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import pgettext
from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from games.screens.texts import gettext, ngettext, spoken


class FragmentEnvironment(Environment):
    """Its templates get their globals as a plain dictionary, which is several times faster than Jinja2's chain.

    For the same reason a template once loaded is not looked for again, unless it may have been edited.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._loaded: dict[Any, Template] = {}

    def get_template(self, name: Any, parent: str | None = None, globals: Any = None) -> Template:  # noqa: A002 – its name
        if self.auto_reload or globals is not None:
            return super().get_template(name, parent, globals)
        template = self._loaded.get(name)
        if template is None:
            template = self._loaded[name] = super().get_template(name, parent)
        return template

    def make_globals(self, d: Mapping[str, Any] | None) -> dict[str, Any]:
        return {**self.globals, **(d or {})}


class Kept:
    """A macro of one argument whose lately made texts are remembered, for each language and kind of digits."""

    def __init__(self, macro: Callable[[Any], str]) -> None:
        self._made = lru_cache(maxsize=4096)(lambda _spoken, it: macro(it))

    def __call__(self, it: Any) -> str:
        return self._made(spoken(), it)

    def each(self, items: Iterable[Any]) -> Markup:
        """The texts of them all, one after the other."""
        tongue = spoken()
        return Markup("".join([self._made(tongue, it) for it in items]))  # noqa: S704 – the macro escapes


def environment(**options: Any) -> Environment:
    """An environment in which `_`, `ngettext`, `pgettext`, `static` and `url` are known and a misspelt name raises."""
    env = FragmentEnvironment(**{**options, "undefined": StrictUndefined})  # Django passes autoescape=True
    env.globals.update(_=gettext, ngettext=ngettext, pgettext=pgettext, static=static, url=reverse, kept=Kept)
    return env
