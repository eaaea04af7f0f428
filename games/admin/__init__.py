"""The staff's pages: tables, matches, people, reports, announcements, with what each role may do there."""

from . import announcements, matches, people, reports, tables

__all__ = ["announcements", "matches", "people", "reports", "tables"]
