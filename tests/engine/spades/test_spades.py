"""Rule 4: Spades."""

import pytest

from games.engine.errors import BadOption
from games.engine.game import Standing
from games.engine.registry import game_for
from games.engine.seats import Seat, Side
from games.engine.spades import bidding, scoring
from tests.arrange import ONE_SUIT_EACH, dealt_round, played_out, round_at

SPADES = "spades/cardems"
BIDS = ["NIL", *map(str, range(1, 14))]


def test_4_no_options():
    with pytest.raises(BadOption):
        game_for(SPADES, {"target": 500})


def test_4_1_each_seat_bids_once_nil_or_1_to_13():
    table = dealt_round(SPADES, "N")
    assert (table.to_act, table.legal) == ("E", BIDS)
    assert (table.after("3").to_act, table.after("3").legal) == ("S", BIDS)
    assert table.after("3 3 NIL 3").phase == "play"


@pytest.mark.parametrize("call", ["0", "P", "7H", "14", "THROW"])
def test_4_1_no_zero_no_pass(call):
    assert call not in dealt_round(SPADES).game.calls


def test_4_1_a_bid_out_of_turn_or_phase_is_refused():
    table = dealt_round(SPADES, "N")
    assert table.refusal("3", "N") == "not-your-turn"
    assert table.refusal("play:SA") == "out-of-phase"
    assert table.refusal("trump:S") == "out-of-phase"
    assert table.after("3 3 3 3").refusal("call:3") == "out-of-phase"


def test_4_2_the_first_bidder_leads_and_spades_are_trump():
    table = round_at("play", SPADES, dealer="W")
    assert (table.to_act, str(table.round.trump)) == ("N", "S")


def test_4_2_no_forced_opening_card():
    assert "D2" not in round_at("play", SPADES).legal
    assert len(round_at("play", SPADES).legal) == 10


def test_4_3_spades_may_not_be_led_until_one_has_been_played():
    table = round_at("play", SPADES)
    assert table.refusal("SJ") == "spades-not-broken"
    assert table.refusal("SA") == "card-not-held"


def test_4_3_broken_by_a_spade_on_an_earlier_trick():
    broken = round_at("play", SPADES, deal=ONE_SUIT_EACH, played="HA D2 C2 S2")
    assert (broken.to_act, broken.refusal("SA")) == ("N", None)


def test_4_3_a_leader_who_holds_only_spades_may_lead_them():
    table = round_at("play", SPADES, deal=ONE_SUIT_EACH, dealer="W")
    assert (table.to_act, len(table.legal)) == ("N", 13)


def test_4_3_followers_follow():
    table = round_at("play", SPADES, played="HA")
    assert table.refusal("S8") == "must-follow-suit"


def test_play_out_of_turn_and_after_the_end():
    assert round_at("play", SPADES).refusal("SA", "N") == "not-your-turn"
    over = played_out(round_at("play", SPADES))
    assert (over.phase, over.to_act, over.legal) == ("over", None, [])
    assert over.refusal("play:SA", "N") == "out-of-phase"
    assert over.game.outcome(over.round) == "played"


def test_no_gestures_in_spades():
    assert round_at("play", SPADES).refusal("HA+slam") == "gesture-not-allowed"


def test_4_4_the_contract_of_a_side_is_the_sum_of_its_bids():
    table = round_at("call", SPADES, calls="9 NIL 8 4")
    assert table.game.tricks_due(table.round) == (4, 17)
    assert table.game.bids(table.round) == ("4", "9", "NIL", "8")
    assert table.game.contract(table.round) is None


def test_4_4_a_side_that_has_not_bid_has_undertaken_nothing():
    table = round_at("call", SPADES, calls="9")
    assert table.game.tricks_due(table.round) == (None, 9)
    assert table.game.bids(table.round) == (None, "9", None, None)


def test_4_4_nil_adds_nothing():
    assert [bidding.number(bid) for bid in ("NIL", "1", "13")] == [0, 1, 13]


