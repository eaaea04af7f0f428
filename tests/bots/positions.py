"""Positions for the bots, in notation: some cards of some hands, then the codes that lead there."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from games.bots import choose
from games.engine.cards import CARDS, Card, mask_of
from games.engine.deals import Deal, random_deal
from games.engine.game import Game, Standing
from games.engine.matches import FinishedRound, Match, dealt, played
from games.engine.observation import Observation, observe
from games.engine.registry import game_for
from games.engine.rounds import begun
from games.engine.seats import SEATS, Seat

Hands = Mapping[str, str]


def deal_of(hands: Hands) -> Deal:
    """A deal in which these seats hold these cards; the others are dealt among the empty places."""
    held = {seat: [Card.parse(name) for name in hands.get(seat.name, "").split()] for seat in SEATS}
    rest = [card for card in CARDS if not any(card in cards for cards in held.values())]
    random.Random("rest").shuffle(rest)
    for cards in held.values():
        while len(cards) < 13:
            cards.append(rest.pop())
    n, e, s, w = (mask_of(held[seat]) for seat in SEATS)
    return Deal((n, e, s, w))


def match_at(game: Game, hands: Hands, codes: str, *, dealer: Seat = Seat.W, scores: tuple[int, int] = (0, 0)) -> Match:
    """The match after these codes, each for the seat to act: `call:7 call:P call:P call:P trump:H play:SA`."""
    deal = deal_of(hands)
    before = FinishedRound(begun(game.rotation.turns[dealer][3], deal), "played", (), (0, 0), Standing(scores))
    match = dealt(Match(game, (before,)) if any(scores) else Match(game), dealer, deal)
    for code in codes.split():
        seat = match.to_act
        assert seat is not None
        match = played(match, game.parse_action(seat, code))
    return match


def chosen(match: Match, level: str = "club") -> str:
    """The code that a bot chooses in the seat to act."""
    return choose(observed(match), level, random.Random(1)).code


def observed(match: Match) -> Observation:
    """What the seat to act sees."""
    return observe(match, match.to_act)


def tarneeb(hands: Hands, codes: str, rule_set: str = "tarneeb/cardems", **options: object) -> Match:
    return match_at(game_for(rule_set, options), hands, codes)


def spades(hands: Hands, bids: str, codes: str = "", **more: object) -> Match:
    calls = " ".join(f"call:{bid}" for bid in bids.split())
    return match_at(game_for("spades/cardems"), hands, f"{calls} {codes}", **more)


def walk(game: Game, levels: Sequence[str], rounds: int, seed: str) -> Iterator[tuple[Match, str]]:
    """Every position of some rounds that bots play, with the code chosen there; one level for each side."""
    chance = random.Random(seed)
    for number in range(rounds):
        dealer = SEATS[number % 4]
        match = dealt(Match(game), dealer, random_deal(dealer, game.rotation, chance))
        while (seat := match.to_act) is not None:
            action = choose(observe(match, seat), levels[seat.side], chance)
            yield match, action.code
            match = played(match, action)
