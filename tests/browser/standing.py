"""A Spades match brought to a standing by ordinary play: seeds are tried until their deals give what is wanted.

Everybody plays the first lawful card, so the tricks of a deal are known beforehand, and everybody bids just those.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from types import SimpleNamespace

import pytest

from games import store
from games.engine import matches
from games.engine.actions import PlayCard
from games.engine.deals import SEED_BYTES, deal_from_seed
from games.engine.game import Game, legal_actions
from games.engine.game import play as play_action
from games.engine.matches import Match
from games.engine.rounds import Round, tricks_by_seat
from games.engine.seats import Seat
from games.services import play, tables

NS_TRICKS = (7, 7, 7, 7, 7, 7, 6)
"""Forty-eight tricks bid and made: 480 against 430."""
LAST_TRICKS = 7


class Standing:
    """Deals and bids of a whole match; `choose` says what is to be done in it now."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
        self.seeds = self._plan(Match(game))
        planned = SimpleNamespace(token_bytes=lambda _count: next(self.seeds), choice=lambda _seats: Seat.N)
        monkeypatch.setattr(play, "secrets", planned)

    def reach(self, table_id: int, users: dict[Seat, int]) -> None:
        """Play all rounds but the last at a table where everybody is ready."""
        for place in range(len(NS_TRICKS)):
            if place:
                play.deal_next_round(table_id, store.read(table_id).version)
            while (snapshot := store.read(table_id)).match and snapshot.match.round is not None:
                seat = snapshot.match.to_act
                assert seat is not None
                play.take_action(table_id, users[seat], self.choose(snapshot.match), snapshot.version)

    def choose(self, match: Match) -> str:
        """A bid of just the tricks that are to come, or the first lawful card."""
        assert match.round is not None
        if match.phase == "call":
            tricks = tricks_by_seat(_played_out(match.game, match.round))
            assert match.to_act is not None
            return f"call:{tricks[match.to_act]}"
        first = legal_actions(match.game, match.round)[0]
        assert isinstance(first, PlayCard)
        return f"play:{first.card}"

    def _plan(self, match: Match) -> Iterator[bytes]:
        """The seeds one after the other; after the last round any will do."""
        dealer = Seat.N
        for wanted in (*NS_TRICKS, LAST_TRICKS):
            yield next(seed for seed in _seeds() if _fits(match.game, seed, dealer, wanted))
            dealer = _next(match.game, dealer)
        yield from _seeds()


def _seeds() -> Iterator[bytes]:
    return (number.to_bytes(SEED_BYTES, "big") for number in count(1))


def _next(game: Game, dealer: Seat) -> Seat:
    return game.next_dealer(_dealt(game, bytes(SEED_BYTES), dealer))


def _dealt(game: Game, seed: bytes, dealer: Seat) -> Round:
    match = matches.dealt(Match(game), dealer, deal_from_seed(seed, dealer, game.rotation))
    assert match.round is not None
    return match.round


def _fits(game: Game, seed: bytes, dealer: Seat, wanted: int) -> bool:
    tricks = tricks_by_seat(_played_out(game, _dealt(game, seed, dealer)))
    return min(tricks) > 0 and tricks[Seat.N] + tricks[Seat.S] == wanted


def _played_out(game: Game, round: Round) -> Round:
    """Bids do not bear on what may be played; any will do here."""
    while game.to_act(round) is not None:
        actions = legal_actions(game, round)
        bids = [action for action in actions if getattr(action, "call", "") == "3"]
        round = play_action(game, round, (bids or actions)[0])
    return round


def ready(table_id: int, users: dict[Seat, int]) -> None:
    for user_id in users.values():
        tables.ready_to_start(table_id, user_id)
