"""The word filter: what no name and no table title may hold. Staff edit the list."""

from __future__ import annotations

import re

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from . import names, trail
from .models import BannedWord, User


class BadWord(ValidationError):
    """The text holds a word that staff have banned."""

    def __init__(self) -> None:
        super().__init__(_("Please choose other words."), code="bad_word")


def check(text: str) -> None:
    """Raises BadWord."""
    banned = list(BannedWord.objects.values_list("skeleton", "inside"))
    if banned and _holds(text, banned):
        raise BadWord


def _holds(text: str, banned: list[tuple[str, bool]]) -> bool:
    """Whether a banned word is one of the words, or stands anywhere in the letters, signs between them left out."""
    words = {names.skeleton(word) for word in re.findall(r"[^\W_]+", names.clean(text))}
    letters = names.skeleton(re.sub(r"[\W_]+", "", names.clean(text)))
    return any(word in words or word == letters or (inside and word in letters) for word, inside in banned)


@transaction.atomic
def remove(by: User, word: BannedWord, reason: str) -> None:
    """Take a word out of the list; its row has no number afterwards."""
    trail.record(by, "bannedword.remove", word, before=trail.values_of(word), reason=reason)
    word.delete()
