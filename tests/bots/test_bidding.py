"""How the club level bids: by what the hand promises, under the options in force and at the score."""

from __future__ import annotations

import pytest

from games.bots import LEVELS
from games.bots.spades_bidding import nil_odds, own_tricks
from games.engine.registry import game_for

from .positions import chosen, deal_of, observed, spades, tarneeb, walk

STRONG = "SA SK SQ SJ S9 S7 HA HK D5 D3 C9 C4 C2"
WEAK = "S8 S6 S3 H9 H7 H4 DT D8 D5 C9 C6 C4 C2"
KABOOT = "SA SK SQ SJ ST S9 S8 HA HK HQ DA DK CA"
NOTHING = "S5 S3 H9 H7 H4 H2 D8 D6 D4 D2 C8 C6 C3"


@pytest.mark.parametrize("level", LEVELS)
def test_a_strong_hand_bids_and_names_its_long_suit(level):
    assert chosen(tarneeb({"N": STRONG}, ""), level).startswith("call:")
    assert chosen(tarneeb({"N": STRONG}, ""), level) != "call:P"
    assert chosen(tarneeb({"N": STRONG}, "call:7 call:P call:P call:P"), level) == "trump:S"


@pytest.mark.parametrize("level", LEVELS)
def test_a_weak_hand_passes(level):
    assert chosen(tarneeb({"N": WEAK}, ""), level) == "call:P"


@pytest.mark.parametrize("rule_set", ["tarneeb/levant", "tarneeb/classic", "tarneeb/lebanese"])
def test_a_kaboot_hand_bids_it_where_it_pays(rule_set):
    assert chosen(tarneeb({"S": KABOOT}, "", rule_set)) == "call:13"


def test_a_kaboot_hand_bids_no_more_than_it_must_where_it_does_not_pay():
    assert chosen(tarneeb({"N": KABOOT}, "")) == "call:7"


def test_the_partners_bid_is_left_alone():
    match = tarneeb({"S": "SK S8 S4 H9 H5 H3 DK D8 D4 CQ C7 C5 C2"}, "call:8 call:P")
    assert chosen(match) == "call:P"


def test_the_dealer_who_must_bid_bids_the_least():
    match = tarneeb(
        {"W": WEAK}, "call:P call:P call:P", "tarneeb/classic", all_pass="force-dealer", direction="clockwise"
    )
    assert chosen(match) == "call:7"


def test_a_hopeless_hand_is_thrown_in():
    hands = {"N": "S8 S6 S3 H9 H7 H4 DT D8 D5 C9 C6 C4 C2"}
    match = tarneeb(hands, "", "tarneeb/classic", hopeless_hand=True, direction="clockwise")
    assert chosen(match) == "call:THROW"


def test_ten_of_a_suit_with_the_tops_bid_thirteen_and_without_are_thrown_in():
    tops, none = "SA SK SQ SJ ST S9 S8 S7 S6 S5 HA DA CA", "ST S9 S8 S7 S6 S5 S4 S3 S2 SJ H2 D2 C2"
    for hand, call in ((tops, "call:13"), (none, "call:THROW")):
        match = tarneeb({"N": hand}, "", "tarneeb/classic", ten_in_suit=True, direction="clockwise")
        assert chosen(match) == call


def test_a_certain_failure_is_doubled_and_a_weak_hand_does_not_double():
    for hand, call in ((KABOOT, "call:X"), (WEAK, "call:P")):
        match = tarneeb({"E": hand}, "call:10H", "tarneeb/egyptian", direction="clockwise")
        assert chosen(match) == call


def test_in_the_open_auction_a_fit_raises_the_partner_and_nobody_spirals_to_thirteen():
    heights = [
        observed(match).contract.level
        for match, _ in walk(game_for("tarneeb/egyptian"), ("club", "club"), 60, "open")
        if match.phase == "play" and not match.round.tricks and not match.round.trick.cards
    ]
    assert len(heights) > 45
    assert sum(height > 9 for height in heights) <= len(heights) / 10


# Spades


@pytest.mark.parametrize("level", LEVELS)
def test_a_nil_is_bid_with_nothing_and_never_with_the_ace_of_spades(level):
    assert chosen(spades({"N": NOTHING}, ""), level) == "call:NIL"
    assert chosen(spades({"N": NOTHING.replace("S5", "SA")}, ""), level) != "call:NIL"


def test_beside_the_partners_nil_the_bid_is_the_hands_own_and_a_second_nil_rare():
    alone, beside = spades({"S": STRONG}, "3 3"), spades({"S": STRONG}, "NIL 3")
    assert chosen(alone) == chosen(beside)
    risky = "SJ S8 H9 H7 H4 H2 DJ D6 D4 D2 C8 C6 C3"
    assert nil_odds(deal_of({"N": risky}).hands[0]) > 0.75  # enough for one, not for two
    assert chosen(spades({"S": risky}, "4 3")) == "call:NIL"
    assert chosen(spades({"S": risky}, "NIL 3")) != "call:NIL"


def test_a_hand_is_worth_about_a_quarter_of_the_tricks():
    deals = [deal_of({"N": card}) for card in ("SA", "S2", "HA", "D2", "C9", "SK", "HQ", "DJ")]
    tricks = [own_tricks(hand) for deal in deals for hand in deal.hands]
    assert 3.0 < sum(tricks) / len(tricks) < 3.5
    assert own_tricks(deal_of({"N": STRONG}).hands[0]) > own_tricks(deal_of({"N": WEAK}).hands[0]) + 4
