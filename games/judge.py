"""Judging a match record: what happened in it, or its first fault (the command `replay`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeVar

from msgspec import UNSET

from . import record as records
from .engine import matches
from .engine.actions import PLAYS, Action, Call, ChooseTrump, PlayCard
from .engine.cards import Card, Strain
from .engine.deals import Deal
from .engine.errors import (
    CARD_NOT_HELD,
    ILLEGAL_TRUMP,
    OUT_OF_PHASE,
    BadDeal,
    BadOption,
    IllegalAction,
    InvalidAction,
    Reason,
    UnknownRules,
)
from .engine.game import Game, legal_actions
from .engine.matches import Ending, FinishedRound, Match
from .engine.registry import game_for
from .engine.rounds import CALL, PLAY, PLAYED, TRUMP, Round, trick_winners, tricks_by_side
from .engine.seats import SEATS, Seat, Side
from .record import Record, RoundRecord

UNFINISHED: Final = "unfinished"
_Value = TypeVar("_Value")
Json = dict[str, Any]


class Fault(ValueError):
    """The first thing that is wrong with a record: a code of record.md, and where."""

    def __init__(self, code: str, message: str, round: int | None = None, index: int | None = None) -> None:
        super().__init__(message)
        self.code, self.round, self.index = code, round, index


def judged(line: bytes) -> Json:
    """The result of one line: what the record comes to, or its first fault."""
    try:
        return _result(_replayed(records.parse(line)))
    except records.Malformed as error:
        return _error(Fault("malformed", str(error)))
    except Fault as fault:
        return _error(fault)


def match_of(record: Record) -> Match:
    """The match that a record tells, with its gestures and its ending; raises Fault. Gestures that rule 2.30 refuses
    are left out, and so is the ending of a match that the rules ended."""
    record = records.cleaned(record)
    match = _replayed(record, with_gestures=True)
    if record.ended is UNSET or match.is_over:
        return match
    side = record.ended["side"]
    return matches.ended(match, Ending(record.ended["by"], side and Side[side]))


def game_of(record: Record) -> Game:
    """The game under the record's rules; raises Fault."""
    try:
        return game_for(record.rules, record.options)
    except UnknownRules:
        raise Fault("unknown-rules", "There is no such rule set.") from None
    except BadOption:
        raise Fault("bad-option", "The rule set has no such option, or the option does not take this value.") from None


def _replayed(record: Record, *, with_gestures: bool = False) -> Match:
    match = Match(game_of(record))
    for number, written in enumerate(record.rounds):
        match = _dealt(match, written, number)
        gestures = written.gestures if with_gestures and written.gestures is not UNSET else {}
        for index, (phase, text, gesture) in enumerate(_actions(written, gestures)):
            try:
                match = _played(match, phase, text, gesture)
            except IllegalAction as refused:
                raise Fault(refused.reason.code, refused.reason.text, number, index) from None
    return match


def _dealt(match: Match, written: RoundRecord, number: int) -> Match:
    dealer = Seat[written.dealer]
    if match.is_over:
        raise Fault("match-complete", "The match was over before this round.", number)
    if match.round is not None:
        raise Fault("round-incomplete", "The round before this one is not over.", number)
    if match.next_dealer not in (None, dealer):
        raise Fault("wrong-dealer", f"{match.next_dealer} has to deal.", number)
    try:
        return matches.dealt(match, dealer, Deal.parse(written.deal))
    except BadDeal as error:
        raise Fault("bad-deal", str(error), number) from None


def _actions(written: RoundRecord, gestures: dict[str, str]) -> Iterator[tuple[str, str, str | None]]:
    """Everything done in a round in order: the phase it belongs to, its notation, and its gesture."""
    for call in written.calls:
        yield CALL, call, None
    if written.trump is not None:
        yield TRUMP, written.trump, None
    for place, card in enumerate(written.plays):
        yield PLAY, card, gestures.get(str(place)) if gestures else None


