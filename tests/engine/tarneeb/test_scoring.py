"""Rule 3: what rounds are worth, and when a match ends."""

import pytest

from games.engine.game import Standing
from games.engine.registry import game_for
from games.engine.seats import Side
from games.engine.tarneeb.scoring import worth
from tests.arrange import ONE_SUIT_EACH, played_out, round_at


@pytest.mark.parametrize(
    ("bid", "taken", "cardems", "levant", "classic", "doubled"),
    [
        (8, 7, (-8, 6), (-8, 6), (-8, 6), (-16, 6)),
        (8, 10, (10, 0), (10, 3), (10, 0), (20, 0)),
        (7, 13, (13, 0), (13, 0), (16, 0), (32, 0)),
        (13, 13, (13, 0), (26, 0), (26, 0), (52, 0)),
        (13, 11, (-13, 2), (-16, 4), (-16, 4), (-32, 4)),
        (7, 7, (7, 0), (7, 6), (7, 0), (14, 0)),
        (12, 12, (12, 0), (12, 1), (12, 0), (24, 0)),
        (12, 13, (13, 0), (13, 0), (16, 0), (32, 0)),
        (13, 12, (-13, 1), (-16, 2), (-16, 2), (-32, 2)),
        (7, 0, (-7, 13), (-7, 13), (-7, 13), (-14, 13)),
        (13, 0, (-13, 13), (-16, 26), (-16, 26), (-32, 26)),
    ],
)
def test_3_1_to_3_4_and_3_7_what_a_contract_is_worth(bid, taken, cardems, levant, classic, doubled):
    assert worth("cardems", bid, taken, 1) == cardems
    assert worth("levant", bid, taken, 1) == levant
    assert worth("classic", bid, taken, 1) == classic
    assert worth("classic", bid, taken, 2) == doubled


def test_3_4_a_redouble_multiplies_the_declarers_by_four():
    assert worth("classic", 8, 7, 4) == (-32, 6)
    assert worth("classic", 13, 13, 4) == (104, 0)


HEARTS_FIRST = " ".join(f"H{rank} D{rank} C{rank} S{rank}" for rank in "AKQJT98765432")


@pytest.mark.parametrize(
    ("calls", "trump", "points", "lines"),
    [
        ("7 P P P", "H", (0, 16), ["Kaboot"]),
        ("7 P P P", "NT", (0, 16), ["Kaboot"]),
        ("13", "H", (0, 26), ["Kaboot"]),
    ],
)
def test_3_3_a_kaboot_bid_and_unbid(calls, trump, points, lines):
    table = round_at("play", direction="clockwise", deal=ONE_SUIT_EACH, calls=calls, trump=trump, played=HEARTS_FIRST)
    assert table.points == points
    assert [line.text for line in table.game.lines(table.round, Standing())] == lines


def test_3_3_the_lines_of_a_missed_contract_name_both_sides():
    table = played_out(round_at("play", calls="12 P P P"))
    lines = table.game.lines(table.round, Standing())
    assert [line.text for line in lines] == ["Contract missed", "Defenders' tricks"]
    assert table.points[Side.EW] == -12
    assert table.points[Side.NS] > 0


def test_1_6_scores_add_up_below_zero_too():
    table = played_out(round_at("play", calls="12 P P P"))
    standing = table.game.settled(table.round, Standing((30, 5)))
    assert standing.scores == (30 + table.points[0], 5 + table.points[1])
    assert standing.scores[Side.EW] == -7


@pytest.mark.parametrize(
    ("scores", "winner"),
    [((30, 30), None), ((31, -5), "NS"), ((12, 31), "EW"), ((31, 31), None), ((40, 32), None), ((-8, 44), "EW")],
)
def test_3_5_sole_exactly_one_side_at_or_above_the_target(scores, winner):
    assert name(game_for("tarneeb/cardems").winner(Standing(scores))) == winner


@pytest.mark.parametrize(
    ("scores", "winner"),
    [((30, 30), None), ((31, -5), "NS"), ((12, 31), "EW"), ((31, 31), None), ((40, 32), "NS"), ((33, 44), "EW")],
)
def test_3_6_highest_wins_and_level_plays_on(scores, winner):
    assert name(game_for("tarneeb/levant").winner(Standing(scores))) == winner


@pytest.mark.parametrize("target", [31, 41, 51, 61])
def test_3_6_the_target_is_an_option(target):
    game = game_for("tarneeb/lebanese", {"target": target})
    assert game.target == target
    assert game.winner(Standing((target - 1, 0))) is None
    assert name(game.winner(Standing((target, 0)))) == "NS"


def name(side: Side | None) -> str | None:
    return None if side is None else str(side)


def test_1_2_the_deal_moves_on_after_a_scored_round():
    table = played_out(round_at("play", dealer="N"))
    assert str(table.game.next_dealer(table.round)) == "W"


@pytest.mark.parametrize(
    ("calls", "due"), [("P 8 P P", (8, None)), ("8 P P P", (None, 8)), ("", (None, None)), ("P P P P", (None, None))]
)
def test_the_tricks_due_are_the_contract_of_one_side(calls, due):
    table = round_at("call", calls=calls)
    assert table.game.tricks_due(table.round) == due
    assert table.game.bids(table.round) == (None, None, None, None)


def test_tallies_count_the_declarers_contract():
    table = round_at("play", direction="clockwise", deal=ONE_SUIT_EACH, calls="9 P P P", played=HEARTS_FIRST)
    east = (0, 1, 0, 0)
    assert table.game.tallies(table.round) == {"contracts-9": east, "made-9": east, "kaboots": east}


def test_tallies_of_a_missed_contract():
    table = played_out(round_at("play", calls="12 P P P"))
    assert table.game.tallies(table.round) == {"contracts-12": (0, 0, 0, 1)}
