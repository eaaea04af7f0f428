"""People in the staff admin, what staff say to them, banned words and the audit."""

from . import audit, notices, words
from .people import PersonAdmin

__all__ = ["PersonAdmin", "audit", "notices", "words"]
