"""The three auctions of Tarneeb: `rounds` (2.3), `once` (2.10) and `open` (2.12), and throwing in (2.20 to 2.23).

An auction is its calls; everything else is computed from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..actions import DOUBLE, PASS, REDOUBLE, THROW, Call
from ..cards import RANKS, SUIT_MASKS, Strain
from ..game import Contract
from ..rounds import Round
from ..seats import Rotation, Seat
from .rules import TarneebRules

LEVELS: Final = tuple(range(7, 14))
STRAINS_UPWARDS: Final = (Strain.C, Strain.D, Strain.H, Strain.S, Strain.NT)
"""Strains in their order of rank for the same number (rule 2.12)."""

PLAIN_BIDS: Final = tuple(str(level) for level in LEVELS)
OPEN_BIDS: Final = tuple(f"{level}{strain}" for level in LEVELS for strain in STRAINS_UPWARDS)
_BIDS: Final = {bid: (int(bid), None) for bid in PLAIN_BIDS} | {
    f"{level}{strain}": (level, strain) for level in LEVELS for strain in STRAINS_UPWARDS
}
_OPEN_RANK: Final = {bid: rank for rank, bid in enumerate(OPEN_BIDS)}
_NOT_BIDS: Final = (PASS, DOUBLE, REDOUBLE, THROW)


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
    factor = 1
    for call in reversed(calls):
        if call.call not in _NOT_BIDS:
            break
        if call.call in (DOUBLE, REDOUBLE):
            factor *= 2
    return factor


def is_thrown_in(calls: Sequence[Call]) -> bool:
    return bool(calls) and calls[-1].call == THROW


def contract(rules: TarneebRules, dealer: Seat, calls: Sequence[Call], trump: Strain | None) -> Contract | None:
    """The contract as it stands: the standing bid, or 7 assigned to the dealer (2.4)."""
    bid = standing_bid(calls)
    if bid:
        level, strain = _BIDS[bid.call]
        return Contract(bid.seat, level, strain if strain is not None else trump, multiplier(calls))
    if _is_assigned(rules, calls):
        return Contract(dealer, 7, trump)
    return None


def is_over(rules: TarneebRules, calls: Sequence[Call]) -> bool:
    """Whether the auction has ended, in a contract or in a dead round."""
    if is_thrown_in(calls) or _is_assigned(rules, calls):
        return True
    bid = standing_bid(calls)
    if rules.auction == "once":
        return len(calls) == 4
    if bid is None:
        return len(calls) == 4
    if rules.auction == "open":
        return len(calls) - calls.index(bid) == 5 if calls[-1] is not bid else False
    return bid.call == "13" or sum(call.call == PASS for call in calls) == 3


def to_call(rules: TarneebRules, dealer: Seat, calls: Sequence[Call]) -> Seat:
    """Whose call is due (2.1); in `rounds` those who have passed are skipped (2.3)."""
    rotation = rules.rotation
    if not calls:
        return rotation.after(dealer)
    passed = {call.seat for call in calls if call.call == PASS} if rules.auction == "rounds" else set()
    return next(seat for seat in _after(rotation, calls[-1].seat) if seat not in passed)


def _after(rotation: Rotation, seat: Seat) -> tuple[Seat, ...]:
    return (*rotation.turns[seat][1:], seat)


def is_lawful(rules: TarneebRules, round: Round, seat: Seat, call: str) -> bool:
    """Whether this seat, whose call is due, may make this call."""
    calls, hand = round.calls, round.deal.hands[seat]
    if call not in calls_offered(rules):
        return False
    if call == THROW:
        return all(made.seat != seat for made in calls) and _may_throw(rules, hand)
    if rules.ten_in_suit and has_ten_in_suit(hand) and call != PASS and _level(call) != 13:
        return False
    if call == PASS:
        return not _is_forced(rules, round.dealer, seat, calls)
    if call == DOUBLE:
        return _may_double(calls, seat)
    if call == REDOUBLE:
        return _may_redouble(calls, seat)
    return _beats(rules, round.dealer, calls, seat, call)


def _level(call: str) -> int | None:
    return _BIDS[call][0] if call in _BIDS else None


def _beats(rules: TarneebRules, dealer: Seat, calls: Sequence[Call], seat: Seat, call: str) -> bool:
    bid = standing_bid(calls)
    if bid is None:
        return True
    if rules.auction == "open":
        return _OPEN_RANK[call] > _OPEN_RANK[bid.call]
    equal_allowed = rules.auction == "once" and seat == dealer
    return int(call) >= int(bid.call) if equal_allowed else int(call) > int(bid.call)


def _may_double(calls: Sequence[Call], seat: Seat) -> bool:
    bid = standing_bid(calls)
    return bid is not None and bid.seat.side != seat.side and multiplier(calls) == 1


def _may_redouble(calls: Sequence[Call], seat: Seat) -> bool:
    bid = standing_bid(calls)
    return bid is not None and bid.seat.side == seat.side and multiplier(calls) == 2


def _is_assigned(rules: TarneebRules, calls: Sequence[Call]) -> bool:
    return rules.all_pass == "assign" and [call.call for call in calls] == [PASS] * 3


def _is_forced(rules: TarneebRules, dealer: Seat, seat: Seat, calls: Sequence[Call]) -> bool:
    """A dealer after three passes may not pass where the dealer is forced (2.4)."""
    return rules.all_pass == "force-dealer" and seat == dealer and [call.call for call in calls] == [PASS] * 3


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
    return any(ranks >> RANKS.index(rank) & 1 and length >= least for rank, least in zip("AKQJ", range(1, 5), strict=True))
