"""Calls and trumps of Tarneeb: what each call is worth on average under the rules in force."""

from __future__ import annotations

from typing import Final

from games.engine.actions import DOUBLE, PASS, REDOUBLE, THROW, Action, Call, ChooseTrump
from games.engine.cards import SUITS, Strain
from games.engine.game import Contract, Standing
from games.engine.observation import Observation
from games.engine.seats import Side
from games.engine.tarneeb import scoring

from .hands import declarer_tricks, help_beyond_average, trick_odds

MATCH: Final = 12.0
"""What it is worth, in points, to win the match by a round."""

SHOWN: Final = 0.6
"""How many tricks more than the bid its bidder expects."""

NOT_LESS: Final = 7.6
"""What anybody who bids at all expects."""

SPEAKS: Final = 1.2
"""What it costs to pass before an opponent who has yet to speak."""

OUTBID: Final = {7: 0.35, 8: 0.2, 9: 0.08, 10: 0.03}
"""How often one opponent yet to speak bids more than this, where each speaks once."""

CLEAR: Final = 1.0
"""A double must promise this many points."""

P = dict(SHOWN=0.0, least=0.3, SPEAKS=SPEAKS, margin=0.0, opp=0.3, ropp=1.0)


def beginner_call(observation: Observation) -> Action:
    """Bid up to one's own high cards and long suit, one step at a time; trump is the best suit."""
    best = _best_strain(observation, SUITS)
    if isinstance(observation.legal[0], ChooseTrump):
        return _trump(observation, best)
    limit = int(declarer_tricks(_hand(observation), best))
    for action in observation.legal:
        level, strain = bid_of(action)
        if level and level <= limit and strain in (None, best):
            return action
    return next((action for action in observation.legal if _is(action, PASS)), observation.legal[0])


def club_call(observation: Observation) -> Action:
    """The call, or the trump, that is worth most."""
    if isinstance(observation.legal[0], ChooseTrump):
        return _trump(observation, _best_strain(observation, tuple(action.strain for action in observation.legal)))
    return max(observation.legal, key=lambda action: call_value(observation, action))


def call_value(observation: Observation, action: Action) -> float:
    """What a call is worth in points on average, our side's less the others'."""
    if _is(action, PASS):
        return _pass_value(observation)
    if _is(action, THROW):
        return 0.0
    if _is(action, DOUBLE) or _is(action, REDOUBLE):
        return _double_value(observation)
    return _bid_value(observation, action) - P["margin"]


def _bid_value(observation: Observation, action: Action) -> float:
    level, strain = bid_of(action)
    side, hand = _side(observation), _hand(observation)
    strain = _best_strain(observation, _strains(observation)) if strain is None else strain
    mean = max(_own_mean(observation, strain), _raised_mean(observation, strain))
    if sum(trick_odds(mean)[level:]) < P["least"]:
        return -1000.0 - level
    value = contract_value(observation, side, level, mean, 1)
    if observation.game.values["auction"] != "once":
        return value
    held = (1 - OUTBID.get(level, 0.0)) ** _opponents_to_speak(observation)
    return held * value + (1 - held) * contract_value(observation, side.other, level + 1, level + 1.4, 1)


def _own_mean(observation, strain):
    mean = declarer_tricks(_hand(observation), strain)
    return mean - P["opp"] * _opponents_bid(observation)


def _opponents_bid(observation):
    return any(bid_of(call)[0] and call.seat.side is not observation.viewer.side for call in observation.calls)


def _raised_mean(observation, strain):
    """The tricks in the suit that the partner has bid first (2.12)."""
    me = observation.viewer
    shown = 0
    for call in observation.calls:
        level, named = bid_of(call)
        if named is strain and call.seat is me:
            break
        if named is strain and call.seat is me.partner:
            shown = level
    return (
        _shown(shown) + help_beyond_average(_hand(observation), strain) - P["ropp"] * _opponents_bid(observation)
        if shown
        else 0.0
    )


