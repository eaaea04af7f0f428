"""The form of a new table: one field for each option that the rule set leaves open, and how the table is kept."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.conf import settings
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import User
from games.clocks import TURN_SECONDS
from games.engine.errors import Reason
from games.engine.options import Option, Value
from games.engine.registry import GAMES, RULE_SETS
from games.models import LONGEST_TITLE, Admission
from games.screens import wording

MOST_INVITED: Final = 20
FORGOTTEN: Final = ("invited", "title")
"""What is not offered again at the host's next table."""
BOT_LEVELS: Final = {"beginner": _("Beginner"), "club": _("Club")}
_FIELD_OF: Final = {
    "clock-needed": "turn_seconds",
    "not-for-guests": "rated",
    "signals-unrated": "rated",
    "rated-stopped": "rated",
    "bad-words": "title",
}


class NewTableForm(forms.Form):
    """The open options of one rule set, whether it is rated, who may come, the clock, and how well the bots play."""

    rated = forms.TypedChoiceField(
        label=_("Kind of match"),
        help_text=_("Rated matches need an account and a clock, and are public once over."),
        choices=[("", _("Casual")), ("1", _("Rated"))],
        coerce=bool,
        empty_value="",
        required=False,
        widget=forms.RadioSelect,
    )
    turn_seconds = forms.TypedChoiceField(
        label=_("Clock"),
        help_text=_("The time for a move; each player has another minute in reserve for the whole match."),
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
    )
    may_join = forms.ChoiceField(
        label=_("Who may join"),
        choices=Admission.choices,
        initial=Admission.EVERYBODY,
        widget=forms.RadioSelect,
    )
    invited = forms.CharField(
        label=_("Named people"),
        help_text=_("Their user names, with spaces or commas between them; only for a table of named people."),
        max_length=1000,
        required=False,
    )
    may_watch = forms.ChoiceField(
        label=_("Who may watch"),
        help_text=_("Who may join may watch as well. Nobody sees a hand before the round is over."),
        choices=[(choice.value, choice.label) for choice in (Admission.EVERYBODY, Admission.LINK)],
        initial=Admission.EVERYBODY,
        widget=forms.RadioSelect,
    )
    language = forms.ChoiceField(
        label=_("Language spoken at the table"),
        choices=[("", _("Any")), *settings.LANGUAGES],
        required=False,
        widget=forms.RadioSelect,
    )
    bot_level = forms.ChoiceField(
        label=_("Bots"),
        help_text=_("How well bots play that fill free seats."),
        choices=list(BOT_LEVELS.items()),
        initial="club",
        widget=forms.RadioSelect,
    )
    title = forms.CharField(
        label=_("Title"),
        help_text=_("What the table is called in the list. Empty: only the rules stand there."),
        max_length=LONGEST_TITLE,
        required=False,
        widget=forms.TextInput(attrs={"dir": "auto", "autocomplete": "off"}),
    )
    fill = forms.BooleanField(
        label=_("Bots take what is free after 20 seconds"),
        required=False,
    )

    def __init__(self, rule_set: str, *args: Any, last: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        """`rule_set` is the slug of a known rule set, `last` what this host chose for the last table."""
        kwargs["initial"] = {"language": get_language(), **(last or {})}
        super().__init__(*args, **kwargs)
        self.rule_set = RULE_SETS[rule_set]
        clocks = [(str(seconds), wording.pace(seconds)) for seconds in TURN_SECONDS]
        self.fields["turn_seconds"].choices = [("", gettext("No clock")), *clocks]  # type: ignore[attr-defined]
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

    def clean_invited(self) -> list[User]:
        """The people named; all must be there."""
        wanted = [name for name in re.split(r"[\s,،;؛]+", self.cleaned_data["invited"]) if name]
        if len(wanted) > MOST_INVITED:
            raise forms.ValidationError(gettext("Too many names."))
        skeletons = {names.skeleton(name): name for name in wanted}
        found = list(User.objects.filter(skeleton__in=skeletons, is_active=True))
        unknown = skeletons.keys() - {user.skeleton for user in found}
        if unknown:
            told = {"names": wording.listed(sorted(skeletons[one] for one in unknown))}
            raise forms.ValidationError(
                ngettext(
                    "There is nobody of this name: %(names)s",
                    "There is nobody of these names: %(names)s",
                    len(unknown),
                )
                % told
            )
        return found

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("may_join") == Admission.NAMED and cleaned.get("invited") == []:
            self.add_error("invited", gettext("Name at least one person."))
        return cleaned

    def refuse(self, reason: Reason) -> None:
        """Say beside the right field why the table was not opened."""
        self.add_error(_FIELD_OF.get(reason.code), wording.reason(reason))

    def changes(self) -> dict[str, Value]:
        """The options as chosen; the form is valid."""
        return {name: self.cleaned_data[name] for name in self.rule_set.open}

    def terms(self) -> dict[str, Any]:
        """How the table is kept, under the names of `tables.open_table`; the form is valid."""
        own = {name: value for name, value in self.cleaned_data.items() if name not in self.rule_set.open}
        return {
            **own,
            "rated": bool(own["rated"]),
            "invited": own["invited"] if own["may_join"] == Admission.NAMED else [],
        }

    def to_remember(self) -> dict[str, Any]:
        """What the next form begins with."""
        return {name: value for name, value in self.cleaned_data.items() if name not in FORGOTTEN}


def _value(text: str, values: tuple[Value, ...]) -> Value:
    return next(value for value in values if str(value) == text)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
