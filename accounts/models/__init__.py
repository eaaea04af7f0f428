"""The rows of people: who they are, what rates them, and what staff said and did to them."""

from .conduct import APPEALABLE, AuditEntry, BannedWord, Measure, Notice
from .people import (
    CardBack,
    Deck,
    Digits,
    HandOrder,
    Language,
    Motion,
    PeopleManager,
    RetiredName,
    Silence,
    SkeletonField,
    Theme,
    Tie,
    User,
)
from .ratings import Period, Place, RatedMatch, Rating, RatingEvent, Uncounted

__all__ = [
    "APPEALABLE",
    "AuditEntry",
    "BannedWord",
    "CardBack",
    "Deck",
    "Digits",
    "HandOrder",
    "Language",
    "Measure",
    "Motion",
    "Notice",
    "PeopleManager",
    "Period",
    "Place",
    "RatedMatch",
    "Rating",
    "RatingEvent",
    "RetiredName",
    "Silence",
    "SkeletonField",
    "Theme",
    "Tie",
    "Uncounted",
    "User",
]
