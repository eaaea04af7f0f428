"""System checks of our own: mistakes of an installation that would otherwise show late or never."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register


@register(Tags.staticfiles)
def npm_folders(**kwargs: Any) -> list[CheckMessage]:
    """Every static folder that npm fills must be there."""
    missing = [folder for folder in _npm_folders() if not folder.is_dir()]
    if not missing:
        return []
    hint = "Run ./dev play (or: npm ci --ignore-scripts)."
    return [Error(f"The npm folder {missing[0]} is missing.", hint=hint, id="cardems.E001")]


def _npm_folders() -> list[Any]:
    return [entry[1] for entry in settings.STATICFILES_DIRS if isinstance(entry, tuple)]


@register(Tags.security)
def memory_layer_of_one_process(**kwargs: Any) -> list[CheckMessage]:
    """The in-memory channel layer ends at its process: with two, half of the players would see nothing."""
    if settings.WEB_PROCESSES <= 1 or settings.CHANNEL_URL:
        return []
    hint = "Set CHANNEL_URL to a Redis or Valkey address, or WEB_PROCESSES to 1."
    return [Error("Several server processes need a shared channel layer.", hint=hint, id="cardems.E002")]
