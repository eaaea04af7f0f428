"""The record as the site writes, keeps and reads it."""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime

import pytest

from games.engine.actions import PlayCard
from games.engine.deals import deal_from_seed
from games.engine.game import legal_actions
from games.engine.matches import Ending, Match, dealt, ended, played
from games.engine.registry import RULE_SETS, game_for
from games.engine.seats import Seat, Side
from games.judge import Fault, judged, match_of
from games.record import UNSET, Malformed, cleaned, parse, record_of, to_json
from tests.arrange import USUAL, random_match

PLAYERS = {"N": "سارة", "E": "omar", "S": "lina", "W": "Bot 3"}
PLAYED_AT = datetime(2025, 3, 1, 18, 30, tzinfo=UTC)
SEED = bytes(range(32))
FIRST = dealt(
    Match(game_for("tarneeb/classic", {"signals": True})),
    Seat.N,
    deal_from_seed(SEED, Seat.N, game_for("tarneeb/classic").rotation),
)


def some_match(slug: str, seed: int) -> Match:
    changes = {name: values[-1] for name, values in RULE_SETS[slug].open.items()}
    return random.Random(seed).choice(random_match(game_for(slug, changes), random.Random(seed), rounds=4))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("slug", RULE_SETS)
def test_a_match_written_and_read_is_the_same_match(slug, seed):
    match = some_match(slug, seed)
    written = to_json(record_of(match))
    assert match_of(parse(written)) == match
    assert "error" not in judged(written)


@pytest.mark.parametrize("slug", RULE_SETS)
def test_export_import_and_export_give_the_same_bytes(slug):
    match = some_match(slug, 1)
    first = to_json(record_of(match, [SEED], PLAYERS, PLAYED_AT))
    kept = cleaned(parse(first))
    assert to_json(kept) == first
    again = record_of(match_of(kept), [bytes.fromhex(kept.rounds[0].seed)], kept.players, PLAYED_AT)
    assert to_json(again) == first


def test_the_keys_stand_in_their_order_without_white_space():
    match = FIRST
    for call in ("7", "P", "P", "P"):
        match = played(match, match.game.parse_action(match.to_act, f"call:{call}"))
    match = played(match, match.game.parse_action(match.to_act, "trump:S"))
    card = legal_actions(match.game, match.round)[0]
    match = ended(played(match, PlayCard(card.seat, card.card, "slam")), Ending("concession", Side.NS))
    written = to_json(record_of(match, [SEED], PLAYERS, PLAYED_AT)).decode()
    assert written == (
        '{"format":"cardems-record/1","rules":"tarneeb/classic","options":{"signals":true},"rounds":[{"dealer":"N",'
        f'"deal":"{match.round.deal}","calls":["7","P","P","P"],"trump":"S","plays":["{card.card}"],'
        '"seed":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",'
        '"commitment":"630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",'
        '"deal_method":"cardems-deal/1","gestures":{"0":"slam"}}],'
        '"players":{"N":"سارة","E":"omar","S":"lina","W":"Bot 3"},"played_at":"2025-03-01T18:30:00Z",'
        '"ended":{"by":"concession","side":"NS"}}'
    )
    assert match_of(parse(written.encode())) == match


@pytest.mark.parametrize("ending", [Ending("void"), Ending("closed"), Ending("concession", Side.EW)])
def test_how_a_match_ended_is_kept(ending):
    match = ended(FIRST, ending)
    assert match_of(parse(to_json(record_of(match)))) == match


def test_the_ending_of_a_match_that_the_rules_ended_is_left_out():
    match = random_match(game_for("tarneeb/cardems"), random.Random(3))[-1]
    written = json.loads(to_json(record_of(match))) | {"ended": {"by": "void", "side": None}}
    assert match_of(parse(json.dumps(written).encode())) == match


def test_seeds_that_may_not_be_shown_are_not():
    assert b"seed" not in to_json(record_of(FIRST))
    assert b"seed" not in to_json(record_of(FIRST, [None]))


def classic(**kept: object) -> dict:
    return {"format": "cardems-record/1", "rules": "tarneeb/classic", "rounds": [{"dealer": "N", "deal": USUAL}]} | kept


def read(given: dict) -> object:
    return cleaned(parse(json.dumps(given).encode()))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(
            ("players", value)
            for value in (None, 1, [], {"X": "x"}, {"N": 1}, {"N": ""}, {"N": "a\u202eb"}, {"N": "a" * 151})
        ),
        *(("players", value) for value in ({"N": "\ud800"}, {"N": "a\nb"}, {"N": "a\n"})),
        *(("played_at", value) for value in (None, 1, "yesterday", "2025-13-01T00:00:00Z", [])),
        *(
            ("ended", value)
            for value in (None, "void", {}, {"by": "boredom"}, {"by": "void", "side": "N"}, {"by": "void", "x": 1})
        ),
    ],
)
def test_kept_values_that_do_not_fit_are_dropped(key, value):
    assert getattr(read(classic(**{key: value})), key) is UNSET


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(("seed", value) for value in (None, 1, "", "ab", "g" * 64, "a" * 64 + "\n")),
        *(("commitment", value) for value in (None, "A" * 64)),
        *(("deal_method", value) for value in (None, 1, "", "Mine", "x" * 41)),
        *(("gestures", value) for value in (None, [], {"52": "slam"}, {"07": "slam"}, {"1": "wave"}, {"x": "slam"})),
    ],
)
def test_kept_values_of_a_round_that_do_not_fit_are_dropped(key, value):
    given = classic()
    given["rounds"][0][key] = value
    assert getattr(read(given).rounds[0], key) is UNSET


def test_any_other_key_is_dropped():
    given = classic(note="x")
    given["rounds"][0]["note"] = "x"
    assert b"note" not in to_json(read(given))


def test_gestures_that_the_rules_refuse_are_left_out():
    given = classic(options={"direction": "clockwise", "signals": True})
    given["rounds"][0] |= {"calls": ["7", "P", "P", "P"], "trump": "H", "plays": ["SJ", "S8"]}
    given["rounds"][0]["gestures"] = {"0": "flick", "1": "slam", "7": "slam"}
    assert match_of(parse(json.dumps(given).encode())).round.gestures == ((1, "slam"),)


def test_a_record_that_is_not_lawful_is_no_match():
    given = classic()
    given["rounds"][0]["calls"] = ["6"]
    with pytest.raises(Fault) as fault:
        match_of(parse(json.dumps(given).encode()))
    assert (fault.value.code, fault.value.round, fault.value.index) == ("illegal-call", 0, 0)


def test_what_is_no_record_is_malformed():
    with pytest.raises(Malformed):
        parse(b"{}")
