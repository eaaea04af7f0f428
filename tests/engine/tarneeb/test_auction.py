"""Rules 2.1 to 2.23: the three auctions and throwing in."""

import pytest

from tests.arrange import ONE_SUIT_EACH, dealt_round, round_at, trumps_of

HOPELESS = "N:AKQ2.J432.543.76 T987.T987.T98.T9 J654.AKQ.AKQ2.KQ 3.65.J76.AJ85432"
"""East holds nothing that can take a trick."""

CLASSIC = {"direction": "clockwise"}
EGYPTIAN = {"rules": "tarneeb/egyptian", "direction": "clockwise"}
LEBANESE = {"rules": "tarneeb/lebanese", "direction": "clockwise"}
OPEN_13 = ["13C", "13D", "13H", "13S", "13NT"]


@pytest.mark.parametrize(
    ("rules", "options", "first"),
    [
        ("tarneeb/cardems", {}, "E"),
        ("tarneeb/levant", {}, "W"),
        ("tarneeb/classic", {}, "W"),
        ("tarneeb/classic", {"direction": "clockwise"}, "E"),
        ("tarneeb/egyptian", {}, "W"),
        ("tarneeb/egyptian", {"direction": "clockwise"}, "E"),
        ("tarneeb/lebanese", {}, "W"),
        ("tarneeb/lebanese", {"direction": "clockwise"}, "E"),
    ],
)
def test_2_1_the_seat_next_to_the_dealer_speaks_first(rules, options, first):
    assert dealt_round(rules, "N", **options).to_act == first


def test_2_2_a_bid_is_7_to_13():
    assert round_at("call").legal == ["7", "8", "9", "10", "11", "12", "13", "P"]


def test_2_2_a_bid_is_higher_than_every_bid_before_it():
    assert round_at("call", calls="7 9").legal == ["10", "11", "12", "13", "P"]


def test_2_2_there_is_no_bid_below_7():
    table = round_at("call")
    assert "6" not in table.game.calls


def test_2_3_those_who_have_passed_are_skipped():
    table = round_at("call", calls="7 P 8", **CLASSIC)
    assert table.to_act == "N"
    assert table.after("9").to_act == "E"
    assert table.after("9 10").to_act == "W"


def test_2_3_a_pass_is_final_so_who_passed_cannot_call():
    table = round_at("call", calls="7 P 8 9 10", **CLASSIC)
    assert table.refusal("11", "S") == "not-your-turn"


def test_2_3_three_passes_after_a_bid_end_the_auction():
    assert round_at("call", calls="P 7 8 P P").phase == "trump"


def test_2_3_three_passes_before_a_bid_end_it_too():
    table = round_at("call", calls="P P P 7", **CLASSIC)
    assert (table.phase, table.to_act) == ("trump", "N")


def test_2_3_a_bid_of_13_ends_it_at_once():
    assert round_at("call", calls="13").phase == "trump"


def test_2_4_assign_the_dealer_is_declarer_for_7_and_does_not_speak():
    table = round_at("call", "tarneeb/cardems", calls="P P P", dealer="S")
    contract = table.game.contract(table.round)
    assert (table.phase, table.to_act) == ("trump", "S")
    assert (str(contract.declarer), contract.level) == ("S", 7)


def test_2_4_assign_needs_passes_only():
    table = round_at("call", "tarneeb/cardems", calls="7 P P")
    assert table.phase == "call"


@pytest.mark.parametrize("rules", ["tarneeb/classic", "tarneeb/egyptian", "tarneeb/lebanese"])
def test_2_4_force_dealer_the_dealer_may_not_pass(rules):
    table = round_at("call", rules, calls="P P P", all_pass="force-dealer")
    assert table.to_act == "N"
    assert table.refusal("P") == "illegal-call"
    assert "P" not in table.legal


def test_2_4_force_dealer_may_bid_more_than_7():
    table = round_at("call", calls="P P P", all_pass="force-dealer")
    assert table.legal == ["7", "8", "9", "10", "11", "12", "13"]


@pytest.mark.parametrize("calls", ["P P", "7 P P"])
def test_2_4_force_dealer_only_after_three_passes(calls):
    assert "P" in round_at("call", calls=calls, all_pass="force-dealer").legal


