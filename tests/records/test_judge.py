"""The judge: each fault by its code and place, the first one in the order in which things happen."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.judge import judged
from tests.arrange import ONE_SUIT_EACH, USUAL

HEARTS = [f"{suit}{rank}" for rank in "AKQJT98765432" for suit in "HDCS"]
"""With a suit each and East leading clockwise, hearts take every trick."""

PASSED_OUT = {"dealer": "N", "deal": USUAL, "calls": ["P", "P", "P", "P"]}
KABOOT = {"dealer": "N", "deal": ONE_SUIT_EACH, "calls": ["13"], "trump": "H", "plays": HEARTS}


def record(*rounds: Any, rules: str = "tarneeb/classic", **options: Any) -> dict:
    return {"format": "cardems-record/1", "rules": rules, "options": options, "rounds": list(rounds)}


def judge(given: Any) -> dict:
    return judged(given if isinstance(given, bytes) else json.dumps(given).encode())


def fault(given: Any) -> tuple:
    error = judge(given)["error"]
    assert sorted(error) == ["code", "index", "message", "round"]
    assert error["message"]
    return error["code"], error["round"], error["index"]


def one(calls: str = "", trump: str | None = None, plays: str = "", **kept: Any) -> dict:
    """A clockwise classic round dealt by N: E speaks first."""
    return {"dealer": "N", "deal": USUAL, "calls": calls.split(), "trump": trump, "plays": plays.split(), **kept}


def clockwise(*rounds: Any, **options: Any) -> dict:
    return record(*rounds, direction="clockwise", **options)


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


LAWFUL = json.dumps(clockwise(one()))


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b" \n",
        b"\x00",
        b"nothing",
        b"{",
        b"{}",
        b"[]",
        b"null",
        b"1",
        b'"cardems-record/1"',
        b"NaN",
        b"\xef\xbb\xbf" + LAWFUL.encode(),
        LAWFUL.encode("utf-16"),
        LAWFUL.encode("latin-1").replace(b"classic", b"cl\xe4ssic"),
        LAWFUL.encode().replace(b"classic", b"cl\xed\xa0\x80ssic"),
        LAWFUL.encode() + LAWFUL.encode(),
        LAWFUL.encode() + b",",
        LAWFUL.encode()[:-1],
        LAWFUL.replace('"calls"', '"x": NaN, "calls"').encode(),
        LAWFUL.replace('"calls"', '"x": -Infinity, "calls"').encode(),
        LAWFUL.replace('"calls"', '"x": 01, "calls"').encode(),
        LAWFUL.replace('"calls"', '"x": .5, "calls"').encode(),
        LAWFUL.replace('"calls"', "'x': 1, \"calls\"").encode(),
        LAWFUL.replace('"calls"', '"x": "\t", "calls"').encode(),
        LAWFUL.replace('"calls"', '"x": "\\q", "calls"').encode(),
        b"[" * 1_000_000,
        b"[" * 1_000_000 + b"]" * 1_000_000,
        b'{"a":' * 500_000,
        b"\xff" * 1_000_000,
        b"9" * 1_000_000,
        b'"' + b"a" * 3_000_000,
    ],
)
def test_what_is_no_record_is_malformed(line):
    assert fault(line) == ("malformed", None, None)


@pytest.mark.parametrize("key", ["format", "rules", "rounds"])
@pytest.mark.parametrize("value", [None, 1, True, [1], [[]], {}, "x", 1e400, "\ud800"])
def test_a_wrong_type_in_the_record_is_malformed(key, value):
    given = clockwise(one()) | {key: value}
    if key == "rules" and isinstance(value, str):
        assert fault(given) == ("unknown-rules", None, None)
    else:
        assert fault(given) == ("malformed", None, None)


@pytest.mark.parametrize("value", [None, 1, True, [], "x", [["target", 31]]])
def test_options_that_are_no_object_are_malformed(value):
    assert fault(clockwise(one()) | {"options": value}) == ("malformed", None, None)


@pytest.mark.parametrize("key", ["format", "rules", "rounds", "dealer", "deal"])
def test_a_missing_key_is_malformed(key):
    given = clockwise(one())
    (given if key in given else given["rounds"][0]).pop(key)
    assert fault(given) == ("malformed", None, None)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(("dealer", value) for value in (None, 1, "", "n", "NS", "North", [], "\ud800", "N ")),
        *(("deal", value) for value in (None, 1, [], {}, True)),
        *(("calls", value) for value in (None, 1, "P", {}, [7], [None], [["P"]], ["P", True], "7 P")),
        *(("plays", value) for value in (None, 1, "SA", {}, [1], [None], ["SA", 5.5])),
        *(("trump", value) for value in (1, True, [], {}, ["H"])),
    ],
)
def test_a_wrong_type_in_a_round_is_malformed(key, value):
    assert fault(clockwise(one() | {key: value})) == ("malformed", None, None)


def test_the_shape_of_all_is_judged_first():
    last = one() | {"dealer": "X"}
    assert fault(record(PASSED_OUT | {"deal": ""}, last, rules="none", target=5)) == ("malformed", None, None)


def test_what_may_be_missing():
    given = record({"dealer": "N", "deal": USUAL})
    del given["options"]
    assert judge(given)["next"]["phase"] == "call"
    assert judge(record())["next"] == {"phase": "deal", "dealer": None, "seat": None, "legal": []}
    assert judge(record())["rounds"] == []


def test_other_keys_are_ignored():
    given = clockwise(one(seed=5, commitment=[], deal_method=None, gestures={"x": "y"}, more=json.loads(nested(100))))
    given |= {"players": 5, "played_at": {}, "ended": "x", "more": json.loads(nested(100)), "": 10**400}
    assert judge(given) == judge(clockwise(one()))


def test_numbers_of_any_size_and_100_levels_are_read():
    for value in ("9" * 100_000, "-" + "9" * 5000, "1e99999", "0.1e-99999", nested(100)):
        assert judged(LAWFUL.replace('"calls"', f'"x": {value}, "calls"').encode()) == judge(clockwise(one()))
        assert fault(LAWFUL.replace('"clockwise"', value).encode()) == ("bad-option", None, None)


def test_of_duplicate_keys_the_last_counts():
    twice = LAWFUL.replace('"dealer": "N"', '"dealer": 5, "calls": 5, "dealer": "N"')
    assert judged(twice.encode()) == judge(clockwise(one()))
    assert fault(LAWFUL.replace('"dealer": "N"', '"dealer": "N", "dealer": 5').encode())[0] == "malformed"


def test_half_a_surrogate_pair_is_a_key_like_any_other():
    assert judge(clockwise(one(**{"\ud800": 1, "é": 2})) | {"\udfff": {"\ud800": 1}}) == judge(clockwise(one()))


def test_a_carriage_return_is_white_space():
    assert judged(LAWFUL.encode() + b"\r\n") == judge(clockwise(one()))


@pytest.mark.parametrize(
    "rules", ["", "tarneeb", "tarneeb/none", "spades", "TARNEEB/CLASSIC", "tarneeb/classic ", "\ud800"]
)
def test_unknown_rules_come_before_bad_options(rules):
    assert fault(record(one("X"), rules=rules, colour=1)) == ("unknown-rules", None, None)


@pytest.mark.parametrize(
    ("rules", "options"),
    [
        ("tarneeb/classic", {"target": "31"}),
        ("tarneeb/classic", {"target": 31.0}),
        ("tarneeb/classic", {"target": 30}),
        ("tarneeb/classic", {"no_trump": 1}),
        ("tarneeb/classic", {"no_trump": None}),
        ("tarneeb/classic", {"signals": []}),
        ("tarneeb/classic", {"direction": "Clockwise"}),
        ("tarneeb/classic", {"\ud800": 1}),
        ("tarneeb/cardems", {"target": 41}),
        ("tarneeb/levant", {"target": 51}),
        ("tarneeb/egyptian", {"no_trump": False}),
        ("tarneeb/lebanese", {"doubles": "double"}),
        ("spades/cardems", {"target": 500}),
        ("spades/cardems", {"direction": "clockwise"}),
    ],
)
def test_bad_options_come_before_the_rounds(rules, options):
    assert fault(record(PASSED_OUT | {"deal": "x"}, rules=rules, **options)) == ("bad-option", None, None)


def test_a_fixed_option_may_have_its_fixed_value():
    assert "error" not in judge(record(PASSED_OUT, rules="tarneeb/levant", scoring="levant", no_trump=False))


def test_a_round_after_one_that_is_not_over():
    assert fault(clockwise(one("7"), one())) == ("round-incomplete", 1, None)
    assert fault(clockwise(one(), one() | {"dealer": "S", "deal": "x"})) == ("round-incomplete", 1, None)


def test_the_match_is_complete():
    first = KABOOT | {"calls": ["13"]}
    second = KABOOT | {"dealer": "E", "calls": ["P", "P", "P", "13"]}
    won = clockwise(first, second)
    result = judge(won)
    assert (result["status"], result["winner"], result["next"]) == ("complete", "EW", None)
    assert fault(clockwise(first, second, one() | {"dealer": "W", "deal": "x"})) == ("match-complete", 2, None)


def test_wrong_dealer_comes_before_bad_deal():
    assert fault(clockwise(PASSED_OUT, one() | {"dealer": "E", "deal": "x"})) == ("wrong-dealer", 1, None)
    assert fault(clockwise(PASSED_OUT, one() | {"deal": "x"})) == ("bad-deal", 1, None)


@pytest.mark.parametrize("deal", ["", "\ud800", USUAL + " ", USUAL.lower(), "A" * 1_000_000, "N:" + "A" * 1_000_000])
def test_bad_deals(deal):
    assert fault(clockwise(one() | {"deal": deal})) == ("bad-deal", 0, None)


@pytest.mark.parametrize(
    "call", ["6", "14", "07", "7 ", "p", "PASS", "7H", "X", "THROW", "NIL", "", "\ud800", "٧", "a" * 99999]
)
def test_a_string_that_is_no_lawful_call(call):
    assert fault(clockwise(one() | {"calls": ["P", call]})) == ("illegal-call", 0, 1)


@pytest.mark.parametrize("trump", ["", "h", "N", "HEARTS", "nt", "\ud800", "__class__", "mro"])
def test_a_string_that_is_no_lawful_trump(trump):
    assert fault(clockwise(one("7 P P P", trump))) == ("illegal-trump", 0, 4)


def test_no_trump_where_it_is_not_allowed():
    assert fault(clockwise(one("7 P P P", "NT"), no_trump=False)) == ("illegal-trump", 0, 4)
    assert judge(clockwise(one("7 P P P", "NT")))["rounds"][0]["trump"] == "NT"


@pytest.mark.parametrize("card", ["", "S", "sj", "JS", "S1", "S10", "SJ ", "SJ+slam", "\ud800", "NT"])
def test_a_string_that_is_no_card_is_not_held(card):
    assert fault(clockwise(one("7 P P P", "H") | {"plays": [card]})) == ("card-not-held", 0, 5)


@pytest.mark.parametrize(
    ("written", "index"),
    [
        (one("7 P P P 8"), 4),
        (one("7 P P P nonsense"), 4),
        (one("P P P P P"), 4),
        (one("", "H"), 0),
        (one("", "nonsense"), 0),
        (one("7 P P", "H", "SJ"), 3),
        (one("7 P P", None, "SJ"), 3),
        (one("7 P P P", None, "SJ"), 4),
        (one("7 P P P", None, "nonsense"), 4),
        (one("P P P P", "H"), 4),
        (one("P P P P", "", ""), 4),
        (one("P P P P", None, "SJ"), 4),
    ],
)
def test_out_of_phase_at_the_index_where_it_stands(written, index):
    assert fault(clockwise(written)) == ("out-of-phase", 0, index)


def test_a_card_after_the_thirteenth_trick():
    assert fault(clockwise(KABOOT | {"plays": [*HEARTS, "SA"]})) == ("out-of-phase", 0, 54)
    assert fault(clockwise(KABOOT | {"plays": [*HEARTS, "nonsense"]})) == ("out-of-phase", 0, 54)


def test_a_trump_where_nothing_is_chosen():
    spades = {"dealer": "N", "deal": USUAL, "calls": ["1", "1", "1", "1"], "trump": "S", "plays": ["HA"]}
    assert fault(record(spades, rules="spades/cardems")) == ("out-of-phase", 0, 4)
    egyptian = {"dealer": "N", "deal": USUAL, "calls": ["7H", "P", "P", "P", "P"], "trump": "H"}
    assert fault(record(egyptian, rules="tarneeb/egyptian")) == ("out-of-phase", 0, 5)
    assert judge(record(egyptian | {"trump": None}, rules="tarneeb/egyptian"))["next"]["phase"] == "play"


@pytest.mark.parametrize(
    ("plays", "code", "index"),
    [
        ("SA", "card-not-held", 5),
        ("SJ HT", "must-follow-suit", 6),
        ("SJ S8 S4 SK SQ D4", "card-not-held", 10),
        ("SJ S8 S4 SK SQ CJ", "card-not-held", 10),
        ("SJ S8 S4 SK SQ D9", "card-not-held", 10),
        ("SJ S8 S4 SK SQ C5", "must-follow-suit", 10),
    ],
)
def test_cards_that_cannot_be_played(plays, code, index):
    assert fault(clockwise(one("7 P P P", "H", plays))) == (code, 0, index)


def test_card_not_held_comes_before_must_lead_trump():
    for card, code in (("SA", "card-not-held"), ("SJ", "must-lead-trump")):
        assert fault(clockwise(one("7 P P P", "H", card), first_lead_trump=True)) == (code, 0, 5)


def test_spades_not_broken():
    spades = {"dealer": "N", "deal": USUAL, "calls": ["1", "1", "1", "1"], "plays": ["SJ"]}
    assert fault(record(spades, rules="spades/cardems")) == ("spades-not-broken", 0, 4)


def test_the_first_fault_counts():
    assert fault(clockwise(one("7 7", "nonsense", "nonsense"))) == ("illegal-call", 0, 1)
    assert fault(clockwise(one("7 7"), one() | {"deal": "x"})) == ("illegal-call", 0, 1)


def told(**changes: Any) -> dict:
    return {
        "dealer": "N",
        "outcome": "unfinished",
        "declarer": None,
        "contract": None,
        "multiplier": 1,
        "trump": None,
        "tricks": {"NS": 0, "EW": 0},
        "trick_winners": "",
        "points": {"NS": 0, "EW": 0},
    } | changes


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (one(), told()),
        (one("7 8 P"), told()),
        (one("P P P P"), told(outcome="passed-out")),
        (one("7 P P P"), told(declarer="E", contract=7)),
        (one("7 P P P", "D"), told(declarer="E", contract=7, trump="D")),
        (
            one("7 P P P", "D", "SJ S8 S4 SK SQ ST S7"),
            told(declarer="E", contract=7, trump="D", tricks={"NS": 1, "EW": 0}, trick_winners="N"),
        ),
    ],
)
def test_what_a_round_comes_to(written, expected):
    assert judge(clockwise(written))["rounds"] == [expected]


@pytest.mark.parametrize(
    ("written", "coming"),
    [
        (one("12"), {"phase": "call", "dealer": "N", "seat": "S", "legal": ["13", "P"]}),
        (one("7 P P P"), {"phase": "trump", "dealer": "N", "seat": "E", "legal": ["S", "H", "D", "C", "NT"]}),
        (one("7 P P P", "H", "SJ"), {"phase": "play", "dealer": "N", "seat": "S", "legal": ["S8", "S7", "S6", "S5"]}),
        (one("P P P P"), {"phase": "deal", "dealer": "N", "seat": None, "legal": []}),
    ],
)
def test_what_comes_next(written, coming):
    assert judge(clockwise(written))["next"] == coming


def test_a_thrown_in_hand_after_a_bid_has_no_contract():
    deal = "N:AKQ2.J432.543.76 T987.T987.T98.T9 J654.AKQ.AKQ2.KQ 3.65.J76.AJ85432"
    calls = {"tarneeb/classic": ["7", "P", "P", "THROW"], "tarneeb/egyptian": ["7C", "X", "P", "THROW"]}
    for rules, made in calls.items():
        written = {"dealer": "E", "deal": deal, "calls": made}
        result = judge(record(written, rules=rules, direction="clockwise", hopeless_hand=True))
        assert result["rounds"] == [told(dealer="E", outcome="thrown-in")]
        assert result["next"]["dealer"] == "S"


def test_a_doubled_contract_shows_its_multiplier():
    written = {"dealer": "N", "deal": USUAL, "calls": ["7H", "X", "P", "P", "P"]}
    told_round = judge(record(written, rules="tarneeb/egyptian"))["rounds"][0]
    assert (told_round["declarer"], told_round["multiplier"], told_round["trump"]) == ("W", 2, "H")


def test_in_spades_there_are_bids_and_bags():
    written = {"dealer": "N", "deal": USUAL, "calls": ["NIL", "4"]}
    result = judge(record(written, rules="spades/cardems"))
    assert result["bags"] == {"NS": 0, "EW": 0}
    assert result["rounds"][0] == {
        "dealer": "N",
        "outcome": "unfinished",
        "bids": {"E": "NIL", "S": 4},
        "trump": None,
        "tricks": {"NS": 0, "EW": 0},
        "trick_winners": "",
        "points": {"NS": 0, "EW": 0},
    }


def test_the_judge_asks_nothing_of_gestures():
    assert "error" not in judge(clockwise(one("7 P P P", "H", "SJ", gestures={"0": "flick"})))
