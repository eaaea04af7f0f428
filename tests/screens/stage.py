"""Snapshots for the tests of screens: a match put on a table, without a database."""

from __future__ import annotations

import random
from dataclasses import replace

from msgspec.structs import fields

from games import fragments, markup
from games.engine.actions import Call
from games.engine.cards import cards_in, mask_of
from games.engine.deals import Deal
from games.engine.game import Game, legal_actions
from games.engine.matches import Match
from games.engine.registry import RULE_SETS, game_for
from games.engine.rounds import Round
from games.engine.seats import SEATS, Seat
from games.store import Sitter, Snapshot
from tests.arrange import random_match

SARA = 7
"""The person who sits South and is the host; Omar West is a person too, the others are bots."""

EVERY_RULE_SET = [
    *RULE_SETS,
    "tarneeb/classic hopeless_hand ten_in_suit signals first_lead_trump",
    "tarneeb/egyptian doubles=redouble ten_in_suit",
]


def game_of(rules: str) -> Game:
    """ "tarneeb/classic signals target=41" → the game."""
    rule_set, *changes = rules.split()
    return game_for(rule_set, dict(_change(text) for text in changes))


def _change(text: str) -> tuple[str, object]:
    name, equals, value = text.partition("=")
    return name, (int(value) if value.isdecimal() else value) if equals else True


def sitters(**ready: bool) -> tuple[Sitter, ...]:
    return (
        Sitter(Seat.N, None, "Layla", False, "club", False),
        Sitter(Seat.E, None, "Nour", False, "beginner", False),
        Sitter(Seat.S, SARA, "سارة_99", False, "", ready.get("S", False)),
        Sitter(Seat.W, 8, "Omar", True, "", ready.get("W", False)),
    )


def snapshot_of(match: Match | None, game: Game | None = None, **changes: object) -> Snapshot:
    """A table at which this match is played, or none yet."""
    dealt = len(match.finished) + bool(match.round) if match else 0
    known = match.game if match else game
    assert known is not None
    facts = {
        "table_id": 128,
        "state": "open" if match is None else "finished" if match.is_over else "playing",
        "game": known,
        "rated": True,
        "turn_seconds": 20,
        "host_id": SARA,
        "token": "secret-token",
        "revision": 5,
        "version": 41,
        "sitters": sitters(),
        "match_id": 77 if match else None,
        "match": match,
        "commitments": tuple(f"commitment{place:054}" for place in range(dealt)),
        "seeds": tuple(f"seed{place:060}" for place in range(dealt)),
    }
    unused = dict.fromkeys(field.name for field in fields(Snapshot))  # what no test of screens cares about
    return Snapshot(**{**unused, **facts, **changes})


def positions(rules: str, seed: int = 1, rounds: int = 3) -> tuple[Match, ...]:
    """Every position of a few rounds played by chance."""
    return random_match(game_of(rules), random.Random(seed), rounds)


def reshuffled(match: Match, viewer: Seat | None, chance: random.Random) -> Match:
    """The match with the cards that this viewer does not see dealt anew among those who may hold them."""
    round = match.round
    assert round is not None
    hidden = [seat for seat in SEATS if seat != viewer]
    cards = [card for seat in hidden for card in cards_in(round.hands[seat])]
    chance.shuffle(cards)
    hands = list(round.hands)
    for seat in hidden:
        count = round.hands[seat].bit_count()
        hands[seat], cards = mask_of(cards[:count]), cards[count:]
    return replace(match, round=_with_hands(round, (hands[0], hands[1], hands[2], hands[3])))


def _with_hands(round: Round, hands: tuple[int, int, int, int]) -> Round:
    """The round with other cards held; what was played stays dealt to who played it."""
    moved = [dealt ^ held for dealt, held in zip(round.deal.hands, round.hands, strict=True)]
    n, e, s, w = (held | played for held, played in zip(hands, moved, strict=True))
    return round._replace(hands=hands, deal=Deal((n, e, s, w)))


def says(match: Match) -> list[str]:
    """The calls that the seat to act may make."""
    assert match.round is not None
    return [action.call for action in legal_actions(match.game, match.round) if isinstance(action, Call)]


def forget_markup() -> None:
    """Whatever was drawn before is drawn anew."""
    for remembered in (fragments._rendered, markup._played, markup._held):
        remembered.cache_clear()
