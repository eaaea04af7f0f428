"""The table as panels: a public part, the same for every viewer, and a private part for one (design idea 4).

Both are made of an Observation and the snapshot's plain facts; nothing here reads a hand that its viewer does not hold.
Keys are the ids of the fragments. Texts are in the active language and digits (`wording.digits`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from games.engine.observation import held
from games.engine.seats import SEATS, Seat
from games.store import Snapshot

from .. import wording
from ..panels import State, TableName, ViewerSeat
from ..talk import TalkView, kept_seat, talk_view
from ..texts import gettext
from .board import board
from .controls import controls
from .felt import last_trick, plate, trick
from .gathering import gathering
from .hand import hand
from .menu import match_menu, watchers
from .prompt import prompt
from .said import said
from .scene import Scene, scene
from .sheet import seal, sheet
from .strip import beads, strip
from .talking import people, talk_lines

__all__ = ["Memory", "Parts", "private", "private_parts", "public", "public_parts"]

Panels = dict[str, object]
Parts = tuple[Panels, ...]
"""A view in parts that change at different times; a part that stays as it was is the same object again."""


@dataclass
class Memory:
    """The parts of somebody's last view that seldom change, by kind, with all that they were made of."""

    kept: dict[object, tuple[object, Panels]] = field(default_factory=dict)

    def recall(self, kind: object, key: object, make: Callable[[], Panels]) -> Panels:
        """The same panels again while the key stays equal."""
        last = self.kept.get(kind)
        if last is None or last[0] != key:
            last = self.kept[kind] = key, make()
        return last[1]


def public(snapshot: Snapshot) -> Panels:
    """What everybody at the table may see, without one relative word."""
    return _whole(public_parts(snapshot, Memory()))


def private(snapshot: Snapshot, seat: Seat | None, user_id: int | None, talk: TalkView | None = None) -> Panels:
    """What is for one viewer: seat None is a watcher, who holds nothing and acts on nothing but free seats.

    So is whoever had a seat that staff have given to a bot.
    """
    return _whole(private_parts(snapshot, seat, user_id, talk, Memory()))


def _whole(parts: Parts) -> Panels:
    return {element: panel for part in parts for element, panel in part.items()}


def public_parts(snapshot: Snapshot, memory: Memory) -> Parts:
    """`public`, with a memory of one language and kind of digits."""
    seen = scene(snapshot, None)
    now: Panels = {
        "table-state": _state(seen),
        "trick": trick(seen),
        "board": board(seen),
        "watchers": watchers(seen),
        "said": said(seen),
    }
    so_far = _trick_by_trick(seen)
    score = memory.recall("score", so_far, partial(_score, seen))
    led = bool(seen.seen and seen.seen.trick and seen.seen.trick.cards)
    last = memory.recall("last", (so_far, led), partial(_last, seen))
    return now, score, last, *(_plate(seen, seat, memory) for seat in SEATS)


def _score(seen: Scene) -> Panels:
    return {
        "table-name": _name(seen),
        "strip": strip(seen),
        "beads": beads(seen),
        "score-sheet": sheet(seen),
        "deal-seal": seal(seen),
    }


def _last(seen: Scene) -> Panels:
    return {"last-trick": last_trick(seen)}


def _name(seen: Scene) -> TableName:
    title, game = seen.snapshot.title, seen.snapshot.game
    if title:
        return TableName(title, wording.rules(game), is_title=True)
    return TableName(gettext(game.name), gettext(game.rule_set.name))


def _trick_by_trick(scene: Scene) -> object:
    """What `_score` is made of: nothing of the trick in play."""
    snapshot, seen = scene.snapshot, scene.seen
    table = scene.phase, snapshot.title, snapshot.game, snapshot.sitters, snapshot.commitments, snapshot.seeds
    if seen is None:
        return table
    round = seen.calls, seen.contract, seen.trump, seen.tricks_due, seen.bids, seen.tricks, seen.gestures
    return table, round, seen.trick is None, seen.standing, seen.winner, seen.finished, seen.ending


def _plate(seen: Scene, seat: Seat, memory: Memory) -> Panels:
    """A seat's plate; one on which a countdown runs is never the same again."""
    snapshot, round, turn = seen.snapshot, seen.round, seat == seen.to_act
    make = partial(_plate_of, seen, seat)
    if snapshot.sitters[seat].away_at or (turn and snapshot.turn_seconds):
        return make()
    own_bids = (round.bids, round.trick_winners) if round and snapshot.game.bids_by_seat else None
    table = snapshot.sitters, snapshot.state, snapshot.host_id, snapshot.rated, seen.phase
    return memory.recall((seat, turn), (table, round and round.dealer, own_bids), make)


def _plate_of(seen: Scene, seat: Seat) -> Panels:
    return {f"seat-{seat}": plate(seen, seat)}


def private_parts(
    snapshot: Snapshot, seat: Seat | None, user_id: int | None, talk: TalkView | None, memory: Memory
) -> Parts:
    """`private`, with this viewer's memory. Whoever has not the turn is looked at only where something is new."""
    seat, shared = kept_seat(snapshot, seat), scene(snapshot, None)
    talk = talk or talk_view(snapshot, seat, (), frozenset())
    people = seat, user_id, snapshot.sitters, snapshot.state, snapshot.host_id, snapshot.token
    company = memory.recall("company", (people, talk), partial(_company, shared, seat, user_id, talk))
    if seat is not None and seat == shared.to_act:
        seen = scene(snapshot, seat)
        return {"prompt": prompt(seen, seat, user_id)}, _own(seen, seat, user_id), company
    trump = shared.round.trump if shared.round else None
    holding = held(snapshot.match, seat) if snapshot.match else None
    resting = people, shared.phase, holding, trump, snapshot.match_id
    own = memory.recall("own", resting, lambda: _own(scene(snapshot, seat), seat, user_id))
    return {"prompt": prompt(shared, seat, user_id)}, own, company


def _own(seen: Scene, seat: Seat | None, user_id: int | None) -> Panels:
    """What this viewer holds and may do."""
    return {
        "controls": controls(seen, seat, user_id),
        "hand": hand(seen, seat),
        "match-menu": match_menu(seen, seat),
    }


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
