"""What the panels of a table are built from: the snapshot's plain facts and one viewer's observation of the match."""

from __future__ import annotations

import math
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone

from games.engine.matches import FinishedRound, Match
from games.engine.observation import Observation, observe
from games.engine.seats import Seat, Side
from games.store import Sitter, Snapshot

from .. import wording
from ..panels import Countdown
from ..rounds import Names
from ..texts import gettext as _
from ..texts import spoken
from ..wording import number

WAITING, CALL, TRUMP, PLAY, RESULT, OVER = "waiting", "call", "trump", "play", "result", "over"
"""The phases of a table, as `data-phase` has them."""


class Scene(NamedTuple):
    """One moment of a table. `seen` is the match now, `round` the round to show: the one just finished, between rounds.

    The match itself is left behind here: panels cannot reach a card that their viewer may not see.
    """

    snapshot: Snapshot
    phase: str
    seen: Observation | None
    round: Observation | None
    names: Names

    @property
    def last(self) -> FinishedRound | None:
        """The round finished last."""
        return self.seen.finished[-1] if self.seen and self.seen.finished else None

    @property
    def to_act(self) -> Seat | None:
        return self.seen.to_act if self.seen else None

    def sitter(self, seat: Seat) -> Sitter:
        return self.snapshot.sitters[seat]

    def name(self, seat: Seat) -> str:
        """The name of a seat's player for the middle of a sentence."""
        return wording.isolated(self.names[seat])

    def side_names(self, side: Side) -> tuple[str, ...]:
        """Who plays for a side, for the head of a column; "free" when nobody sits there."""
        return tuple(name for name in (self.names[side], self.names[side + 2]) if name) or (_("free"),)

    @property
    def free(self) -> int:
        """How many seats nobody has."""
        return sum(sitter.kind == "empty" for sitter in self.snapshot.sitters)

    @property
    def missing(self) -> bool:
        """After a match: whether somebody is not there for another one."""
        return any(sitter.kind == "empty" or (sitter.has_left and not sitter.wish) for sitter in self.snapshot.sitters)


def scene(snapshot: Snapshot, viewer: Seat | None) -> Scene:
    """What this viewer (None: a watcher) sees of the table."""
    shared = _shared(snapshot)
    if viewer is None or snapshot.match is None:
        return shared
    seen = observe(snapshot.match, viewer)
    round = seen if shared.round is shared.seen else shared.round
    return Scene(snapshot, shared.phase, seen, round, shared.names)


_newest: tuple[Snapshot, tuple[str, str], Scene] | None = None


def _shared(snapshot: Snapshot) -> Scene:
    """What a watcher sees. It is asked for once for each viewer of a moment, so the last answer is kept."""
    global _newest
    known, tongue = _newest, spoken()
    if known is None or known[0] is not snapshot or known[1] != tongue:
        known = _newest = snapshot, tongue, _watched(snapshot)
    return known[2]


def _watched(snapshot: Snapshot) -> Scene:
    seen = observe(snapshot.match, None) if snapshot.match else None
    phase = _phase(seen)
    n, e, s, w = map(wording.player, snapshot.sitters)
    return Scene(snapshot, phase, seen, _round(seen, phase), (n, e, s, w))


def _phase(seen: Observation | None) -> str:
    if seen is None:
        return WAITING
    if seen.phase == "deal":
        return RESULT if seen.finished else WAITING
    return seen.phase


def _round(seen: Observation | None, phase: str) -> Observation | None:
    if seen is None or phase not in (RESULT, OVER) or not seen.finished:
        return seen
    return observe(Match(seen.game, round=seen.finished[-1].round), None)


def countdown(until: datetime | None, *, bank_ms: int = 0, of: int = 0) -> Countdown | None:
    """From now until then; `bank_ms` of it come after the turn's own `of` seconds."""
    if until is None:
        return None
    left = max(0.0, round((until - timezone.now()).total_seconds(), 1))
    bank = min(left, bank_ms / 1000)
    return Countdown(left, bank, of, number(math.ceil(left - bank if left > bank else left)))
