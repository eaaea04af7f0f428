"""Spades: one rule set without options (rule 4)."""

from .game import Spades

__all__ = ["Spades"]
