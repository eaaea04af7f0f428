"""Positions for tests, in notation, always reached by playing: `round_at("play", trump="H", played="SA S2")`."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import NamedTuple

from games.engine.actions import PASS, Action, Call, ChooseTrump
from games.engine.cards import cards_in, mask_of
from games.engine.deals import Deal, random_deal
from games.engine.errors import IllegalAction
from games.engine.game import Game, legal_actions, play
from games.engine.matches import Match, dealt, played
from games.engine.registry import game_for
from games.engine.rounds import CALL, TRUMP, Round
from games.engine.seats import SEATS, Seat
from games.engine.spades.bidding import NIL

USUAL = "N:AKQ2.J432.543.76 JT9.AKQ.J876.543 8765.T98.AKQ.JT9 43.765.T92.AKQ82"
"""A deal without extremes: everybody holds every suit."""

ONE_SUIT_EACH = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"


class Table(NamedTuple):
    """A game and a round of it; `legal`, `refusal` and `after` speak in codes without their kind: `7`, `H`, `SQ`."""

    game: Game
    round: Round

    @property
    def phase(self) -> str:
        return self.game.phase(self.round)

    @property
    def to_act(self) -> str | None:
        seat = self.game.to_act(self.round)
        return None if seat is None else str(seat)

    @property
    def legal(self) -> list[str]:
        return [notation(action) for action in legal_actions(self.game, self.round)]

    def action(self, text: str, seat: str | None = None) -> Action:
        kind = text if ":" in text else f"{self.phase}:{text}"
        return self.game.parse_action(Seat[seat or self.to_act or "N"], kind)

    def refusal(self, text: str, seat: str | None = None) -> str | None:
        reason = self.game.refusal(self.round, self.action(text, seat))
        return reason and reason.code

    def after(self, texts: str) -> Table:
        """The table after these, each done by the seat whose turn it is."""
        table = self
        for text in texts.split():
            table = table._replace(round=play(table.game, table.round, table.action(text)))
        return table

    @property
    def points(self) -> tuple[int, int]:
        """What a finished round gives, with no score before it."""
        lines = [line.points for line in self.game.lines(self.round, Match(self.game).standing)]
        return sum(ns for ns, _ in lines), sum(ew for _, ew in lines)


def notation(action: Action) -> str:
    return action.code.partition(":")[2]


def dealt_round(rules: str = "tarneeb/classic", dealer: str = "N", deal: str = USUAL, **options: object) -> Table:
    """A round of which nothing has happened but the deal."""
    game = game_for(rules, options)
    return Table(game, game.new_round(Seat[dealer], Deal.parse(deal)))


def round_at(
    phase: str,
    rules: str = "tarneeb/classic",
    *,
    dealer: str = "N",
    deal: str = USUAL,
    calls: str | None = None,
    trump: str = "H",
    played: str = "",
    **options: object,
) -> Table:
    """A lawful round at a phase. Without calls, the seat next to the dealer bids low and the others pass."""
    table = dealt_round(rules, dealer, deal, **options)
    if phase == CALL:
        return table.after(calls or "")
    table = table.after(_usual_calls(table.game, trump) if calls is None else calls)
    if phase != TRUMP and table.phase == TRUMP:
        table = table.after(trump)
    return table.after(played)


def _usual_calls(game: Game, trump: str) -> str:
    if game.bids_by_seat:
        return "3 3 3 3"
    return {"rounds": "7 P P P", "once": "7 P P P", "open": f"7{trump} P P P P"}[str(game.values["auction"])]


def played_out(table: Table, seed: int = 1) -> Table:
    """The round ended by lawful cards chosen by chance."""
    chance = random.Random(seed)
    while legal := legal_actions(table.game, table.round):
        table = table._replace(round=play(table.game, table.round, chance.choice(legal)))
    return table


def sensible(legal: tuple[Action, ...], chance: random.Random) -> Action:
    """Any lawful action, but passes and low bids more often: contracts that chance can make let matches end."""
    calls = [action for action in legal if isinstance(action, Call)]
    if not calls or chance.random() < 0.02:
        return chance.choice(legal)
    passes = [call for call in calls if call.call == PASS]
    if passes and chance.random() < 0.9:
        return passes[0]
    return chance.choice([call for call in calls if call.call != NIL][:3])


def random_match(game: Game, chance: random.Random, rounds: int = 400) -> tuple[Match, ...]:
    """Every position of a match played by chance, until it is over or has had so many rounds."""
    match = Match(game)
    positions = [match]
    while not match.is_over and len(match.finished) < rounds:
        match = _next_position(match, chance)
        positions.append(match)
    return tuple(positions)


def _next_position(match: Match, chance: random.Random) -> Match:
    if match.round is not None:
        return played(match, sensible(legal_actions(match.game, match.round), chance))
    dealer = match.next_dealer if match.next_dealer is not None else Seat(chance.randrange(4))
    return dealt(match, dealer, random_deal(dealer, match.game.rotation, chance))


def reshuffled(match: Match, viewer: Seat | None, chance: random.Random) -> Match:
    """The same match, but the cards that the viewer cannot see lie otherwise; everybody holds as many as before."""
    round = match.round
    assert round is not None
    hidden = [seat for seat in SEATS if seat != viewer]
    pool = [card for seat in hidden for card in cards_in(round.hands[seat])]
    chance.shuffle(pool)
    hands, dealt = list(round.hands), list(round.deal.hands)
    for seat in hidden:
        count = round.hands[seat].bit_count()
        held, pool = mask_of(pool[:count]), pool[count:]
        dealt[seat] = dealt[seat] ^ hands[seat] | held
        hands[seat] = held
    return replace(match, round=round._replace(hands=tuple(hands), deal=Deal(tuple(dealt))))


def known_actions(game: Game, seat: Seat) -> list[Action]:
    """Every action that a seat could ever ask for."""
    calls: list[Action] = [Call(seat, call) for call in sorted(game.calls)]
    trumps: list[Action] = [game.parse_action(seat, f"trump:{strain}") for strain in ("S", "H", "D", "C", "NT")]
    cards = [
        f"play:{suit}{rank}{gesture}"
        for suit in "SHDC"
        for rank in "23456789TJQKA"
        for gesture in ("", "+slam", "+flick")
    ]
    return calls + trumps + [game.parse_action(seat, code) for code in cards]


def is_refused(game: Game, round: Round, action: Action) -> bool:
    """Whether `play` raises for it."""
    try:
        play(game, round, action)
    except IllegalAction:
        return True
    return False


def trumps_of(table: Table) -> list[str]:
    return [str(action.strain) for action in legal_actions(*table) if isinstance(action, ChooseTrump)]
