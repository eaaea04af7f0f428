"""Tarneeb as the engine's Game: its rules chosen, every question answered once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .. import actions
from ..actions import Action, Call, ChooseTrump, PlayCard, calls_of, parse_action
from ..cards import SUIT_MASKS, SUITS, Strain
from ..deals import Deal
from ..errors import ILLEGAL_CALL, ILLEGAL_TRUMP, MUST_FOLLOW_SUIT, NOT_YOUR_TURN, OUT_OF_PHASE, Reason, gettext_noop
from ..game import Contract, Line, Standing
from ..options import Value
from ..rounds import (
    CALL,
    OVER,
    PASSED_OUT,
    PLAY,
    PLAYED,
    THROWN_IN,
    TRUMP,
    Round,
    begun,
    following,
    is_played_out,
    play_refusal,
    seat_to_play,
    tricks_by_side,
    with_call,
    with_card,
    with_play_begun,
)
from ..seats import SEATS, Seat, Side
from . import auction, scoring
from .rules import OPTIONS, RULE_SETS, TarneebRules

MUST_LEAD_TRUMP: Final = Reason("must-lead-trump", gettext_noop("Your first lead must be a trump."))
EMPTY: Final = (None, None, None, None)


class Tarneeb:
    """One rule set of Tarneeb with its options."""

    slug: Final = "tarneeb"
    name: Final = gettext_noop("Tarneeb")
    version: Final = 1
    rule_sets: Final = RULE_SETS
    default_rule_set: Final = "tarneeb/cardems"
    options: Final = OPTIONS
    trumps_must_be_broken: Final = False
    bids_by_seat: Final = False
    call_names: Final[Mapping[str, str]] = {
        actions.PASS: gettext_noop("Pass"),
        actions.DOUBLE: gettext_noop("Double"),
        actions.REDOUBLE: gettext_noop("Redouble"),
        actions.THROW: gettext_noop("Throw in"),
    }

    def __init__(self, rule_set: str, changes: Mapping[str, object]) -> None:
        """Raises BadOption for a change that the rule set does not allow."""
        self.rule_set = next(known for known in RULE_SETS if known.slug == rule_set)
        self.values: Mapping[str, Value] = self.rule_set.chosen(changes)
        self.rules = TarneebRules(**self.values)  # type: ignore[arg-type]  # the rule set has checked the types
        self.rotation = self.rules.rotation
        self.signals = self.rules.signals
        self.target = self.rules.target
        self.calls = frozenset(auction.calls_offered(self.rules))

    def new_round(self, dealer: Seat, deal: Deal) -> Round:
        return begun(dealer, deal)

    def phase(self, round: Round) -> str:
        if round.trick is not None:
            return OVER if is_played_out(round) else PLAY
        if not auction.is_over(self.rules, round.calls):
            return CALL
        contract = self.contract(round)
        return TRUMP if contract and contract.strain is None else OVER

    def to_act(self, round: Round) -> Seat | None:
        if round.trick is not None:
            return None if is_played_out(round) else seat_to_play(round.trick, self.rotation)
        if not auction.is_over(self.rules, round.calls):
            return auction.to_call(self.rules, round.dealer, round.calls)
        contract = self.contract(round)
        return contract.declarer if contract else None

    def lawful(self, round: Round) -> tuple[Action, ...]:
        seat, phase = self.to_act(round), self.phase(round)
        if seat is not None and phase == CALL:
            return calls_of(seat, auction.lawful_calls(self.rules, round, seat))
        if seat is not None and phase == TRUMP:
            return tuple(ChooseTrump(seat, strain) for strain in (Strain if self.rules.no_trump else SUITS))
        return ()

    def playable(self, round: Round) -> tuple[int, Reason]:
        trick = round.trick
        assert trick is not None  # noqa: S101 – only asked in the play
        hand = round.hands[seat_to_play(trick, self.rotation)]
        if trick.cards:
            return following(hand, trick.cards[0])
        if self.rules.first_lead_trump and not round.tricks and round.trump not in (None, Strain.NT):
            return hand & SUIT_MASKS[round.trump] or hand, MUST_LEAD_TRUMP
        return hand, MUST_FOLLOW_SUIT

    def refusal(self, round: Round, action: Action) -> Reason | None:
        trick = round.trick
        if trick is not None and isinstance(action, PlayCard):
            if is_played_out(round):
                return OUT_OF_PHASE
            if action.seat is not seat_to_play(trick, self.rotation):
                return NOT_YOUR_TURN
            return play_refusal(round.hands[action.seat], self.playable(round), action, self.signals)
        return self._refusal_before_play(round, action)

    def _refusal_before_play(self, round: Round, action: Action) -> Reason | None:
        if not isinstance(action, {CALL: Call, TRUMP: ChooseTrump}.get(self.phase(round), ())):
            return OUT_OF_PHASE
        if action.seat is not self.to_act(round):
            return NOT_YOUR_TURN
        if action in self.lawful(round):
            return None
        return ILLEGAL_CALL if isinstance(action, Call) else ILLEGAL_TRUMP

    def apply(self, round: Round, action: Action) -> Round:
        if isinstance(action, PlayCard):
            return with_card(round, action, self.rotation)
        if isinstance(action, ChooseTrump):
            return with_play_begun(round, action.strain, self._opening_leader(round, action.seat))
        after = with_call(round, action)
        if self.rules.auction == "open" and auction.is_over(self.rules, after.calls):
            return self._with_open_contract(after)
        return after

    def _with_open_contract(self, round: Round) -> Round:
        """The strain bid becomes trump (2.12), unless the round is dead."""
        contract = self.contract(round)
        if contract is None or contract.strain is None:
            return round
        return with_play_begun(round, contract.strain, self._opening_leader(round, contract.declarer))

    def _opening_leader(self, round: Round, declarer: Seat) -> Seat:
        """Rule 2.6."""
        return declarer if self.rules.opening_lead == "declarer" else self.rotation.after(round.dealer)

    def parse_action(self, seat: Seat, code: str) -> Action:
        return parse_action(seat, code, self.calls)

    def contract(self, round: Round) -> Contract | None:
        return auction.contract(self.rules, round.dealer, round.calls, round.trump)

    def bids(self, round: Round) -> tuple[str | None, str | None, str | None, str | None]:
        return EMPTY

    def tricks_due(self, round: Round) -> tuple[int | None, int | None]:
        contract = self.contract(round)
        if contract is None:
            return None, None
        return (contract.level, None) if contract.declarer.side is Side.NS else (None, contract.level)

    def outcome(self, round: Round) -> str:
        if round.trick is not None:
            return PLAYED
        return THROWN_IN if auction.is_thrown_in(round.calls) else PASSED_OUT

    def lines(self, round: Round, standing: Standing) -> tuple[Line, ...]:
        contract = self.contract(round)
        if round.trick is None or contract is None:
            return ()
        side = contract.declarer.side
        taken = tricks_by_side(round)[side]
        ours, theirs = scoring.worth(self.rules.scoring, contract.level, taken, contract.multiplier)
        text = scoring.MISSED if taken < contract.level else scoring.KABOOT if taken == 13 else scoring.MADE
        lines = (Line(text, _for(side, ours)), Line(scoring.DEFENDERS, _for(side.other, theirs)))
        return lines if theirs else lines[:1]

    def settled(self, round: Round, standing: Standing) -> Standing:
        ns = sum(line.points[Side.NS] for line in self.lines(round, standing))
        ew = sum(line.points[Side.EW] for line in self.lines(round, standing))
        return Standing((standing.scores[0] + ns, standing.scores[1] + ew))

    def next_dealer(self, round: Round) -> Seat:
        if self._same_dealer_again(round):
            return round.dealer
        return self.rotation.after(round.dealer)

    def _same_dealer_again(self, round: Round) -> bool:
        outcome = self.outcome(round)
        if outcome == THROWN_IN:
            return self.rules.ten_in_suit and auction.has_ten_in_suit(round.deal.hands[round.calls[-1].seat])
        return outcome == PASSED_OUT and self.rules.all_pass != "redeal-next"

    def winner(self, standing: Standing) -> Side | None:
        return scoring.winner(self.rules.finish, self.rules.target, standing.scores)

    def tallies(self, round: Round) -> Mapping[str, tuple[int, int, int, int]]:
        contract = self.contract(round)
        if round.trick is None or contract is None:
            return {}
        declarer, taken = contract.declarer, tricks_by_side(round)[contract.declarer.side]
        counted = {f"contracts-{contract.level}": 1, f"made-{contract.level}": int(taken >= contract.level)}
        kaboots = {"kaboots": int(taken == 13)}
        return {name: _at(declarer, number) for name, number in (counted | kaboots).items() if number}


def _for(side: Side, points: int) -> tuple[int, int]:
    return (points, 0) if side is Side.NS else (0, points)


def _at(seat: Seat, number: int) -> tuple[int, int, int, int]:
    n, e, s, w = (number if seat is one else 0 for one in SEATS)
    return n, e, s, w