@pytest.mark.parametrize("rules", ["tarneeb/classic", "tarneeb/egyptian", "tarneeb/lebanese"])
def test_2_4_redeal_same_four_passes_and_the_same_dealer_deals(rules):
    table = round_at("call", rules, calls="P P P P", dealer="E")
    assert (table.phase, table.to_act, table.legal) == ("over", None, [])
    assert table.game.outcome(table.round) == "passed-out"
    assert str(table.game.next_dealer(table.round)) == "E"


def test_2_4_redeal_next_four_passes_and_the_next_seat_deals():
    table = round_at("call", "tarneeb/levant", calls="P P P P", dealer="N")
    assert table.game.outcome(table.round) == "passed-out"
    assert str(table.game.next_dealer(table.round)) == "W"


@pytest.mark.parametrize(
    ("rules", "no_trump", "strains"),
    [
        ("tarneeb/classic", True, ["S", "H", "D", "C", "NT"]),
        ("tarneeb/classic", False, ["S", "H", "D", "C"]),
        ("tarneeb/lebanese", True, ["S", "H", "D", "C", "NT"]),
        ("tarneeb/cardems", False, ["S", "H", "D", "C"]),
    ],
)
def test_2_5_the_highest_bidder_names_the_trump(rules, no_trump, strains):
    table = round_at("trump", rules, no_trump=no_trump)
    assert trumps_of(table) == strains
    assert table.refusal("NT") == (None if no_trump else "illegal-trump")


def test_2_5_nobody_else_has_a_say():
    table = round_at("trump")
    assert table.refusal("H", "N") == "not-your-turn"
    assert table.refusal("call:9") == "out-of-phase"
    assert table.refusal("play:SA") == "out-of-phase"


def test_2_10_once_each_seat_speaks_once_the_dealer_last():
    table = round_at("call", **LEBANESE, calls="7 P 8")
    assert table.to_act == "N"
    assert table.after("9").phase == "trump"


def test_2_10_once_goes_on_after_a_13():
    table = round_at("call", **LEBANESE, calls="13")
    assert (table.phase, table.to_act, table.legal) == ("call", "S", ["P"])
    assert table.after("P P").legal == ["13", "P"]


def test_2_11_the_dealer_may_equal_the_highest_bid():
    table = round_at("call", **LEBANESE, calls="7 8 P")
    assert table.legal == ["8", "9", "10", "11", "12", "13", "P"]
    assert str(table.after("8").game.contract(table.after("8").round).declarer) == "N"


def test_2_11_the_partners_too():
    table = round_at("call", **LEBANESE, calls="P 9 P 9")
    assert str(table.game.contract(table.round).declarer) == "N"


def test_2_11_only_the_dealer_may_equal():
    assert round_at("call", **LEBANESE, calls="7").refusal("7") == "illegal-call"


def test_2_11_only_in_once():
    assert round_at("call", calls="P P 7", **CLASSIC).refusal("7") == "illegal-call"


def test_2_12_open_bids_rank_by_number_then_strain():
    assert round_at("call", **EGYPTIAN).legal[:6] == ["7C", "7D", "7H", "7S", "7NT", "8C"]
    assert round_at("call", **EGYPTIAN, calls="12H").legal == ["12S", "12NT", *OPEN_13, "P", "X"]


@pytest.mark.parametrize("low", ["7D", "7H", "7C"])
def test_2_12_a_bid_beats_the_one_before(low):
    assert round_at("call", **EGYPTIAN, calls="7H").refusal(low) == "illegal-call"


def test_2_12_the_strain_bid_becomes_trump():
    table = round_at("call", **EGYPTIAN, calls="7S 7NT P P P P")
    assert (table.phase, str(table.round.trump), table.to_act) == ("play", "NT", "S")


def test_2_13_a_pass_shuts_nobody_out():
    table = round_at("call", **EGYPTIAN, calls="P 7C P P")
    assert (table.to_act, "8D" in table.legal) == ("E", True)


def test_2_13_the_bidder_may_raise_and_that_reopens_the_auction():
    table = round_at("call", **EGYPTIAN, calls="7C P P P")
    assert (table.phase, table.to_act) == ("call", "E")
    raised = table.after("8C P P P")
    assert raised.phase == "call"
    assert raised.after("P").phase == "play"


def test_2_13_three_passes_before_the_bid_do_not_count():
    assert round_at("call", **EGYPTIAN, calls="P P P 7C P P P").phase == "call"