def _shown(level):
    return {7: 8.0, 8: 8.5, 9: 9.2, 10: 9.8, 11: 10.5, 12: 11.3, 13: 12.3}[level] + P["SHOWN"]


def _pass_value(observation: Observation) -> float:
    contract = observation.contract
    side = _side(observation)
    if contract is None:
        return -P["SPEAKS"] * max(0, _opponents_to_speak(observation) - _partner_to_speak(observation))
    return contract_value(
        observation, contract.declarer.side, contract.level, _mean_of(observation, contract), contract.multiplier
    )


def _double_value(observation):
    contract = observation.contract
    return (
        contract_value(
            observation,
            contract.declarer.side,
            contract.level,
            _mean_of(observation, contract),
            2 * contract.multiplier,
        )
        - CLEAR
    )


def _mean_of(observation: Observation, contract: Contract) -> float:
    """The tricks that the declarer of a standing bid expects, seen from this hand."""
    hand = _hand(observation)
    if contract.declarer is observation.viewer:
        return declarer_tricks(hand, contract.strain)
    help = help_beyond_average(hand, contract.strain)
    ours = contract.declarer.side is _side(observation)
    mine = max(_own_mean(observation, contract.strain), 0.0) if ours and contract.strain is not None else 0.0
    if (
        ours
        and any(c.seat is observation.viewer and bid_of(c)[1] is contract.strain for c in observation.calls)
        and mine
    ):
        return mine + 0.5
    return _shown(contract.level) + (help if ours else -help)


def contract_value(observation: Observation, side: Side, level: int, mean: float, multiplier: int) -> float:
    """What it is worth to the observer's side that this side plays at this level and takes so many tricks on average."""
    kind = observation.game.values["scoring"]
    return sum(
        odds * _worth(observation, side, scoring.worth(kind, level, tricks, multiplier))
        for tricks, odds in enumerate(trick_odds(mean))
        if odds > 0.002
    )


def _worth(observation: Observation, side: Side, points: tuple[int, int]) -> float:
    """Points for this side and the other one, and the match when they end it."""
    ours = side is _side(observation)
    declarers, defenders = points
    difference = declarers - defenders if ours else defenders - declarers
    scores = observation.standing.scores
    ns, ew = points if side is Side.NS else (defenders, declarers)
    winner = observation.game.winner(Standing((scores[0] + ns, scores[1] + ew)))
    if winner is None:
        return difference
    return difference + (MATCH if winner is _side(observation) else -MATCH)


def _opponents_to_speak(observation: Observation) -> int:
    spoken = {call.seat for call in observation.calls}
    return sum(seat.side is not _side(observation) and seat not in spoken for seat in type(observation.viewer))


def _partner_to_speak(observation):
    return observation.viewer.partner not in {call.seat for call in observation.calls}


def bid_of(action: Action) -> tuple[int, Strain | None]:
    """The level and strain of a bid; level 0 of anything else."""
    if not isinstance(action, Call):
        return 0, None
    digits = "".join(character for character in action.call if character.isdigit())
    if not digits:
        return 0, None
    name = action.call[len(digits) :]
    return int(digits), Strain[name] if name else None


def _best_strain(observation: Observation, strains: tuple[Strain, ...]) -> Strain:
    hand = _hand(observation)
    return max(strains, key=lambda strain: declarer_tricks(hand, strain))


def _strains(observation: Observation) -> tuple[Strain, ...]:
    return tuple(Strain) if observation.game.values["no_trump"] else SUITS


def _trump(observation: Observation, strain: Strain) -> Action:
    return next(action for action in observation.legal if isinstance(action, ChooseTrump) and action.strain is strain)


def _is(action: Action, call: str) -> bool:
    return isinstance(action, Call) and action.call == call


def _hand(observation: Observation) -> int:
    return observation.hand or 0


def _side(observation: Observation) -> Side:
    return observation.viewer.side
