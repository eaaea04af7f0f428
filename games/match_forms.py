"""The forms of past matches: the filters of the list, and a record that somebody pastes or uploads."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import User
from games import judge, record
from games.engine.matches import Match
from games.engine.registry import GAMES
from games.record import Record
from games.screens.faults import told
from games.screens.match import judged_by
from games.screens.match_list import MatchFilter

MAX_RECORD_BYTES = 256 * 1024
MAX_ROUNDS = 200


class MatchFilterForm(forms.Form):
    """Any of these together; all may be empty. What a script sends is read by the same form."""

    player = forms.CharField(label=_("Player"), required=False, max_length=150)
    game = forms.ChoiceField(label=_("Rules"), required=False)
    rated = forms.ChoiceField(
        label=pgettext_lazy("of a match", "Rated"),
        required=False,
        choices=[("", _("Rated or not")), ("1", _("Rated")), ("0", _("Not rated"))],
    )
    since = forms.DateField(
        label=_("From"), required=False, widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    )
    until = forms.DateField(label=_("To"), required=False, widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].choices = [("", gettext("All games")), *_games()]  # type: ignore[attr-defined]

    def clean_player(self) -> User | None:
        name = self.cleaned_data["player"].strip()
        if not name:
            return None
        person = User.objects.filter(skeleton=names.skeleton(name), closed_at=None).first()
        if person is None:
            raise forms.ValidationError(gettext("Nobody here has this name."))
        return person

    def wanted(self) -> MatchFilter:
        """The filter; the form is valid."""
        chosen, person = self.cleaned_data, self.cleaned_data["player"]
        slug, has_rules = chosen["game"], "/" in chosen["game"]
        return MatchFilter(
            player_id=None if person is None else person.pk,
            game="" if has_rules else slug,
            rule_set=slug if has_rules else "",
            rated={"1": True, "0": False}.get(chosen["rated"]),
            since=_begin_of(chosen["since"]),
            until=_begin_of(chosen["until"], days=1),
        )


def _games() -> list[tuple[str, str]]:
    """Each game, and each of its rule sets where it has several."""
    return [
        choice
        for slug, game in GAMES.items()
        for choice in [(slug, gettext(game.name)), *(_rule_sets(slug) if len(game.rule_sets) > 1 else [])]
    ]


def _rule_sets(slug: str) -> list[tuple[str, str]]:
    words = gettext("%(game)s, %(rule_set)s")
    game = GAMES[slug]
    return [
        (rule_set.slug, words % {"game": gettext(game.name), "rule_set": gettext(rule_set.name)})
        for rule_set in game.rule_sets
    ]


def _begin_of(day: date | None, days: int = 0) -> datetime | None:
    """When this day, or one so many days later, begins where the reader lives; an unlikely year is no bound."""
    if day is None or not 1970 <= day.year < 9000:
        return None
    return timezone.make_aware(datetime.combine(day + timedelta(days=days), time.min))


class ImportForm(forms.Form):
    """A match record, pasted or as a file. Cleaning judges it: `match` and `given` are there when the form is valid."""

    record = forms.CharField(
        label=_("Record"),
        help_text=_("Paste a match record, as “Record (JSON)” of a past match gives it."),
        required=False,
        widget=forms.Textarea({"rows": 8, "spellcheck": "false", "dir": "ltr", "maxlength": 60_000}),
    )
    file = forms.FileField(
        label=_("Or a file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput({"accept": ".json,application/json"}),
    )

    match: Match
    given: Record

    def clean(self) -> dict[str, Any]:
        field = "file" if self.cleaned_data.get("file") else "record"
        try:
            self._judge(self._bytes(field))
        except forms.ValidationError as error:
            self.add_error(field, error)
        return self.cleaned_data

    def _bytes(self, field: str) -> bytes:
        value: str | UploadedFile | None = self.cleaned_data.get(field)
        if not value:
            raise forms.ValidationError(gettext("Paste a record or choose a file."))
        if isinstance(value, str):
            return value.strip().encode("utf-8", "surrogatepass")
        if (value.size or 0) > MAX_RECORD_BYTES:
            raise forms.ValidationError(gettext("This file is too large for a match record."))
        return value.read().strip()

    def _judge(self, line: bytes) -> None:
        try:
            self.given = record.cleaned(record.parse(line))
            if len(self.given.rounds) > MAX_ROUNDS:
                raise forms.ValidationError(gettext("This record has too many rounds to be shown."))
            self.match = judge.match_of(self.given)
        except record.Malformed as error:
            raise forms.ValidationError(told("malformed", str(error), None, None)) from None
        except judge.Fault as fault:
            wrong = told(fault.code, str(fault), fault.round, fault.index)
            raise forms.ValidationError(" ".join(filter(None, (wrong, self._judged_by())))) from None

    def _judged_by(self) -> str:
        """A record does not tell its version of the rules; the page of a match played here shows it all the same."""
        game = GAMES.get(self.given.rules.partition("/")[0])
        if game is None or game.version == 1:
            return ""
        older = gettext("A match played here under an older one is shown on its own page.")
        return f"{judged_by(game.version)} {older}"
