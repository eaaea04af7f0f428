"""What one seat, or a watcher, may know of a match: built up from nothing, never stripped down."""

from __future__ import annotations

from typing import Final, NamedTuple

from .actions import Action, Call
from .cards import Strain
from .errors import Reason
from .game import Contract, Game, Standing, legal_actions
from .matches import Ending, FinishedRound, Match
from .rounds import trick_winners
from .seats import SEATS, Seat, Side
from .tricks import Trick

Four = tuple[int, int, int, int]
NOBODY = (None, None, None, None)


class Observation(NamedTuple):
    """All that `viewer` (None: a watcher) may know, and the only thing that screens, fragments and bots get.

    `hand` is the viewer's own cards as a mask, None for a watcher or between rounds; `counts` how many cards each seat
    holds. `legal` is empty unless the viewer is to act; `why_not` is then why the hand's other cards may not be played.
    `finished` rounds hold nothing secret: all may know them.
    """

    game: Game
    viewer: Seat | None
    phase: str
    dealer: Seat | None
    to_act: Seat | None
    hand: int | None
    counts: Four
    calls: tuple[Call, ...]
    contract: Contract | None
    bids: tuple[str | None, str | None, str | None, str | None]
    tricks_due: tuple[int | None, int | None]
    trump: Strain | None
    tricks: tuple[Trick, ...]
    trick: Trick | None
    trick_winners: tuple[Seat, ...]
    gestures: tuple[tuple[int, str], ...]
    legal: tuple[Action, ...]
    standing: Standing
    winner: Side | None
    finished: tuple[FinishedRound, ...]
    ending: Ending | None = None
    why_not: Reason | None = None


def observe(match: Match, viewer: Seat | None) -> Observation:
    """What this viewer may know now; anybody who is no seat is a watcher and sees no hand."""
    seen, round = _seen_by_all(match), match.round
    if viewer is None:
        return seen
    if round is None:
        return seen._replace(viewer=viewer)
    facts = list(seen)
    facts[_VIEWER], facts[_HAND] = viewer, round.hands[viewer]
    if viewer == seen.to_act:
        facts[_LEGAL] = legal_actions(match.game, round)
        facts[_WHY_NOT] = match.game.playable(round)[1] if round.trick else None
    return _made(Observation, facts)


_VIEWER, _HAND, _LEGAL, _WHY_NOT = map(Observation._fields.index, ("viewer", "hand", "legal", "why_not"))
_made: Final = tuple.__new__
"""Makes a named tuple several times as fast as `_replace`; used for every view."""


def held(match: Match, viewer: Seat | None) -> int | None:
    """`Observation.hand` alone."""
    return match.round.hands[viewer] if match.round and viewer is not None else None


_newest: tuple[Match, Observation] | None = None


def _seen_by_all(match: Match) -> Observation:
    """What a watcher knows. It is asked for once for each viewer of a moment, so the last answer is kept."""
    global _newest
    known = _newest
    if known is None or known[0] is not match:
        known = _newest = match, _watched(match)
    return known[1]


def _watched(match: Match) -> Observation:
    game, round = match.game, match.round
    if round is None:
        return _between_rounds(match)
    n, e, s, w = (round.hands[seat].bit_count() for seat in SEATS)
    return Observation(
        game=game,
        viewer=None,
        phase=match.phase,
        dealer=round.dealer,
        to_act=match.to_act,
        hand=None,
        counts=(n, e, s, w),
        calls=round.calls,
        contract=game.contract(round),
        bids=game.bids(round),
        tricks_due=game.tricks_due(round),
        trump=round.trump,
        tricks=round.tricks,
        trick=round.trick,
        trick_winners=trick_winners(round),
        gestures=round.gestures,
        legal=(),
        standing=match.standing,
        winner=match.winner,
        finished=match.finished,
        ending=match.ending,
    )


def _between_rounds(match: Match) -> Observation:
    return Observation(
        game=match.game,
        viewer=None,
        phase=match.phase,
        dealer=match.next_dealer,
        to_act=None,
        hand=None,
        counts=(0, 0, 0, 0),
        calls=(),
        contract=None,
        bids=NOBODY,
        tricks_due=(None, None),
        trump=None,
        tricks=(),
        trick=None,
        trick_winners=(),
        gestures=(),
        legal=(),
        standing=match.standing,
        winner=match.winner,
        finished=match.finished,
        ending=match.ending,
    )
