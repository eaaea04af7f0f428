"""Titles of tables: what may be one."""

from __future__ import annotations

from django.core.exceptions import ValidationError

from accounts import words
from games.models import LONGEST_TITLE

from .errors import BAD_WORDS, Refused
from .talk import cleaned


def checked(title: str) -> str:
    """The title without invisible characters; empty is none. Raises Refused for words that staff have banned."""
    title = cleaned(title)[:LONGEST_TITLE]
    try:
        words.check(title)
    except ValidationError:
        raise Refused(BAD_WORDS) from None
    return title