@pytest.mark.parametrize(
    ("contract", "taken", "points", "bags"),
    [(6, 8, 60, 2), (6, 6, 60, 0), (6, 5, -60, 0), (0, 3, 0, 3), (17, 13, -170, 0), (13, 13, 130, 0)],
)
def test_4_5_made_and_missed(contract, taken, points, bags):
    assert scoring.contract_points(contract, taken) == points
    assert scoring.overtricks(contract, taken) == bags


@pytest.mark.parametrize(
    ("bags", "cost", "left"), [(9, 0, 9), (10, -100, 0), (13, -100, 3), (20, -200, 0), (22, -200, 2)]
)
def test_4_6_each_ten_bags_cost_100_and_the_remainder_stays(bags, cost, left):
    assert (scoring.bag_cost(bags), scoring.bags_left(bags)) == (cost, left)


@pytest.mark.parametrize(("taken", "points"), [(0, 100), (1, -100), (13, -100)])
def test_4_7_nil(taken, points):
    assert scoring.nil_points(taken) == points


NORTH_TAKES_ALL = " ".join(
    ["HA DA CA S2", *(f"S{own} H{low} D{low} C{low}" for own, low in zip("AKQJT9876543", "KQJT98765432", strict=True))]
)


@pytest.mark.parametrize(
    ("calls", "before", "scores", "bags"),
    [
        # the calls stand in the order E S W N; North takes all thirteen
        ("1 5 1 8", Standing(), (130, -20), (0, 0)),
        ("1 NIL 1 13", Standing(), (230, -20), (0, 0)),
        ("NIL NIL NIL NIL", Standing(), (13 - 100, 200), (3, 0)),
        ("1 2 1 9", Standing((0, 0), (8, 3)), (110 + 2 - 100, -20), (0, 3)),
        ("1 1 1 1", Standing((0, 0), (9, 0)), (20 + 11 - 200, -20), (0, 0)),
        ("3 10 4 4", Standing((10, -70)), (10 - 140, -140), (0, 0)),
    ],
)
def test_4_4_to_4_7_a_round(calls, before, scores, bags):
    table = round_at("play", SPADES, deal=ONE_SUIT_EACH, calls=calls, played=NORTH_TAKES_ALL)
    assert table.game.settled(table.round, before) == Standing(scores, bags)


def test_4_6_the_lines_of_a_round_add_up_to_what_it_gives():
    table = round_at("play", SPADES, deal=ONE_SUIT_EACH, calls="1 NIL 1 9", played=NORTH_TAKES_ALL)
    before = Standing((0, 0), (8, 0))
    lines = table.game.lines(table.round, before)
    assert [line.text for line in lines] == ["Contract", "Nil", "Overtricks", "Ten bags"]
    assert sum(line.points[Side.NS] for line in lines) == 90 + 100 + 4 - 100


@pytest.mark.parametrize(
    ("scores", "winner"),
    [
        ((499, 0), None),
        ((500, 0), Side.NS),
        ((0, 500), Side.EW),
        ((500, 500), None),
        ((510, 520), Side.EW),
        ((-300, -500), None),
    ],
)
def test_4_8_a_side_at_500_with_more_than_the_other_wins(scores, winner):
    assert game_for(SPADES).winner(Standing(scores)) is winner


def test_1_2_the_deal_moves_on():
    table = played_out(round_at("play", SPADES, dealer="W"))
    assert table.game.next_dealer(table.round) is Seat.N


def test_tallies_count_nils_and_the_contract_of_the_side():
    table = round_at("play", SPADES, deal=ONE_SUIT_EACH, calls="NIL 1 1 NIL", played=NORTH_TAKES_ALL)
    assert table.game.tallies(table.round) == {
        "nils": (1, 1, 0, 0),
        "nils-made": (0, 1, 0, 0),
        "contracts-1": (1, 1, 1, 1),
        "made-1": (1, 0, 1, 0),
    }
    plain = round_at("play", SPADES, deal=ONE_SUIT_EACH, calls="3 1 4 1", played=NORTH_TAKES_ALL)
    assert plain.game.tallies(plain.round) == {
        "contracts-2": (1, 0, 1, 0),
        "made-2": (1, 0, 1, 0),
        "contracts-7": (0, 1, 0, 1),
    }
