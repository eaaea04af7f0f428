"""Calls and trumps of Tarneeb: the call that is worth most on average, under whichever options are in force.

The numbers were fitted to auctions of the bots among themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from games.engine.actions import DOUBLE, PASS, REDOUBLE, THROW, Action, Call, ChooseTrump
from games.engine.cards import SUITS, Strain
from games.engine.game import Contract
from games.engine.observation import Observation
from games.engine.seats import SEATS, Seat

from .contracts import contract_value
from .hands import declarer_tricks, help_beyond_average, trick_odds

SHOWN: Final[Mapping[int, float]] = {7: 8.0, 8: 8.5, 9: 9.2, 10: 9.8, 11: 10.5, 12: 11.3, 13: 12.3}
"""How many tricks the bidder of each level takes on average."""

OPPOSED: Final = 0.3
OPPOSED_RAISE: Final = 1.0
"""What is lost when opponents have bid: good cards lie with them, and they drive each other up."""

RAISED: Final = 0.5
"""What a partner adds who raises one's own suit."""

LEAST_ODDS: Final = 0.3
"""Nobody bids what is made less often than this, not even to save the match."""

SPEAKS: Final = 1.2
"""What it costs to pass before an opponent who has yet to speak."""

OUTBID: Final[Mapping[int, float]] = {7: 0.35, 8: 0.2, 9: 0.08, 10: 0.03}
"""How often one opponent yet to speak bids more, where each speaks once."""

CLEAR: Final = 1.0
"""A double must promise this many points."""

NEVER: Final = -1000.0


def beginner_call(observation: Observation) -> Action:
    """Bid up to what one's own hand promises, a step at a time; trump is the best suit."""
    seat, hand = _eyes(observation)
    best = max(SUITS, key=lambda suit: declarer_tricks(hand, suit))
    if isinstance(observation.legal[0], ChooseTrump):
        return ChooseTrump(seat, best)
    limit = int(declarer_tricks(hand, best))
    bids = ((action, *bid_of(action.call)) for action in observation.legal if isinstance(action, Call))
    affordable = (action for action, level, strain in bids if 0 < level <= limit and strain in (None, best))
    passing = Call(seat, PASS)
    return next(affordable, passing if passing in observation.legal else observation.legal[0])


def club_call(observation: Observation) -> Action:
    """The trump that promises most, or the call that is worth most."""
    seat, hand = _eyes(observation)
    if isinstance(observation.legal[0], ChooseTrump):
        return ChooseTrump(seat, _best_strain(observation, hand))
    calls = [action for action in observation.legal if isinstance(action, Call)]
    return max(calls, key=lambda call: call_value(observation, call.call))


def call_value(observation: Observation, call: str) -> float:
    """What a call is worth in points on average: our side's, less the others'."""
    if call == THROW:
        return 0.0
    if call == PASS:
        return _pass_value(observation)
    if call in (DOUBLE, REDOUBLE):
        return _double_value(observation)
    return _bid_value(observation, *bid_of(call))


@cache
def bid_of(call: str) -> tuple[int, Strain | None]:
    """The level of a bid, and its strain where bids name one; level 0 of any other call."""
    level = call.rstrip("CDHSNT")
    if not level.isdigit():
        return 0, None
    return int(level), Strain.parse(call[len(level) :]) if call != level else None


def _bid_value(observation: Observation, level: int, named: Strain | None) -> float:
    seat, hand = _eyes(observation)
    strain = _best_strain(observation, hand) if named is None else named
    tricks = max(_tricks_alone(observation, strain), _tricks_in_partners_suit(observation, strain))
    if sum(trick_odds(tricks)[level:]) < LEAST_ODDS:
        return NEVER - level
    value = contract_value(observation, seat.side, seat.side, level, tricks)
    if observation.game.values["auction"] != "once":
        return value
    stands = (1 - OUTBID.get(level, 0.0)) ** len(_opponents_to_speak(observation))
    outbid = contract_value(observation, seat.side, seat.side.other, level + 1, SHOWN.get(level + 1, 13.0))
    return stands * value + (1 - stands) * outbid


def _tricks_alone(observation: Observation, strain: Strain) -> float:
    """What our side takes with this hand as declarer and a partner of whom nothing is known."""
    _, hand = _eyes(observation)
    return declarer_tricks(hand, strain) - OPPOSED * _opponents_bid(observation)


def _tricks_in_partners_suit(observation: Observation, strain: Strain) -> float:
    """What our side takes in the suit that the partner has bid of its own accord (2.12); 0 in any other."""
    seat, hand = _eyes(observation)
    level = 0
    for call in observation.calls:
        shown, named = bid_of(call.call)
        if named is strain and call.seat is seat:
            break
        if named is strain and call.seat is seat.partner:
            level = shown
    if not level:
        return 0.0
    return SHOWN[level] + help_beyond_average(hand, strain) - OPPOSED_RAISE * _opponents_bid(observation)


def _pass_value(observation: Observation) -> float:
    seat, _ = _eyes(observation)
    contract = observation.contract
    if contract:
        return _standing_value(observation, contract, contract.multiplier)
    spoken = {call.seat for call in observation.calls}
    partner_to_speak = seat.partner not in spoken
    return -SPEAKS * max(0, len(_opponents_to_speak(observation)) - partner_to_speak)


def _double_value(observation: Observation) -> float:
    contract = observation.contract
    assert contract is not None  # noqa: S101 – a double is lawful only against a bid
    return _standing_value(observation, contract, 2 * contract.multiplier) - CLEAR


def _standing_value(observation: Observation, contract: Contract, multiplier: int) -> float:
    """What the standing bid is worth to us if it is played."""
    seat, _ = _eyes(observation)
    tricks = _tricks_of(observation, contract)
    return contract_value(observation, seat.side, contract.declarer.side, contract.level, tricks, multiplier)


def _tricks_of(observation: Observation, contract: Contract) -> float:
    """What the declarer of the standing bid takes, seen from this hand."""
    seat, hand = _eyes(observation)
    strain, declarer = contract.strain, contract.declarer
    if declarer is seat:
        return _tricks_alone(observation, strain if strain is not None else _best_strain(observation, hand))
    if declarer is seat.partner and strain is not None and _has_bid(observation, seat, strain):
        return _tricks_alone(observation, strain) + RAISED
    help = help_beyond_average(hand, strain)
    return SHOWN[contract.level] + (help if declarer is seat.partner else -help)


def _has_bid(observation: Observation, seat: Seat, strain: Strain) -> bool:
    return any(call.seat is seat and bid_of(call.call)[1] is strain for call in observation.calls)


def _opponents_bid(observation: Observation) -> bool:
    seat, _ = _eyes(observation)
    return any(call.seat.side is not seat.side and bid_of(call.call)[0] for call in observation.calls)


def _opponents_to_speak(observation: Observation) -> list[Seat]:
    seat, _ = _eyes(observation)
    spoken = {call.seat for call in observation.calls}
    return [one for one in SEATS if one.side is not seat.side and one not in spoken]


def _best_strain(observation: Observation, hand: int) -> Strain:
    strains = tuple(Strain) if observation.game.values["no_trump"] else SUITS
    return max(strains, key=lambda strain: declarer_tricks(hand, strain))


def _eyes(observation: Observation) -> tuple[Seat, int]:
    """Who looks, and at which hand."""
    assert observation.viewer is not None and observation.hand is not None  # noqa: S101 – bots are seats with hands
    return observation.viewer, observation.hand
