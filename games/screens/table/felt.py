"""The plates, the trick and the calls on the felt: the same for every viewer."""

from __future__ import annotations

from functools import lru_cache

from games.clocks import deadline, stands_in_at
from games.engine.actions import Call
from games.engine.cards import Card, Strain
from games.engine.observation import Observation
from games.engine.seats import SEATS, Seat
from games.engine.tricks import Trick, best_place
from games.models import TableState
from games.store import Sitter, Snapshot

from .. import standing, wording
from ..panels import Countdown, LastTrick, LyingCall, Plate, PlayedCard, TrickPanel
from ..texts import gettext as _
from ..texts import spoken
from ..wording import number
from .scene import CALL, OVER, PLAY, RESULT, TRUMP, WAITING, Scene, countdown

NIL = "NIL"


# --- plates --------------------------------------------------------------------------------------------------------


def plate(scene: Scene, seat: Seat) -> Plate:
    sitter, name = scene.sitter(seat), scene.names[seat]
    snapshot, is_turn = scene.snapshot, seat == scene.to_act
    waits = scene.phase in (WAITING, RESULT, OVER)
    return Plate(
        seat=seat.name,
        seat_name=wording.seat(seat),
        side=seat.side.name,
        kind="away" if _is_away(sitter) else sitter.kind,
        name=name,
        initial=name[:1].upper(),
        meta=_meta(sitter, rated=snapshot.rated),
        took=_took(scene, seat),
        is_turn=is_turn,
        is_dealer=bool(scene.round and scene.round.dealer == seat),
        can_sit=sitter.kind == "empty" and snapshot.state == TableState.OPEN,
        clock=_clock(snapshot, sitter) if is_turn else None,
        stand_in=countdown(stands_in_at(snapshot, sitter)),
        bot_plays=sitter.stands_in,
        is_host=scene.phase == WAITING and sitter.kind == "person" and sitter.user_id == snapshot.host_id,
        is_ready=waits and sitter.ready,
    )


def _is_away(sitter: Sitter) -> bool:
    return sitter.kind == "person" and bool(sitter.away_at or sitter.has_left or sitter.stands_in)


def _clock(snapshot: Snapshot, sitter: Sitter) -> Countdown | None:
    return countdown(deadline(snapshot), bank_ms=sitter.bank_ms, of=snapshot.turn_seconds or 0)


def _meta(sitter: Sitter, *, rated: bool) -> str:
    if sitter.kind == "bot":
        return _("bot")
    if sitter.stands_in:
        return _("bot plays")
    if _is_away(sitter):
        return _("has left") if sitter.has_left else _("away")
    if sitter.is_guest:
        return _("guest")
    return standing.of_sitter(sitter) if sitter.user_id and (rated or sitter.rating is not None) else ""


def _took(scene: Scene, seat: Seat) -> str:
    """Tricks taken of the seat's own bid, where seats bid for themselves and the play has begun."""
    round = scene.round
    bid = round.bids[seat] if round and round.trick and scene.phase != OVER else None
    if round is None or bid is None:
        return ""
    taken = round.trick_winners.count(seat)
    if bid == NIL:
        return f"{wording.call(bid, round.game)} · {number(taken)}"
    return wording.of(taken, int(bid))


# --- the trick, or the calls ---------------------------------------------------------------------------------------


def trick(scene: Scene) -> TrickPanel:
    """The cards of the trick; a full one stays until the next card is led. While calls are made, the calls."""
    round = scene.round
    if round is None or scene.phase not in (CALL, TRUMP, PLAY):
        return TrickPanel((), (), "")
    if round.trick is None:
        return TrickPanel((), _calls(round), "")
    if not round.trick.cards and round.tricks:
        return TrickPanel(_played(scene, round, round.tricks[-1], len(round.tricks) - 1), (), "")
    return TrickPanel(_played(scene, round, round.trick, len(round.tricks)), (), str(round.to_act))


def last_trick(scene: Scene) -> LastTrick:
    """The trick before the one on the table; between rounds, the last of the round."""
    round = scene.round
    shown_as_trick = 1 if round and scene.phase == PLAY and round.trick and not round.trick.cards else 0
    place = len(round.tricks) - 1 - shown_as_trick if round and scene.phase in (PLAY, RESULT) else -1
    if round is None or place < 0:
        return LastTrick((), "")
    spoken = _("Last trick, taken by %(name)s") % {"name": scene.name(round.trick_winners[place])}
    return LastTrick(_played(scene, round, round.tricks[place], place, is_past=True), spoken)


def _played(
    scene: Scene, round: Observation, trick: Trick, place: int, *, is_past: bool = False
) -> tuple[PlayedCard, ...]:
    if not trick.cards:
        return ()
    best = best_place(trick.cards, Strain.NT if round.trump is None else round.trump)
    newest = -1 if is_past else len(trick.cards) - 1
    gestures, names, tongue = dict(round.gestures), scene.names, spoken()
    return tuple(
        [
            _card(tongue, names[seat], seat, card, at == best, at == newest, gestures.get(4 * place + at, ""))
            for at, (seat, card) in enumerate(trick.plays(round.game.rotation))
        ]
    )


@lru_cache(maxsize=4096)
def _card(
    _tongue: tuple[str, str], name: str, seat: Seat, card: Card, is_best: bool, is_newest: bool, gesture: str
) -> PlayedCard:
    words = wording.card(card)
    return PlayedCard(
        seat=seat.name,
        card=str(card),
        suit=card.suit.name,
        name=words,
        spoken=_("%(name)s: %(card)s") % {"name": wording.isolated(name), "card": words},
        is_best=is_best,
        is_newest=is_newest,
        gesture=gesture,
    )


def _calls(round: Observation) -> tuple[LyingCall, ...]:
    """Each seat's latest call."""
    latest = {call.seat: call for call in round.calls}
    bids = [call for call in round.calls if wording.is_bid(call.call)]
    highest = bids[-1] if bids else None
    return tuple(_lying(latest[seat], round, highest) for seat in SEATS if seat in latest)


def _lying(call: Call, round: Observation, highest: Call | None) -> LyingCall:
    text, strain = wording.parts(call.call, round.game)
    return LyingCall(
        seat=call.seat.name,
        text=text,
        strain=strain,
        is_bid=wording.is_bid(call.call) or call.call == NIL,
        is_highest=call is highest,
    )
