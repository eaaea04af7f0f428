"""Bots: the card-table judgement of people who are not there, on an Observation and nothing else."""

from .levels import LEVELS, choose

__all__ = ["LEVELS", "choose"]
