"""A table that is looked at here, and what each of its pages lacks of a moment of it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from games import fragments
from games.fragments import TalkLine
from games.services.watching import Snapshot

from .viewers import Viewer


@dataclass(eq=False)
class Watched:
    """A table that somebody looks at here; `snapshot` is the newest that this process has heard of."""

    snapshot: Snapshot
    viewers: set[Viewer] = field(default_factory=set)
    talk_at: int = -1
    talk: tuple[TalkLine, ...] = ()
    shown: int = -1
    is_waiting: bool = False  # to be shown
    known: dict[tuple[str, str], fragments.Known] = field(default_factory=lambda: defaultdict(fragments.Known))
    """What was last shown in each language and kind of digits."""


@dataclass(frozen=True)
class Moment:
    """What is shown to everybody at a table: no page mixes two moments. Public changes, with the steps before
    and after them, are made once for each language and kind of digits."""

    snapshot: Snapshot
    changes: dict[tuple[str, str], tuple[int, int, str]] = field(default_factory=dict)


def public_change(viewer: Viewer, watched: Watched, moment: Moment) -> str:
    """What this viewer lacks of what everybody may see: the last step, or all of it."""
    tongue = viewer.tongue
    known = watched.known[tongue]
    if tongue not in moment.changes:
        before = known.step
        change = fragments.public_change(moment.snapshot, *tongue, known)
        moment.changes[tongue] = before, known.step, change
    before, after, change = moment.changes[tongue]
    seen, viewer.step = viewer.step, after
    if seen == after:
        return ""
    return change if seen == before else known.whole


def private_change(viewer: Viewer, watched: Watched, snapshot: Snapshot) -> str:
    """The same of what is for this viewer alone."""
    seat = snapshot.seat_of(viewer.user_id)
    talk = viewer.known.hears(snapshot, seat, watched.talk, viewer.silenced)
    return fragments.private_change(snapshot, seat, viewer.user_id, *viewer.tongue, talk, viewer.known)
