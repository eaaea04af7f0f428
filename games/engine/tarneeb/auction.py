"""The three auctions of Tarneeb: `rounds` (2.3), `once` (2.10) and `open` (2.12), and throwing in (2.20 to 2.23).

An auction is its calls; everything else is computed from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from ..actions import DOUBLE, PASS, REDOUBLE, THROW, Call
from ..cards import RANKS, SUIT_MASKS, Strain
from ..game import Contract
from ..rounds import Round
from ..seats import Seat
from .rules import TarneebRules

LEVELS: Final = tuple(range(7, 14))
STRAINS_UPWARDS: Final = (Strain.C, Strain.D, Strain.H, Strain.S, Strain.NT)
"""Strains in their order of rank for the same number (rule 2.12)."""

PLAIN_BIDS: Final = tuple(str(level) for level in LEVELS)
OPEN_BIDS: Final = tuple(f"{level}{strain}" for level in LEVELS for strain in STRAINS_UPWARDS)
_BIDS: Final = {bid: (int(bid), None) for bid in PLAIN_BIDS} | {
    f"{level}{strain}": (level, strain) for level in LEVELS for strain in STRAINS_UPWARDS
}
_NOT_BIDS: Final = frozenset((PASS, DOUBLE, REDOUBLE, THROW))


def calls_offered(rules: TarneebRules) -> tuple[str, ...]:
    """Every call that these rules know, in the order they are offered."""
    bids = OPEN_BIDS if rules.auction == "open" else PLAIN_BIDS
    doubled = {"none": (), "double": (DOUBLE,), "redouble": (DOUBLE, REDOUBLE)}[rules.doubles]
    thrown = (THROW,) if rules.hopeless_hand or rules.ten_in_suit else ()
    return (*bids, PASS, *doubled, *thrown)


def standing_bid(calls: Sequence[Call]) -> Call | None:
    """The last bid, which is the highest, or in `once` the dealer's equal one (2.11)."""
    return next((call for call in reversed(calls) if call.call not in _NOT_BIDS), None)


def multiplier(calls: Sequence[Call]) -> int:
    """1, 2 when the standing bid is doubled, 4 when redoubled (2.16); a new bid cancels (2.15)."""
    since = takewhile(lambda call: call.call in _NOT_BIDS, reversed(calls))
    return 1 << sum(call.call in (DOUBLE, REDOUBLE) for call in since)


def is_thrown_in(calls: Sequence[Call]) -> bool:
    return bool(calls) and calls[-1].call == THROW


def contract(rules: TarneebRules, dealer: Seat, calls: Sequence[Call], trump: Strain | None) -> Contract | None:
    """The contract as it stands: the standing bid, or 7 assigned to the dealer (2.4); None in a dead round."""
    bid = standing_bid(calls)
    if is_thrown_in(calls):
        return None
    if bid:
        level, strain = _BIDS[bid.call]
        return Contract(bid.seat, level, trump if strain is None else strain, multiplier(calls))
    return Contract(dealer, 7, trump) if _is_assigned(rules, calls) else None


def is_over(rules: TarneebRules, calls: Sequence[Call]) -> bool:
    """Whether the auction has ended, in a contract or in a dead round."""
    if is_thrown_in(calls) or _is_assigned(rules, calls):
        return True
    bid = standing_bid(calls)
    if bid is None or rules.auction == "once":
        return len(calls) == 4
    if rules.auction == "open":
        return all(call.call in _NOT_BIDS for call in calls[-4:])
    return bid.call == "13" or [call.call for call in calls].count(PASS) == 3


def to_call(rules: TarneebRules, dealer: Seat, calls: Sequence[Call]) -> Seat:
    """Whose call is due (2.1); in `rounds` those who have passed are skipped (2.3)."""
    rotation = rules.rotation
    if not calls:
        return rotation.after(dealer)
    seat = rotation.after(calls[-1].seat)
    if rules.auction == "rounds":
        passed = [call.seat for call in calls if call.call == PASS]
        while seat in passed:
            seat = rotation.after(seat)
    return seat


def lawful_calls(rules: TarneebRules, round: Round, seat: Seat) -> tuple[str, ...]:
    """The calls that this seat, whose call is due, may make, in the order they are offered."""
    calls, hand = round.calls, round.deal.hands[seat]
    thrown = (THROW,) if _may_throw(rules, hand) and all(made.seat != seat for made in calls) else ()
    passed = () if _is_forced(rules, round.dealer, seat, calls) else (PASS,)
    bids = _bids(rules, round.dealer, seat, calls)
    if rules.ten_in_suit and has_ten_in_suit(hand):
        return (*(bid for bid in bids if _BIDS[bid][0] == 13), *passed, *thrown)
    return (*bids, *passed, *_doubles(rules, calls, seat), *thrown)


def _bids(rules: TarneebRules, dealer: Seat, seat: Seat, calls: Sequence[Call]) -> tuple[str, ...]:
    """The bids that beat the standing one (2.2, 2.12), or equal it where the dealer may (2.11)."""
    offered = OPEN_BIDS if rules.auction == "open" else PLAIN_BIDS
    bid = standing_bid(calls)
    if bid is None:
        return offered
    equal_allowed = rules.auction == "once" and seat == dealer
    return offered[offered.index(bid.call) + (not equal_allowed) :]


def _doubles(rules: TarneebRules, calls: Sequence[Call], seat: Seat) -> tuple[str, ...]:
    """A double of the other side's bid, once, or a redouble of one's own doubled bid (2.15)."""
    bid = standing_bid(calls)
    if rules.doubles == "none" or bid is None:
        return ()
    factor = multiplier(calls)
    if bid.seat.side is not seat.side:
        return (DOUBLE,) if factor == 1 else ()
    return (REDOUBLE,) if factor == 2 and rules.doubles == "redouble" else ()


def _is_assigned(rules: TarneebRules, calls: Sequence[Call]) -> bool:
    return rules.all_pass == "assign" and _three_passed(calls)


def _is_forced(rules: TarneebRules, dealer: Seat, seat: Seat, calls: Sequence[Call]) -> bool:
    """A dealer after three passes may not pass where the dealer is forced (2.4)."""
    return rules.all_pass == "force-dealer" and seat == dealer and _three_passed(calls)


def _three_passed(calls: Sequence[Call]) -> bool:
    return len(calls) == 3 and all(call.call == PASS for call in calls)


def _may_throw(rules: TarneebRules, hand: int) -> bool:
    return (rules.hopeless_hand and is_hopeless(hand)) or (rules.ten_in_suit and has_ten_in_suit(hand))


def has_ten_in_suit(hand: int) -> bool:
    """Ten or more cards of one suit (2.21)."""
    return any((hand & mask).bit_count() >= 10 for mask in SUIT_MASKS)


def is_hopeless(hand: int) -> bool:
    """No ace; no king in two or more, queen in three or more, jack in four or more of a suit (2.20)."""
    return not any(_has_hope(hand >> 13 * suit & 0x1FFF) for suit in range(4))


def _has_hope(ranks: int) -> bool:
    length = ranks.bit_count()
    return any(
        ranks >> RANKS.index(rank) & 1 and length >= least for rank, least in zip("AKQJ", range(1, 5), strict=True)
    )
