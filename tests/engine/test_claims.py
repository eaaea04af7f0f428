"""“The rest are mine”: certain whatever the claimer cannot see, or refused."""

from __future__ import annotations

import random

import pytest

from games.engine.actions import PLAYS
from games.engine.cards import Card
from games.engine.claims import lowest, winning_line
from games.engine.game import legal_actions, play
from games.engine.matches import Match
from games.engine.observation import observe
from games.engine.registry import RULE_SETS, game_for
from games.engine.rounds import trick_winners
from games.engine.seats import Seat
from tests.arrange import ONE_SUIT_EACH, Table, random_match, reshuffled, round_at

SPADES = "spades/cardems"


def line(table: Table, seat: str | None = None) -> list[str] | None:
    cards = winning_line(observe(Match(table.game, (), table.round), Seat[seat or table.to_act]))
    return None if cards is None else list(map(str, cards))


def dealt_to_north(hand: str) -> str:
    """A deal that gives N this hand and the others the rest, one card each in turn."""
    suits = hand.split(".")
    rest = [(suit, rank) for suit in range(4) for rank in "AKQJT98765432" if rank not in suits[suit]]
    piles = [rest[start::3] for start in range(3)]
    others = (".".join("".join(rank for at, rank in pile if at == suit) for suit in range(4)) for pile in piles)
    return f"N:{hand} {' '.join(others)}"


def north(hand: str, **options: object) -> Table:
    """N, who holds this hand, leads with spades as trump."""
    return round_at("play", dealer="W", direction="clockwise", deal=dealt_to_north(hand), trump="S", **options)


def test_a_whole_suit_of_trumps():
    table = round_at("play", direction="clockwise", deal=ONE_SUIT_EACH, trump="H")
    assert line(table) == [f"H{rank}" for rank in "AKQJT98765432"]
    assert line(round_at("play", direction="clockwise", deal=ONE_SUIT_EACH, trump="NT")) is not None
    assert line(round_at("play", direction="clockwise", deal=ONE_SUIT_EACH, trump="S")) is None


def test_trumps_first_while_any_are_out():
    assert line(north("AKQJT98765.A.A.A"))[:2] == ["SA", "SK"]
    assert line(north("AKQJT98765.A.A.A"))[10:] == ["HA", "DA", "CA"]
    assert line(north("AKQJT9.AKQ.AK.AK")) is None
    assert line(north("KQJT98765432.A..")) is None


def test_each_suit_from_the_top():
    assert line(north("AKQJT9876.AKQJ..")) is not None
    assert line(north("AKQJT9876.AKQT..")) is None
    assert line(north("AKQJT98765.K.A.A")) is None


def test_small_cards_are_good_once_the_others_have_none():
    assert line(north("AKQJ8765432.AK..")) is not None
    assert line(north("AKQJT92.AKQJ.A.A")) is not None


def test_only_who_is_to_play_a_card_may_claim():
    table = round_at("play", direction="clockwise", deal=ONE_SUIT_EACH, trump="H")
    assert line(table, "S") is None
    assert winning_line(observe(Match(table.game, (), table.round), None)) is None
    assert line(round_at("trump")) is None
    assert winning_line(observe(Match(table.game), Seat.N)) is None


def test_a_claim_in_the_middle_of_a_trick():
    table = round_at("play", SPADES, dealer="N", deal=dealt_to_north("AKQJT9876543.A.."), played="HJ HK HQ")
    assert (table.to_act, line(table)[:2]) == ("N", ["HA", "SA"])


def test_4_3_not_when_spades_would_have_to_be_led_before_they_are_broken():
    deal = dealt_to_north("AKQJT98765.A.A.A")
    assert line(round_at("play", SPADES, dealer="W", deal=deal)) is None
    assert line(round_at("play", SPADES, dealer="N", deal=deal, played="HK HQ HJ")) is None


def test_4_3_a_hand_of_all_the_spades_needs_none_broken():
    assert line(round_at("play", SPADES, dealer="W", deal=ONE_SUIT_EACH)) is not None


def test_a_card_that_a_later_player_may_beat_is_not_certain():
    deal = dealt_to_north("AKQJT9876543.A..")
    assert line(round_at("play", SPADES, dealer="W", deal=deal, played="HA HJ HK HQ")) is not None
    assert line(round_at("play", SPADES, dealer="S", deal=dealt_to_north("AK32.AKQ.AKQ.AKQ"), played="H9")) is None


def test_a_discard_wins_nothing():
    table = round_at("play", direction="clockwise", deal=ONE_SUIT_EACH, trump="D", played="HA DA CA")
    assert line(table) is None


def test_the_others_give_their_lowest():
    table = round_at("play", direction="clockwise", trump="H", played="SJ")
    assert str(lowest(observe(Match(table.game, (), table.round), Seat.S))) == "S5"


@pytest.mark.parametrize("slug", RULE_SETS)
def test_a_claim_holds_whatever_the_others_hold_and_play(slug):
    chance, claims = random.Random(slug), 0
    for seed in range(10):
        for match in random_match(game_for(slug), random.Random(seed), rounds=4):
            cards = winning_line(observe(match, match.to_act)) if match.phase == "play" else None
            if cards is not None:
                claims += 1
                for _ in range(3):
                    claim(reshuffled(match, match.to_act, chance), cards, chance)
    assert claims


def claim(match: Match, cards: tuple[Card, ...], chance: random.Random) -> None:
    """Play the claimed cards in their order, the others as chance has it: every trick is the claimer's."""
    game, round = match.game, match.round
    assert round is not None
    claimer, before, left = match.to_act, len(round.tricks), list(cards)
    while (seat := game.to_act(round)) is not None:
        own = seat is claimer
        round = play(game, round, PLAYS[seat][left.pop(0)] if own else chance.choice(legal_actions(game, round)))
    assert set(trick_winners(round)[before:]) == {claimer}
