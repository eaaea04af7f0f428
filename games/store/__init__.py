"""Rows ↔ engine values: the only place where one becomes the other.

`values` are what the rest of the site is given; `tables`, `sitters` and `matches` read, `writing` writes.
"""

from cardems_site.prepared import SEVERAL

from .matches import DEALT, StoredMatch, cache, ending_of, replay, stored_match
from .sitters import rated_seats, seat_rows, sitter_of, sitters_at
from .tables import (
    HIGHEST_ID,
    bare_snapshot,
    forget_ahead,
    is_judged,
    locked,
    read,
    read_ahead,
    read_several,
    snapshot_of,
    state_of,
    verdict_of,
)
from .values import RatingChange, Sitter, Snapshot, Verdict
from .writing import append_action, append_deal, append_ending, match_of, write_round, write_seats, write_table

__all__ = [
    "DEALT",
    "HIGHEST_ID",
    "SEVERAL",
    "RatingChange",
    "Sitter",
    "Snapshot",
    "StoredMatch",
    "Verdict",
    "append_action",
    "append_deal",
    "append_ending",
    "bare_snapshot",
    "cache",
    "ending_of",
    "forget_ahead",
    "is_judged",
    "locked",
    "match_of",
    "rated_seats",
    "read",
    "read_ahead",
    "read_several",
    "replay",
    "seat_rows",
    "sitter_of",
    "sitters_at",
    "snapshot_of",
    "state_of",
    "stored_match",
    "verdict_of",
    "write_round",
    "write_seats",
    "write_table",
]
