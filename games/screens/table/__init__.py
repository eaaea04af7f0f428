"""The table as panels: a public part, the same for every viewer, and a private part for one (design idea 4).

Both are made of an Observation and the snapshot's plain facts; nothing here reads a hand that its viewer does not hold.
Keys are the ids of the fragments. Texts are in the active language and digits (`wording.digits`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from games.engine.seats import Seat
from games.store import Snapshot

from .. import wording
from ..panels import State, TableName, ViewerSeat
from ..talk import TalkView, kept_seat, talk_view
from ..texts import gettext
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

__all__ = ["Memory", "private", "public"]

Panels = dict[str, object]


@dataclass
class Memory:
    """The panels of somebody's last view that seldom change, by kind, with all that they were made of."""

    kept: dict[str, tuple[object, Panels]] = field(default_factory=dict)

    def recall(self, kind: str, key: object, make: Callable[[], Panels]) -> Panels:
        """The same panels again while the key stays equal."""
        last = self.kept.get(kind)
        if last is None or last[0] != key:
            last = self.kept[kind] = key, make()
        return last[1]


def public(snapshot: Snapshot, memory: Memory | None = None) -> Panels:
    """What everybody at the table may see, without one relative word. A memory belongs to one language and digits."""
    seen = scene(snapshot, None)
    score = memory.recall("score", _trick_by_trick(seen), lambda: _score(seen)) if memory else _score(seen)
    return {
        "table-state": _state(seen),
        **plates(seen),
        "trick": trick(seen),
        **score,
        "board": board(seen),
        "watchers": watchers(seen),
        "said": said(seen),
    }


def _score(seen: Scene) -> Panels:
    return {
        "table-name": _name(seen),
        "strip": strip(seen),
        "beads": beads(seen),
        "last-trick": last_trick(seen),
        "score-sheet": sheet(seen),
        "deal-seal": seal(seen),
    }


def _name(seen: Scene) -> TableName:
    title, game = seen.snapshot.title, seen.snapshot.game
    if title:
        return TableName(title, wording.rules(game), is_title=True)
    return TableName(gettext(game.name), gettext(game.rule_set.name))


def _trick_by_trick(scene: Scene) -> object:
    """What `_score` is made of: of the trick in play only whether it has a card."""
    snapshot, seen = scene.snapshot, scene.seen
    table = scene.phase, snapshot.title, snapshot.game, snapshot.sitters, snapshot.commitments, snapshot.seeds
    if seen is None:
        return table
    round = seen.calls, seen.contract, seen.trump, seen.tricks_due, seen.bids, seen.tricks, seen.gestures
    return table, round, bool(seen.trick and seen.trick.cards), seen.standing, seen.winner, seen.finished, seen.ending


def private(
    snapshot: Snapshot,
    seat: Seat | None,
    user_id: int | None,
    talk: TalkView | None = None,
    memory: Memory | None = None,
) -> Panels:
    """What is for one viewer: seat None is a watcher, who holds nothing and acts on nothing but free seats.

    So is whoever had a seat that staff have given to a bot.
    """
    seat = kept_seat(snapshot, seat)
    seen = scene(snapshot, seat)
    talk = talk or talk_view(snapshot, seat, (), frozenset())
    own, company = partial(_own, seen, seat, user_id), partial(_company, seen, seat, user_id, talk)
    if memory is None:
        return {"prompt": prompt(seen, seat, user_id), **own(), **company()}
    key = seat, user_id, snapshot.sitters, snapshot.state, snapshot.host_id, snapshot.token
    acts = seat is not None and seat == seen.to_act
    return {
        "prompt": prompt(seen, seat, user_id),
        **(own() if acts else memory.recall("own", (*key, *_resting(seen)), own)),
        **memory.recall("company", (*key, talk), company),
    }


def _own(seen: Scene, seat: Seat | None, user_id: int | None) -> Panels:
    """What this viewer holds and may do."""
    return {
        "controls": controls(seen, seat, user_id),
        "hand": hand(seen, seat),
        "match-menu": match_menu(seen, seat),
    }


def _resting(seen: Scene) -> tuple[object, ...]:
    """What `_own` is made of beside the people, for a viewer who has not the turn."""
    held = seen.seen.hand if seen.seen else None
    return seen.phase, held, seen.round.trump if seen.round else None, seen.snapshot.match_id


def _company(seen: Scene, seat: Seat | None, user_id: int | None, talk: TalkView) -> Panels:
    """Who is here and what they say: nothing of the cards."""
    return {
        "viewer": ViewerSeat("watcher" if seat is None else seat.name),
        "gathering": gathering(seen, seat, user_id),
        "talk-lines": talk_lines(seen, user_id, talk),
        "people": people(seen, user_id, talk),
    }


def _state(seen: Scene) -> State:
    turn = "" if seen.to_act is None else seen.to_act.name
    return State(seen.snapshot.table_id, seen.snapshot.version, seen.phase, turn)