def test_2_14_a_bid_of_13_in_no_trump_does_not_end_it():
    table = round_at("call", **EGYPTIAN, calls="13NT")
    assert table.legal == ["P", "X"]


def test_2_15_an_opponent_may_double_once():
    table = round_at("call", **EGYPTIAN, calls="7C")
    assert table.refusal("X") is None
    assert table.after("P").refusal("X") == "illegal-call"
    assert table.after("X P").refusal("X") == "illegal-call"


def test_2_15_there_is_nothing_to_double_before_a_bid():
    assert round_at("call", **EGYPTIAN, calls="P").refusal("X") == "illegal-call"


@pytest.mark.parametrize("doubles", ["none", "double", "redouble"])
def test_2_15_what_the_option_allows(doubles):
    table = round_at("call", **EGYPTIAN, calls="7C", doubles=doubles)
    assert ("X" in table.legal) is (doubles != "none")
    assert ("XX" in table.game.calls) is (doubles == "redouble")
    if doubles != "none":
        assert ("XX" in table.after("X").legal) is (doubles == "redouble")


def test_2_15_only_the_bidding_side_redoubles_and_only_once():
    table = round_at("call", **EGYPTIAN, calls="7C X", doubles="redouble")
    assert table.to_act == "W"
    assert table.refusal("XX") is None
    assert table.after("P").refusal("XX") == "illegal-call"
    assert table.after("P P").refusal("XX") is None
    assert table.after("XX P").refusal("XX") == "illegal-call"
    assert table.after("XX").refusal("X") == "illegal-call"


def test_2_15_they_count_as_passes():
    assert round_at("call", **EGYPTIAN, calls="7C X P P P").phase == "play"
    assert round_at("call", **EGYPTIAN, calls="7C P P X XX", doubles="redouble").phase == "play"


def test_2_15_a_new_bid_cancels_them():
    table = round_at("call", **EGYPTIAN, calls="7C X XX 8C", doubles="redouble")
    assert table.game.contract(table.round).multiplier == 1
    assert table.refusal("X") is None


@pytest.mark.parametrize(("calls", "factor"), [("7C P P P P", 1), ("7C X P P P", 2), ("7C X XX P P", 4)])
def test_2_16_doubled_counts_two_times_redoubled_four(calls, factor):
    table = round_at("play", **EGYPTIAN, calls=calls, doubles="redouble")
    assert table.game.contract(table.round).multiplier == factor


def test_2_20_a_hopeless_hand_may_be_thrown_in_and_the_next_seat_deals():
    table = round_at("call", deal=HOPELESS, hopeless_hand=True, **CLASSIC)
    assert table.legal[-1] == "THROW"
    thrown = table.after("THROW")
    assert (thrown.phase, thrown.game.outcome(thrown.round)) == ("over", "thrown-in")
    assert str(thrown.game.next_dealer(thrown.round)) == "E"


def test_2_20_only_instead_of_the_first_call():
    table = round_at("call", deal=HOPELESS, hopeless_hand=True, calls="7 8 P P", **CLASSIC)
    assert (table.to_act, table.refusal("THROW")) == ("E", "illegal-call")


def test_2_20_also_after_others_have_bid():
    table = round_at("call", deal=HOPELESS, hopeless_hand=True, calls="7 8 9", **CLASSIC, dealer="E")
    assert table.after("THROW").phase == "over"


def test_2_20_a_hand_thrown_in_after_a_bid_has_no_contract():
    table = round_at("call", deal=HOPELESS, hopeless_hand=True, calls="7C P P THROW", **EGYPTIAN, dealer="E")
    assert (table.phase, table.game.contract(table.round), table.round.trick) == ("over", None, None)
    assert str(table.game.next_dealer(table.round)) == "S"


@pytest.mark.parametrize(
    ("hand", "hopeless"),
    [
        ("T987.T987.T98.T9", True),
        ("K.T987.T987.T98" + "7", True),
        ("K2.T987.T987.T98", False),
        ("Q2.T987.T987.T98", True),
        ("Q32.T987.T987.T9", False),
        ("J32.T987.T987.T9", True),
        ("J432.T987.T98.T9", False),
        ("A.T987.T987.T987", False),
    ],
)
def test_2_20_what_hopeless_means(hand, hopeless):
    table = dealt_round(deal=dealt_to("E", hand), hopeless_hand=True, **CLASSIC)
    assert (table.refusal("THROW") is None) is hopeless


