"""The classic blunders of bots, one test each; 2.7 is a rule. North leads, and the rotation is clockwise."""

from __future__ import annotations

import pytest

from games.bots import LEVELS
from games.bots.aims import aims_of
from games.bots.turns import turn_of
from games.engine.cards import Card
from games.engine.registry import game_for

from .positions import chosen, observed, spades, tarneeb, walk

SEVEN = "call:7 call:P call:P call:P trump:S"
VOID_IN_HEARTS = "SQ S9 S4 DJ D9 D6 D4 D3 D2 C8 C6 C4 C3"


@pytest.mark.parametrize("level", LEVELS)
def test_the_partners_ace_is_not_trumped(level):
    match = tarneeb({"N": "HA", "E": "H2", "S": VOID_IN_HEARTS}, f"{SEVEN} play:HA play:H2")
    assert chosen(match, level)[5] in "DC"


@pytest.mark.parametrize("level", LEVELS)
def test_the_partners_ace_is_not_trumped_in_spades(level):
    match = spades({"N": "HA", "E": "H2", "S": VOID_IN_HEARTS}, "4 3 3 2", "play:HA play:H2")
    assert chosen(match, level)[5] in "DC"


@pytest.mark.parametrize("level", LEVELS)
def test_the_partners_winning_card_is_not_beaten(level):
    match = tarneeb({"N": "HK", "E": "H2", "W": "H4", "S": "HA H3"}, f"{SEVEN} play:HK play:H2")
    assert chosen(match, level) == "play:H3"


@pytest.mark.parametrize("level", LEVELS)
def test_the_last_hand_wins_as_cheaply_as_it_can(level):
    hands = {"N": "H5", "E": "H2", "S": "H9", "W": "HA HK HT H3"}
    assert chosen(tarneeb(hands, f"{SEVEN} play:H5 play:H2 play:H9"), level) == "play:HT"


@pytest.mark.parametrize("level", LEVELS)
def test_the_last_hand_does_not_waste_a_card_on_a_lost_trick(level):
    hands = {"N": "HA", "E": "H2", "S": "H9", "W": "HK HT H3"}
    assert chosen(tarneeb(hands, f"{SEVEN} play:HA play:H2 play:H9"), level) == "play:H3"


def test_the_second_hand_keeps_its_guarded_king():
    hands = {"N": "H4", "E": "HK H7 H3 SJ S5 DJ D9 D8 D4 CJ C9 C8 C4"}
    assert chosen(tarneeb(hands, f"{SEVEN} play:H4")) in ("play:H3", "play:H7")


def test_the_third_hand_plays_high_the_lower_of_equals():
    hands = {"N": "H4", "E": "H5", "S": "HQ HJ H2 S9 S8 S7 D9 D8 D4 C9 C8 C4 C2"}
    assert chosen(tarneeb(hands, f"{SEVEN} play:H4 play:H5")) == "play:HJ"


@pytest.mark.parametrize("level", LEVELS)
def test_an_opponents_ace_is_ruffed_with_the_smallest_trump(level):
    hands = {"N": "CA", "E": "SJ S8 S2 HQ HT H8 H4 DJ D9 D8 D5 D4 D2"}
    assert chosen(tarneeb(hands, f"{SEVEN} play:CA"), level) == "play:S2"


def test_a_discard_keeps_the_winners_and_what_guards_a_king():
    hands = {"N": "SA S5", "E": "HA HK H7 H2 DK D4 C9 C8 C7 C5 C4 C3 C2"}
    assert chosen(tarneeb(hands, f"{SEVEN} play:SA")) in ("play:H2", "play:C2")


def test_the_declarer_draws_trumps_from_the_top():
    hands = {"N": "SA SK SQ S9 S7 S3 HA HK D5 D3 C9 C4 C2"}
    assert chosen(tarneeb(hands, SEVEN)) in ("play:SA", "play:SK", "play:SQ")


def test_the_declarer_stops_when_only_the_partner_has_trumps_left():
    hands = {
        "N": "SA SK SQ S9 S7 S3 HA HK D5 D3 C9 C4 C2",
        "E": "S2 H2 H4 H5 H8 HT DT DJ DK D7 C7 CT CQ",
        "S": "S4 S5 S6 S8 ST HQ HJ D2 D4 D6 C3 C5 C6",
        "W": "SJ H3 H6 H7 H9 D9 DQ DA D8 C8 CJ CK CA",
    }
    drawn = "play:SA play:S2 play:S4 play:SJ play:SK play:DT play:S5 play:D9"
    assert chosen(tarneeb(hands, f"{SEVEN} {drawn}"))[5] != "S"


