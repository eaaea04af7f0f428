"""Rules 1.3 to 1.5 and 2.6, 2.7, 2.30 in Tarneeb."""

import pytest

from tests.arrange import ONE_SUIT_EACH, round_at

EAST_LEADS = {"direction": "clockwise", "trump": "H"}


def test_1_3_must_follow_suit_when_able():
    table = round_at("play", **EAST_LEADS, played="SJ")
    assert table.legal == ["S8", "S7", "S6", "S5"]
    assert table.refusal("HT") == "must-follow-suit"


def test_1_3_who_holds_none_of_it_may_play_any_card():
    table = round_at("play", **EAST_LEADS, deal=ONE_SUIT_EACH, played="HA")
    assert len(table.legal) == 13


def test_1_4_the_highest_trump_wins():
    table = round_at("play", direction="clockwise", deal=ONE_SUIT_EACH, trump="D", played="HA D2 CA SA")
    assert table.to_act == "S"


def test_1_4_without_a_trump_the_highest_of_the_led_suit_wins():
    table = round_at("play", direction="clockwise", trump="NT", deal=ONE_SUIT_EACH, played="H2 DA CA SA")
    assert table.to_act == "E"


def test_1_5_the_winner_leads_and_thirteen_tricks_are_played():
    table = round_at("play", **EAST_LEADS, played="SJ S8 S4 SK")
    assert (table.to_act, len(table.legal)) == ("N", 12)


def test_1_7_a_card_once_played_is_not_held():
    table = round_at("play", **EAST_LEADS, played="SJ")
    assert table.refusal("SJ", "E") == "not-your-turn"
    assert table.refusal("SA") == "card-not-held"


def test_calls_and_trumps_are_out_of_phase_in_the_play():
    table = round_at("play")
    assert table.refusal("call:9") == "out-of-phase"
    assert table.refusal("trump:H") == "out-of-phase"


def test_a_card_after_the_thirteenth_trick_is_out_of_phase():
    suits = zip(*("".join(f"{suit}{rank} " for rank in "AKQJT98765432").split() for suit in "HDCS"), strict=True)
    cards = " ".join(" ".join(trick) for trick in suits)
    table = round_at("play", **EAST_LEADS, deal=ONE_SUIT_EACH, played=cards)
    assert (table.phase, table.refusal("play:SA", "E")) == ("over", "out-of-phase")
    assert table.points == (0, 16)


@pytest.mark.parametrize(
    ("rules", "options", "leader"),
    [
        ("tarneeb/cardems", {"calls": "P 7 P P"}, "S"),
        ("tarneeb/levant", {"calls": "P 7 P P"}, "W"),
        ("tarneeb/classic", {"calls": "P 7 P P"}, "S"),
        ("tarneeb/egyptian", {"calls": "P 7C P P P P"}, "S"),
        ("tarneeb/lebanese", {"calls": "P 7 P P"}, "S"),
        ("tarneeb/cardems", {"calls": "P P P"}, "N"),
    ],
)
def test_2_6_who_leads_the_first_trick(rules, options, leader):
    assert round_at("play", rules, **options).to_act == leader


def test_2_7_the_first_lead_must_be_a_trump_if_one_is_held():
    table = round_at("play", **EAST_LEADS, first_lead_trump=True)
    assert table.legal == ["HA", "HK", "HQ"]
    assert table.refusal("SJ") == "must-lead-trump"
    assert table.refusal("SA") == "card-not-held"


def test_2_7_only_the_first_lead():
    table = round_at("play", **EAST_LEADS, first_lead_trump=True, played="HA HT H5 H2")
    assert "SJ" in table.legal


def test_2_7_followers_follow():
    table = round_at("play", **EAST_LEADS, first_lead_trump=True, played="HA")
    assert table.refusal("S8") == "must-follow-suit"


@pytest.mark.parametrize(("deal", "trump"), [(None, "NT"), (ONE_SUIT_EACH, "S")])
def test_2_7_with_no_trump_or_none_held_any_card(deal, trump):
    given = {"deal": deal} if deal else {}
    table = round_at("play", direction="clockwise", first_lead_trump=True, trump=trump, **given)
    assert len(table.legal) == 13


def test_2_30_a_slam_is_shown_and_changes_no_rule():
    table = round_at("play", **EAST_LEADS, signals=True, played="SJ+slam S8 S4+slam")
    assert table.round.gestures == ((0, "slam"), (2, "slam"))
    assert table.round.trick.cards == round_at("play", **EAST_LEADS, played="SJ S8 S4").round.trick.cards


def test_2_30_a_flick_shows_the_last_card_of_a_suit():
    table = round_at("play", **EAST_LEADS, signals=True, played="HA HT H5 H2 HK H9 H6 H3")
    assert table.refusal("HQ+flick") is None
    assert table.refusal("SJ+flick") == "gesture-not-allowed"


def test_2_30_a_gesture_is_refused_where_it_is_off():
    assert round_at("play", **EAST_LEADS).refusal("SJ+slam") == "gesture-not-allowed"


def test_2_30_an_unlawful_card_is_unlawful_with_a_gesture_too():
    table = round_at("play", **EAST_LEADS, signals=True, played="SJ")
    assert table.refusal("HT+slam") == "must-follow-suit"