def _played(match: Match, phase: str, text: str, gesture: str | None) -> Match:
    round = match.round
    if round is None or match.game.phase(round) != phase:
        raise IllegalAction(OUT_OF_PHASE)
    seat = match.game.to_act(round)
    assert seat is not None  # noqa: S101 – a round in a phase waits for somebody
    action = _READERS[phase](seat, text)
    if gesture:
        action = _with_gesture(match.game, round, action, gesture)
    return matches.played(match, action)


def _with_gesture(game: Game, round: Round, action: Action, gesture: str) -> Action:
    marked = PlayCard(action.seat, action.card, gesture) if isinstance(action, PlayCard) else action
    return action if game.refusal(round, marked) else marked


def _trump(seat: Seat, text: str) -> ChooseTrump:
    return ChooseTrump(seat, _known(Strain.parse, text, ILLEGAL_TRUMP))


def _card(seat: Seat, text: str) -> PlayCard:
    return PLAYS[seat][_known(Card.parse, text, CARD_NOT_HELD)]


def _known(parse: Callable[[str], _Value], text: str, otherwise: Reason) -> _Value:
    """A text in no notation is refused like one that is not lawful."""
    try:
        return parse(text)
    except InvalidAction:
        raise IllegalAction(otherwise) from None


_READERS: Final[Mapping[str, Callable[[Seat, str], Action]]] = {CALL: Call, TRUMP: _trump, PLAY: _card}


def _error(fault: Fault) -> Json:
    return {"error": {"round": fault.round, "index": fault.index, "code": fault.code, "message": str(fault)}}


def _result(match: Match) -> Json:
    game, winner = match.game, match.winner
    rounds = [_finished(game, each) for each in match.finished]
    if match.round is not None:
        rounds.append(_told(game, match.round, UNFINISHED, (0, 0)))
    result = {
        "rules": game.rule_set.slug,
        "status": "playing" if winner is None else "complete",
        "winner": _name(winner),
        "scores": _by_side(match.standing.scores),
        "rounds": rounds,
        "next": _next(match),
    }
    return result | {"bags": _by_side(match.standing.bags)} if game.bids_by_seat else result


def _finished(game: Game, finished: FinishedRound) -> Json:
    return _told(game, finished.round, finished.outcome, finished.points)


def _told(game: Game, round: Round, outcome: str, points: tuple[int, int]) -> Json:
    return {
        "dealer": _name(round.dealer),
        "outcome": outcome,
        **(_bids(game, round) if game.bids_by_seat else _contract(game, round, outcome)),
        "trump": _name(round.trump),
        "tricks": _by_side(tricks_by_side(round)),
        "trick_winners": "".join(seat.name for seat in trick_winners(round)),
        "points": _by_side(points),
    }


def _contract(game: Game, round: Round, outcome: str) -> Json:
    """Null while the auction runs and for dead rounds."""
    contract = game.contract(round)
    if contract is None or outcome not in (PLAYED, UNFINISHED) or game.phase(round) == CALL:
        return {"declarer": None, "contract": None, "multiplier": 1}
    return {"declarer": contract.declarer.name, "contract": contract.level, "multiplier": contract.multiplier}


def _bids(game: Game, round: Round) -> Json:
    bids = {seat.name: bid for seat, bid in zip(SEATS, game.bids(round), strict=True) if bid is not None}
    return {"bids": {seat: int(bid) if bid.isdigit() else bid for seat, bid in bids.items()}}


def _next(match: Match) -> Json | None:
    if match.is_over:
        return None
    round = match.round
    if round is None:
        return {"phase": match.phase, "dealer": _name(match.next_dealer), "seat": None, "legal": []}
    legal = [_notation(action) for action in legal_actions(match.game, round)]
    return {"phase": match.phase, "dealer": _name(round.dealer), "seat": _name(match.to_act), "legal": legal}


def _name(one: Seat | Side | Strain | None) -> str | None:
    return None if one is None else one.name


def _notation(action: Action) -> str:
    if isinstance(action, Call):
        return action.call
    return str(action.card) if isinstance(action, PlayCard) else str(action.strain)


def _by_side(points: tuple[int, int]) -> dict[str, int]:
    return {"NS": points[0], "EW": points[1]}
