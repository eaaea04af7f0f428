"""#said: the last change in one sentence for screen readers, in names; the same for every viewer."""

from __future__ import annotations

from games.engine.actions import DOUBLE, PASS, REDOUBLE, THROW, Call
from games.engine.cards import Strain
from games.engine.observation import Observation
from games.engine.tricks import Trick

from .. import endings, rounds, wording
from ..panels import Said
from ..texts import gettext as _
from ..wording import number
from .scene import OVER, RESULT, Scene


def said(scene: Scene) -> Said:
    return Said(_sentence(scene))


def _sentence(scene: Scene) -> str:
    seen = scene.seen
    if seen is None:
        return ""
    if scene.phase == OVER:
        return f"{endings.won(seen, scene.names)}. {endings.how_it_ended(seen, scene.names)}"
    if scene.phase == RESULT and scene.last:
        told = rounds.told(seen.game, scene.last, scene.names)
        return f"{told.title}. {told.text}"
    if seen.trick is None:
        return _called(scene, seen)
    return _carded(scene, seen, seen.trick)


def _called(scene: Scene, seen: Observation) -> str:
    if seen.calls:
        return _call(scene, seen, seen.calls[-1])
    if seen.dealer is None:
        return ""
    told = {"number": number(len(seen.finished) + 1), "name": scene.name(seen.dealer)}
    return _("Round %(number)s: %(name)s has dealt.") % told


def _call(scene: Scene, seen: Observation, call: Call) -> str:
    told = {"name": scene.name(call.seat), "call": wording.call(call.call, seen.game)}
    words = {
        PASS: _("%(name)s passes."),
        DOUBLE: _("%(name)s doubles."),
        REDOUBLE: _("%(name)s redoubles."),
        THROW: _("%(name)s throws the hand in."),
    }
    return words.get(call.call, _("%(name)s bids %(call)s.")) % told


def _carded(scene: Scene, seen: Observation, trick: Trick) -> str:
    if trick.cards:
        return _card(scene, seen, trick)
    if not seen.tricks:
        return _play_begins(scene, seen)
    took = _("%(name)s takes the trick.") % {"name": scene.name(seen.trick_winners[-1])}
    return f"{_card(scene, seen, seen.tricks[-1])} {took}"


def _card(scene: Scene, seen: Observation, trick: Trick) -> str:
    seat, card = trick.plays(seen.game.rotation)[-1]
    told = {"name": scene.name(seat), "card": wording.card(card)}
    made = dict(seen.gestures).get(_place(seen, trick))
    if made is None:
        return _("%(name)s plays %(card)s.") % told
    return _("%(name)s plays %(card)s, with a %(gesture)s.") % {**told, "gesture": wording.gesture(made)}


def _place(seen: Observation, trick: Trick) -> int:
    """The place of this trick's newest card among all cards played."""
    full = len(seen.tricks) if trick is seen.trick else len(seen.tricks) - 1
    return 4 * full + len(trick.cards) - 1


def _play_begins(scene: Scene, seen: Observation) -> str:
    contract = seen.contract
    if contract is None or contract.strain is None:
        return _("The bidding is over; %(name)s leads.") % {"name": scene.name(seen.calls[0].seat)}
    told = {
        "name": scene.name(contract.declarer),
        "level": number(contract.level),
        "suit": wording.suit(contract.strain),
    }
    if contract.strain is Strain.NT:
        return _("%(name)s plays %(level)s without trump.") % told
    return _("%(name)s plays %(level)s in %(suit)s.") % told
