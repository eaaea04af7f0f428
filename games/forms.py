"""The form of a new table, built from the rules: one field for each option that the rule set leaves open."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.options import Option, Value
from games.engine.registry import GAMES, RULE_SETS
from games.models import Admission


class NewTableForm(forms.Form):
    """The open options of one rule set, who may come, and how well the bots play."""

    may_join = forms.ChoiceField(
        label=_("Who may join"),
        choices=[(choice.value, choice.label) for choice in (Admission.EVERYBODY, Admission.LINK)],
        initial=Admission.EVERYBODY,
        widget=forms.RadioSelect,
    )
    bot_level = forms.ChoiceField(
        label=_("Bots"),
        help_text=_("How well bots play that fill free seats."),
        choices=[("beginner", _("Beginner")), ("club", _("Club"))],
        initial="club",
        widget=forms.RadioSelect,
    )

    def __init__(self, rule_set: str, *args: Any, **kwargs: Any) -> None:
        """`rule_set` is the slug of a known rule set."""
        super().__init__(*args, **kwargs)
        self.rule_set = RULE_SETS[rule_set]
        game = GAMES[rule_set.partition("/")[0]]
        open_options = [option for option in game.options if option.name in self.rule_set.open]
        options = {option.name: self._field(option) for option in open_options}
        self.fields = {**options, **self.fields}

    def _field(self, option: Option) -> forms.Field:
        own, label, help_text = self.rule_set.values[option.name], gettext(option.label), gettext(option.help)
        if isinstance(own, bool):
            return forms.BooleanField(label=label, help_text=help_text, initial=own, required=False)
        values = self.rule_set.open[option.name]
        choices = [(str(value), _capital(gettext(option.choice(value)))) for value in values]
        return forms.TypedChoiceField(
            label=label,
            help_text=help_text,
            initial=str(own),
            choices=choices,
            coerce=lambda text: _value(text, values),
            widget=forms.RadioSelect,
        )

    def changes(self) -> dict[str, Value]:
        """The options as chosen; the form is valid."""
        return {name: self.cleaned_data[name] for name in self.rule_set.open}


def _value(text: str, values: tuple[Value, ...]) -> Value:
    return next(value for value in values if str(value) == text)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
