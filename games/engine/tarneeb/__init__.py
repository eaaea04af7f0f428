"""Tarneeb: one game, five rule sets (rules 2 and 3)."""

from .game import Tarneeb

__all__ = ["Tarneeb"]