def test_defenders_take_the_setting_trick_at_once():
    hands = {"N": "H2", "E": "HA H7 H3 SJ S5 DJ D9 D8 D4 CJ C9 C8 C4"}
    assert chosen(tarneeb(hands, "call:13 trump:S play:H2")) == "play:HA"


def test_2_7_the_first_lead_is_a_trump_when_it_must_be():
    hands = {"N": "SQ S9 S7 HA HK HQ DA DK D3 D2 C4 C3 C2"}
    match = tarneeb(hands, "call:P call:P call:P call:7 trump:S", "tarneeb/classic", first_lead_trump=True)
    assert chosen(match)[5] == "S"


# Spades


def test_both_partners_nil_keep_their_own_nil():
    hands = {"N": "H4", "E": "H5", "S": "HK H3", "W": "H6"}
    assert chosen(spades(hands, "NIL 4 NIL 4", "play:H4 play:H5")) == "play:H3"


@pytest.mark.parametrize("level", LEVELS)
def test_a_nil_throws_its_highest_card_that_loses(level):
    hands = {"N": "HT", "E": "HQ", "S": "HJ H3"}
    assert chosen(spades(hands, "4 4 NIL 3", "play:HT play:HQ"), level) == "play:HJ"


def test_a_nil_does_not_ruff():
    hands = {"N": "HT", "E": "HQ", "S": VOID_IN_HEARTS}
    assert chosen(spades(hands, "4 4 NIL 3", "play:HT play:HQ"))[5] != "S"


def test_the_partner_of_a_nil_goes_over_its_card():
    hands = {"N": "H8", "E": "H4", "S": "HA H9 H2"}
    assert chosen(spades(hands, "NIL 4 4 3", "play:H8 play:H4")) in ("play:HA", "play:H9")


def test_an_opponent_of_a_nil_stays_under_its_card():
    hands = {"N": "H8", "E": "H4 HK", "S": "H2", "W": "H3 HA"}
    assert chosen(spades(hands, "NIL 4 4 3", "play:H8")) == "play:H4"


def test_the_contract_comes_before_a_nil_when_it_wins_the_match():
    match = spades({"N": "H8"}, "NIL 4 4 3", "play:H8", scores=(430, 430))
    observation = observed(match)
    assert aims_of(observation, observation.viewer.side).contract_comes_first
    match = spades({"N": "H8"}, "NIL 4 4 3", "play:H8", scores=(430, 400))
    assert not aims_of(observed(match), observation.viewer.side).contract_comes_first


# What must hold at every position that a round comes to


def last_to_play(rule_set):
    """Positions where the club level is the last to play to a trick, with the card it chose."""
    for match, code in walk(game_for(rule_set), ("club", "club"), 30, f"last {rule_set}"):
        if match.phase == "play" and len(match.round.trick.cards) == 3:
            observation = observed(match)
            yield observation, turn_of(observation), Card.parse(code[5:])


@pytest.mark.parametrize("rule_set", ["tarneeb/cardems", "tarneeb/levant"])
def test_the_last_hand_never_takes_its_partners_trick_and_never_wins_dearly(rule_set):
    seen = 0
    for _, turn, card in last_to_play(rule_set):
        beating = turn.beating()
        if turn.partner_wins:
            seen += 1
            assert card not in beating or len(beating) == len(turn.legal)
        elif card in beating:
            assert not any(other.suit is card.suit and other < card for other in beating)
    assert seen > 50


def test_the_last_hand_takes_the_trick_that_decides_the_contract():
    seen = 0
    for observation, turn, card in last_to_play("tarneeb/cardems"):
        declarers = observation.contract.declarer.side
        needed = observation.contract.level - sum(seat.side is declarers for seat in observation.trick_winners)
        if turn.beating() and not turn.partner_wins and needed in (1, 13 - len(observation.tricks)):
            seen += 1
            assert card in turn.beating()
    assert seen > 5


def test_the_team_bid_is_secured_whatever_nils_there_are():
    """A partner of, or opponent to, a Nil takes the trick when its side needs all that are left."""
    seen = 0
    for observation, turn, card in last_to_play("spades/cardems"):
        aims = aims_of(observation, turn.seat.side)
        must_win = aims.needs == aims.left and turn.seat not in aims.nils
        if must_win and turn.beating() and not turn.partner_wins:
            seen += 1
            assert card in turn.beating()
        if turn.seat in aims.nils and len(turn.beating()) < len(turn.legal):
            assert card not in turn.beating()
    assert seen
