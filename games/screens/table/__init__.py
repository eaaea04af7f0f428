"""The table as panels: a public part, the same for every viewer, and a private part for one (design idea 4).

Both are made of an Observation and the snapshot's plain facts; nothing here reads a hand that its viewer does not hold.
Keys are the ids of the fragments. Texts are in the active language and digits (`wording.digits`).
"""

from __future__ import annotations

from games.engine.seats import Seat
from games.store import Snapshot

from ..panels import State, ViewerSeat
from ..talk import TalkView, talk_view
from .board import board
from .controls import controls
from .felt import last_trick, plates, trick
from .gathering import gathering
from .hand import hand
from .menu import match_menu, watchers
from .prompt import prompt
from .said import said
from .scene import Scene, scene
from .sheet import seal, sheet
from .strip import beads, strip
from .talking import people, talk_lines

__all__ = ["private", "public"]


def public(snapshot: Snapshot) -> dict[str, object]:
    """What everybody at the table may see, without one relative word."""
    seen = scene(snapshot, None)
    return {
        "table-state": _state(seen),
        "strip": strip(seen),
        "beads": beads(seen),
        **plates(seen),
        "trick": trick(seen),
        "last-trick": last_trick(seen),
        "board": board(seen),
        "score-sheet": sheet(seen),
        "deal-seal": seal(seen),
        "watchers": watchers(seen),
        "said": said(seen),
    }


def private(
    snapshot: Snapshot, seat: Seat | None, user_id: int | None, talk: TalkView | None = None
) -> dict[str, object]:
    """What is for one viewer: seat None is a watcher, who holds nothing and acts on nothing but free seats."""
    seen = scene(snapshot, seat)
    talk = talk or talk_view(snapshot, seat, (), frozenset())
    return {
        "viewer": ViewerSeat("watcher" if seat is None else seat.name),
        "prompt": prompt(seen, seat, user_id),
        "controls": controls(seen, seat, user_id),
        "hand": hand(seen, seat),
        "match-menu": match_menu(seen, seat),
        "gathering": gathering(seen, seat, user_id),
        "talk-lines": talk_lines(seen, user_id, talk),
        "people": people(seen, user_id, talk),
    }


def _state(seen: Scene) -> State:
    turn = "" if seen.to_act is None else seen.to_act.name
    return State(seen.snapshot.table_id, seen.snapshot.version, seen.phase, turn)
