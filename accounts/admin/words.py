"""The word filter in the staff admin."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from .. import names, words
from ..models import BannedWord
from .base import EditableAdmin, ReasonedForm, StaffAction


class WordForm(ReasonedForm):
    """A word once only, in whatever spelling."""

    class Meta:
        model = BannedWord
        fields = ["word", "inside"]

    def clean_word(self) -> str:
        """Raises ValidationError for nothing, and for a word that is there."""
        word = str(self.cleaned_data["word"]).strip()
        skeleton = names.skeleton(word)
        if not skeleton:
            raise ValidationError(_("Letters are needed."))
        if BannedWord.objects.filter(skeleton=skeleton).exclude(pk=self.instance.pk).exists():
            raise ValidationError(_("This word, or one that looks like it, is in the list."))
        return word


@admin.register(BannedWord)
class WordAdmin(EditableAdmin):
    """Words that no name and no table title may hold."""

    form: type[forms.ModelForm] = WordForm
    fields = ["word", "inside"]
    list_display = ["word", "inside"]
    ordering = ["skeleton"]
    staff_actions = (
        StaffAction(
            "remove",
            _("Take the word out of the list"),
            _("Names and titles may hold it again."),
            "accounts.change_bannedword",
            lambda by, word, given: words.remove(by, word, given["reason"]),
        ),
    )

    def page_of(self, row: Any) -> str:
        """The list, once the word is gone."""
        from django.urls import reverse

        if row.pk is None:
            return reverse(f"{self.admin_site.name}:accounts_bannedword_changelist")
        return super().page_of(row)