def dealt_to(seat: str, hand: str) -> str:
    """A deal that gives a seat this hand, and the others the rest."""
    held = [set(suit) for suit in hand.split(".")]
    rest = [(suit, rank) for suit in range(4) for rank in "AKQJT98765432" if rank not in held[suit]]
    others = [rest[start::3] for start in range(3)]
    written = [".".join("".join(rank for at, rank in cards if at == suit) for suit in range(4)) for cards in others]
    return f"{seat}:{hand} {' '.join(written)}"


def test_2_20_off_by_itself():
    table = dealt_round(deal=HOPELESS, **CLASSIC)
    assert "THROW" not in table.game.calls
    assert "THROW" not in table.legal


def test_2_21_ten_in_a_suit_may_only_pass_bid_13_or_throw_in():
    table = dealt_round(deal=ONE_SUIT_EACH, ten_in_suit=True)
    assert table.legal == ["13", "P", "THROW"]


def test_2_21_nine_are_not_ten():
    nine, ten = dealt_to("E", "AKQJT9876.432.2."), dealt_to("E", "AKQJT98765.432..")
    with_nine = dealt_to("E", "AKQJT9876.43.2.2")
    assert "8" in dealt_round(deal=with_nine, ten_in_suit=True, **CLASSIC).legal
    assert "8" in dealt_round(deal=nine, ten_in_suit=True, **CLASSIC).legal
    assert "8" not in dealt_round(deal=ten, ten_in_suit=True, **CLASSIC).legal


def test_2_21_the_same_dealer_deals_again():
    table = dealt_round(deal=ONE_SUIT_EACH, ten_in_suit=True).after("THROW")
    assert str(table.game.next_dealer(table.round)) == "N"


def test_2_21_hopeless_beside_ten_in_a_suit_lets_the_next_seat_deal():
    table = round_at("call", deal=HOPELESS, hopeless_hand=True, ten_in_suit=True, calls="THROW", **CLASSIC)
    assert str(table.game.next_dealer(table.round)) == "E"


def test_2_21_in_open_13_in_any_strain_that_beats():
    table = dealt_round(deal=ONE_SUIT_EACH, ten_in_suit=True, **EGYPTIAN)
    assert table.legal == [*OPEN_13, "P", "THROW"]
    assert table.after("13H").legal == ["13S", "13NT", "P", "THROW"]


def test_2_21_such_a_seat_neither_doubles_nor_redoubles():
    table = dealt_round(deal=ONE_SUIT_EACH, ten_in_suit=True, doubles="redouble", **EGYPTIAN)
    assert table.after("13C").refusal("X") == "illegal-call"


def test_2_21_the_limit_lasts_the_whole_auction():
    deal = dealt_to("E", "AKQJT98765.432..")
    table = round_at("call", deal=deal, ten_in_suit=True, calls="P 7C P P", **EGYPTIAN)
    assert (table.to_act, table.legal) == ("E", [*OPEN_13, "P"])


def test_2_21_13_includes_the_equal_bid():
    table = round_at("call", deal=ONE_SUIT_EACH, ten_in_suit=True, calls="13 P P", **LEBANESE)
    assert table.legal == ["13", "P", "THROW"]


def test_2_22_a_forced_dealer_may_still_throw_in():
    deal = dealt_to("N", "T987.T987.T98.T9")
    table = round_at("call", deal=deal, hopeless_hand=True, all_pass="force-dealer", calls="P P P")
    assert table.legal == ["7", "8", "9", "10", "11", "12", "13", "THROW"]


def test_2_22_a_forced_dealer_with_ten_in_a_suit_bids_13_or_throws_in():
    table = round_at("call", deal=ONE_SUIT_EACH, ten_in_suit=True, all_pass="force-dealer", calls="P P P")
    assert table.legal == ["13", "THROW"]


@pytest.mark.parametrize("calls", ["P P P P", "THROW"])
def test_2_23_a_dead_round_scores_nothing(calls):
    table = round_at("call", deal=ONE_SUIT_EACH, ten_in_suit=True, calls=calls)
    assert table.points == (0, 0)
    assert table.game.tallies(table.round) == {}


def test_a_call_after_the_end_is_out_of_phase():
    assert round_at("call", calls="P P P P").refusal("call:7", "N") == "out-of-phase"
