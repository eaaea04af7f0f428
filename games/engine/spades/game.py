"""Spades as the engine's Game (rule 4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ..actions import Action, Call, PlayCard, calls_of, parse_action
from ..cards import SUIT_MASKS, Strain
from ..deals import Deal
from ..errors import ILLEGAL_CALL, MUST_FOLLOW_SUIT, NOT_YOUR_TURN, OUT_OF_PHASE, Reason, gettext_noop
from ..game import Contract, Line, Points, Standing
from ..options import Option, Value
from ..rounds import (
    CALL,
    OVER,
    PLAY,
    PLAYED,
    Round,
    begun,
    following,
    is_played_out,
    play_refusal,
    seat_to_play,
    tricks_by_seat,
    tricks_by_side,
    with_call,
    with_card,
    with_play_begun,
)
from ..seats import CLOCKWISE, SEATS, SIDES, Seat, Side
from . import bidding, scoring
from .bidding import BIDS, NIL
from .rules import RULE_SETS, TARGET

SPADES_NOT_BROKEN: Final = Reason("spades-not-broken", gettext_noop("Spades are not broken yet: lead another suit."))
SPADES: Final = SUIT_MASKS[Strain.S]


class Spades:
    """Partnership Spades to 500."""

    slug: Final = "spades"
    name: Final = gettext_noop("Spades")
    version: Final = 1
    rule_sets: Final = RULE_SETS
    default_rule_set: Final = "spades/cardems"
    options: Final[tuple[Option, ...]] = ()
    trumps_must_be_broken: Final = True
    bids_by_seat: Final = True
    call_names: Final[Mapping[str, str]] = {NIL: gettext_noop("Nil")}
    rotation: Final = CLOCKWISE
    signals: Final = False
    target: Final = TARGET
    calls: Final = frozenset(BIDS)

    def __init__(self, rule_set: str, changes: Mapping[str, object]) -> None:
        """Raises BadOption for any change: Spades has no options."""
        self.rule_set = next(known for known in RULE_SETS if known.slug == rule_set)
        self.values: Mapping[str, Value] = self.rule_set.chosen(changes)

    def new_round(self, dealer: Seat, deal: Deal) -> Round:
        return begun(dealer, deal)

    def phase(self, round: Round) -> str:
        if round.trick is None:
            return CALL
        return OVER if is_played_out(round) else PLAY

    def to_act(self, round: Round) -> Seat | None:
        if round.trick is None:
            return CLOCKWISE.turns[CLOCKWISE.after(round.dealer)][len(round.calls)]
        return None if is_played_out(round) else seat_to_play(round.trick, CLOCKWISE)

    def lawful(self, round: Round) -> tuple[Action, ...]:
        seat = self.to_act(round)
        return calls_of(seat, BIDS) if seat is not None and round.trick is None else ()

    def playable(self, round: Round) -> tuple[int, Reason]:
        trick = round.trick
        assert trick is not None  # noqa: S101 – only asked in the play
        hand = round.hands[seat_to_play(trick, CLOCKWISE)]
        if trick.cards:
            return following(hand, trick.cards[0])
        if is_broken(round):
            return hand, MUST_FOLLOW_SUIT
        return hand & ~SPADES or hand, SPADES_NOT_BROKEN

    def refusal(self, round: Round, action: Action) -> Reason | None:
        trick = round.trick
        if trick is None:
            return self._refusal_of_bid(round, action)
        if not isinstance(action, PlayCard) or is_played_out(round):
            return OUT_OF_PHASE
        if action.seat is not seat_to_play(trick, CLOCKWISE):
            return NOT_YOUR_TURN
        return play_refusal(round.hands[action.seat], self.playable(round), action, signals=False)

    def _refusal_of_bid(self, round: Round, action: Action) -> Reason | None:
        if not isinstance(action, Call):
            return OUT_OF_PHASE
        if action.seat is not self.to_act(round):
            return NOT_YOUR_TURN
        return None if action.call in BIDS else ILLEGAL_CALL

    def apply(self, round: Round, action: Action) -> Round:
        if isinstance(action, PlayCard):
            return with_card(round, action, CLOCKWISE)
        assert isinstance(action, Call)  # noqa: S101 – refusal lets nothing else through
        after = with_call(round, action)
        if len(after.calls) < 4:
            return after
        return with_play_begun(after, Strain.S, after.calls[0].seat)

    def parse_action(self, seat: Seat, code: str) -> Action:
        return parse_action(seat, code, self.calls)

    def contract(self, round: Round) -> Contract | None:
        return None

    def bids(self, round: Round) -> tuple[str | None, str | None, str | None, str | None]:
        made = {call.seat: call.call for call in round.calls}
        n, e, s, w = (made.get(seat) for seat in SEATS)
        return n, e, s, w

    def tricks_due(self, round: Round) -> tuple[int | None, int | None]:
        sums = bidding.contracts(round.calls)
        ns, ew = (sums[side] if bidding.has_bid(round.calls, side) else None for side in SIDES)
        return ns, ew

    def outcome(self, round: Round) -> str:
        return PLAYED

    def lines(self, round: Round, standing: Standing) -> tuple[Line, ...]:
        contracts, taken = bidding.contracts(round.calls), tricks_by_side(round)
        over = _overtricks(round)
        lines = (
            Line(scoring.CONTRACT, _each(lambda side: scoring.contract_points(contracts[side], taken[side]))),
            *self._nil_lines(round),
            Line(scoring.OVERTRICKS, over),
            Line(scoring.BAGS, _each(lambda side: scoring.bag_cost(standing.bags[side] + over[side]))),
        )
        return tuple(line for line in lines if any(line.points) or line.text == scoring.CONTRACT)

    def _nil_lines(self, round: Round) -> tuple[Line, ...]:
        taken = tricks_by_seat(round)
        nils = [call.seat for call in round.calls if call.call == NIL]
        return tuple(Line(scoring.NIL, _for(seat.side, scoring.nil_points(taken[seat]))) for seat in nils)

    def settled(self, round: Round, standing: Standing) -> Standing:
        lines, over = self.lines(round, standing), _overtricks(round)
        scores = _each(lambda side: standing.scores[side] + sum(line.points[side] for line in lines))
        return Standing(scores, _each(lambda side: scoring.bags_left(standing.bags[side] + over[side])))

    def next_dealer(self, round: Round) -> Seat:
        return CLOCKWISE.after(round.dealer)

    def winner(self, standing: Standing) -> Side | None:
        return scoring.winner(TARGET, standing.scores)

    def tallies(self, round: Round) -> Mapping[str, tuple[int, int, int, int]]:
        taken, bids = tricks_by_seat(round), self.bids(round)
        nils = _seats(lambda seat: bids[seat] == NIL)
        made = _seats(lambda seat: bids[seat] == NIL and not taken[seat])
        counted = {"nils": nils, "nils-made": made, **_contract_tallies(round)}
        return {name: counts for name, counts in counted.items() if any(counts)}


def is_broken(round: Round) -> bool:
    """Whether a spade has been played to an earlier trick (rule 4.3); asked when a lead is due."""
    n, e, s, w = round.hands
    return (n | e | s | w) & SPADES != SPADES


def _contract_tallies(round: Round) -> dict[str, tuple[int, int, int, int]]:
    """The contract of a side counts for both partners, whatever each of them bid of it."""
    contracts, taken = bidding.contracts(round.calls), tricks_by_side(round)
    tallies: dict[str, tuple[int, int, int, int]] = {}
    for height in sorted(set(contracts) - {0}):
        ns, ew = (int(contracts[side] == height) for side in SIDES)
        tallies[f"contracts-{height}"] = ns, ew, ns, ew
        ns, ew = (int(contracts[side] == height <= taken[side]) for side in SIDES)
        tallies[f"made-{height}"] = ns, ew, ns, ew
    return tallies


def _overtricks(round: Round) -> Points:
    contracts, taken = bidding.contracts(round.calls), tricks_by_side(round)
    return _each(lambda side: scoring.overtricks(contracts[side], taken[side]))


def _each(points: Callable[[Side], int]) -> Points:
    return points(Side.NS), points(Side.EW)


def _seats(test: Callable[[Seat], bool]) -> tuple[int, int, int, int]:
    n, e, s, w = (int(test(seat)) for seat in SEATS)
    return n, e, s, w


def _for(side: Side, points: int) -> Points:
    return (points, 0) if side is Side.NS else (0, points)
