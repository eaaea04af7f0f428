"""The table in words: what stands where, in each phase."""

from collections import ChainMap
from datetime import timedelta

import pytest
from django.utils import timezone
from msgspec.structs import replace

from games.engine.game import Standing
from games.engine.matches import Ending, FinishedRound, Match, ended
from games.engine.seats import SEATS, Seat, Side
from games.screens import table
from games.screens.panels import Controls
from games.screens.texts import speaking
from tests.arrange import round_at

from .stage import EVERY_RULE_SET, SARA, game_of, positions, says, sitters, snapshot_of

YOU = Seat.S


@pytest.fixture(autouse=True)
def _english():
    with speaking("en", "latin"):
        yield


def public(match, **changes):
    return table.public(snapshot_of(match, **changes))


def private(match, seat=YOU, user=SARA, **changes):
    return table.private(snapshot_of(match, **changes), seat, user)


def at(phase, rules="tarneeb/classic", **how):
    """A match in its first round, at a phase."""
    position = round_at(phase, rules, **how)
    return Match(position.game, round=position.round)


def finished(rules, seed=1, rounds=1):
    return positions(rules, seed, rounds)[-1]


def prompt(match, seat=YOU, user=SARA, **changes):
    return private(match, seat, user, **changes)["prompt"].text


# --- phases --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EVERY_RULE_SET)
def test_each_position_has_its_phase_and_turn(rules):
    known = {"call": "call", "trump": "trump", "play": "play", "deal": "result", "over": "over"}
    for match in positions(rules)[1:]:
        state = public(match)["table-state"]
        assert state.phase == known[match.phase]
        assert state.turn == ("" if match.to_act is None else match.to_act.name)
        assert state.version == 41


@pytest.mark.parametrize("match", [None, Match(game_of("spades/cardems"))])
def test_before_the_first_deal_the_table_waits(match):
    assert public(match, game=game_of("spades/cardems"))["table-state"].phase == "waiting"


# --- waiting -------------------------------------------------------------------------------------------------------


def _with_free_seats(count):
    empty = tuple(replace(one, user_id=None, name="", bot_level="") for one in sitters()[:count])
    return snapshot_of(None, game_of("tarneeb/levant"), sitters=(*empty, *sitters()[count:]))


def test_free_seats_can_be_taken_and_the_host_may_fill_them():
    snapshot = _with_free_seats(2)
    shown, mine = table.public(snapshot), table.private(snapshot, YOU, SARA)
    assert [shown[f"seat-{seat}"].can_sit for seat in SEATS] == [True, True, False, False]
    assert (shown["strip"].slip.big, shown["strip"].ns.names, shown["strip"].ew.names) == (
        "2 / 4",
        ("سارة_99",),
        ("Omar",),
    )
    assert mine["prompt"].text == "2 seats are free"
    invite, fill, gather = mine["controls"].actions
    assert (invite.copy, fill.do, gather.opens) == ("/t/secret-token/", "fill-bots", "gather")


def test_one_free_seat_is_said_so():
    assert table.private(_with_free_seats(1), YOU, SARA)["prompt"].text == "One seat is free"


def test_a_stranger_gets_neither_the_invite_nor_the_hosts_buttons():
    assert table.private(_with_free_seats(2), None, 99)["controls"] == Controls()


def test_the_bar_names_the_game_or_the_title_that_was_given():
    snapshot = _with_free_seats(0)
    names = [table.public(replace(snapshot, title=title))["table-name"] for title in ("", "Thursdays")]
    assert [(name.text, name.is_title) for name in names] == [("Tarneeb", False), ("Thursdays", True)]


def test_who_plays_with_bots_alone_starts():
    n, e, s, w = sitters()
    alone = replace(_with_free_seats(0), sitters=(n, e, s, replace(w, user_id=None, bot_level="club")))
    mine = table.private(alone, YOU, SARA)
    assert mine["prompt"].text == "The bots are here. Start when you like"
    assert next((button.do, button.text) for button in mine["controls"].actions) == ("ready", "Start")


def test_four_people_say_that_they_are_ready():
    snapshot = _with_free_seats(0)
    mine = table.private(snapshot, YOU, SARA)
    assert mine["prompt"].text == "Four are here. Are you ready?"
    assert [button.do for button in mine["controls"].actions] == ["ready", ""]
    waiting = table.private(replace(snapshot, sitters=sitters(S=True)), YOU, SARA)
    assert waiting["prompt"].text == "Waiting for the others"
    assert [button.do for button in waiting["controls"].actions] == [""]


# --- calling -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "dealer", "calls", "expected"),
    [
        ("tarneeb/classic", "W", "", "Your call: 7 or more, or pass"),
        ("tarneeb/classic", "N", "P 8", None),
        ("tarneeb/classic", "E", "8 P", None),
        ("spades/cardems", "E", "", "Your bid: how many tricks?"),
        ("tarneeb/egyptian", "W", "", "Your call: tricks, then suit"),
    ],
)
def test_the_prompt_of_a_call(rules, dealer, calls, expected):
    match = at("call", rules, dealer=dealer, calls=calls)
    to_act = match.to_act
    if expected is None:
        assert prompt(match, to_act) == "Your call: 9 or more, or pass"
    else:
        assert prompt(match, to_act) == expected
    assert private(match, to_act)["prompt"].acts


def test_a_forced_dealer_is_not_offered_a_pass():
    match = at("call", "tarneeb/classic", calls="P P P", all_pass="force-dealer")
    assert prompt(match, match.to_act) == "Your call: 7 or more"


@pytest.mark.parametrize("rules", EVERY_RULE_SET)
def test_call_buttons_are_lawful_exactly_when_the_engine_says_so(rules):
    for match in positions(rules, rounds=4):
        if match.phase != "call":
            continue
        controls = private(match, match.to_act)["controls"]
        strains = [button for level in controls.levels for button in level.strains]
        buttons = [*controls.numbers, *strains, *controls.words]
        assert sorted(button.call for button in buttons if button.lawful) == sorted(says(match))
        assert private(match, match.to_act.partner)["controls"] == Controls()


def test_calls_lie_before_their_seats_and_the_highest_is_marked():
    shown = public(at("call", calls="7 P 8"))
    calls = {call.seat: (call.text, call.is_bid, call.is_highest) for call in shown["trick"].calls}
    assert calls == {"W": ("7", True, False), "S": ("Pass", False, False), "E": ("8", True, True)}
    assert (shown["strip"].slip.big, shown["strip"].slip.small, shown["strip"].slip.is_open) == ("8", "Nour bids", True)
    assert shown["said"].text == "Nour bids 8."


def test_bids_of_spades_are_added_up():
    slip = public(at("call", "spades/cardems", calls="4 NIL 3"))["strip"].slip
    assert (slip.big, slip.small) == ("7 / 13", "bid so far")


def test_a_double_is_written_as_times_two():
    assert public(at("call", "tarneeb/egyptian", calls="8D X"))["strip"].slip.times == "×2"


def test_the_declarer_names_the_trump():
    match = at("trump", dealer="E", calls="P P P 9")
    mine = private(match, match.to_act)
    assert mine["prompt"].text == "You have it for 9. Name the trump"
    assert [button.strain for button in mine["controls"].trumps] == ["S", "H", "D", "C", "NT"]
    assert mine["controls"].trumps[0].held.endswith("held")
    assert prompt(match, Seat.W) == "Nour (bot) is thinking"


# --- playing -------------------------------------------------------------------------------------------------------


def test_unlawful_cards_are_marked_and_told_why():
    match = at("play", trump="H", calls="7 P P P", dealer="N", played="C8")
    seat = match.to_act
    hand = private(match, seat)["hand"]
    assert hand.acts
    assert {card.suit for card in hand.cards if card.lawful} == {"C"}
    assert hand.why == "You must follow clubs."
    assert prompt(match, seat) == "Your turn: follow clubs"


def test_out_of_turn_every_card_is_plain():
    match = at("play", played="C8")
    other = match.to_act.partner
    hand = private(match, other)["hand"]
    assert not hand.acts
    assert all(card.lawful for card in hand.cards)
    assert hand.why == ""


def test_the_hand_keeps_its_order_black_and_red_in_turn():
    suits = [card.suit for card in private(at("play"), Seat.N)["hand"].cards]
    assert "".join(dict.fromkeys(suits)) == "SHCD"


def test_4_3_spades_not_broken_is_said_before_it_is_tried():
    match = at("play", "spades/cardems")
    mine = private(match, match.to_act)
    assert mine["prompt"].text == "Your turn to lead: spades are not broken yet"
    assert mine["hand"].why == "Spades are not broken yet: lead another suit."


def test_2_7_a_first_lead_must_be_a_trump():
    match = at("play", "tarneeb/classic", first_lead_trump=True)
    assert prompt(match, match.to_act) == "Your turn to lead: a trump"


def test_2_30_gestures_are_offered_where_they_are_allowed():
    match = at("play", signals=True)
    assert private(match, match.to_act)["hand"].slam
    assert not private(at("play"), match.to_act)["hand"].slam


def test_a_gesture_is_shown_to_everybody():
    played = at("play", signals=True, played="S4+slam")
    assert public(played)["trick"].cards[0].gesture == "slam"
    assert public(played)["said"].text.endswith("with a slam.")


def test_a_bot_is_playing_and_a_person_is_waited_for():
    expected = {"N": "Layla (bot) is playing", "E": "Nour (bot) is playing", "W": "Waiting for Omar"}
    for played in positions("spades/cardems", rounds=1):
        if played.phase == "play":
            text = prompt(played, played.to_act.partner)
            assert text == expected.get(played.to_act.name, "Waiting for \u2068سارة_99\u2069")


def test_a_full_trick_stays_until_the_next_card_is_led():
    shown = None
    for match in positions("spades/cardems", rounds=1):
        before, shown = shown, public(match)
        round = match.round
        if match.phase != "play" or not round.tricks:
            continue
        if not round.trick.cards:
            assert [card.card for card in shown["trick"].cards] == [str(card) for card in round.tricks[-1].cards]
            assert shown["trick"].next_seat == ""
            assert shown["last-trick"].cards == before["last-trick"].cards
        elif len(round.trick.cards) == 1:
            assert [card.card for card in shown["last-trick"].cards] == [str(card) for card in round.tricks[-1].cards]
            assert [card.is_best for card in shown["last-trick"].cards].count(True) == 1


def test_beads_fill_from_both_ends_and_the_notch_stands_at_the_contract():
    for match in positions("tarneeb/classic", rounds=2):
        line = public(match)["beads"].line
        if match.phase != "play":
            continue
        contract = match.game.contract(match.round)
        assert len(line) == 14
        goal = contract.level if contract.declarer.side is Side.NS else 13 - contract.level
        assert line.index("goal") == goal


def test_spades_plates_show_tricks_taken_of_ones_own_bid():
    match = at("play", "spades/cardems", dealer="N", calls="3 NIL 4 2")
    assert [public(match)[f"seat-{seat}"].took for seat in SEATS] == ["0 / 2", "0 / 3", "Nil · 0", "0 / 4"]


@pytest.mark.parametrize(
    ("begun", "left", "bank", "text"), [(6, 74, 60, "14"), (20, 60, 60, "60"), (50, 30, 30, "30"), (99, 0, 0, "0")]
)
def test_a_clock_runs_before_a_person_first_the_turn_then_the_bank(begun, left, bank, text):
    match = at("play", played="C8")
    assert match.to_act is YOU
    shown = public(match, turn_at=timezone.now() - timedelta(seconds=begun))
    assert [seat for seat in SEATS if shown[f"seat-{seat}"].clock] == [YOU]
    clock = shown["seat-S"].clock
    assert (round(clock.left), round(clock.bank), clock.of, clock.text) == (left, bank, 20, text)


# --- results -------------------------------------------------------------------------------------------------------


def _value(text):
    return int(text.replace("−", "-").replace("+", "") or 0)


@pytest.mark.parametrize("rules", EVERY_RULE_SET)
def test_the_sum_of_a_round_leads_from_the_totals_before_to_the_totals_now(rules):
    before = Standing()
    for match in positions(rules, seed=4, rounds=8):
        board = public(match)["board"]
        if match.phase not in ("deal", "over") or not match.finished:
            continue
        last = match.finished[-1]
        if last.outcome == "played":
            *lines, was, now = board.lines
            for column, side in (("ns", Side.NS), ("ew", Side.EW)):
                gained = sum(_value(getattr(line, column)) for line in lines)
                assert _value(getattr(was, column)) == before.scores[side]
                assert before.scores[side] + gained == _value(getattr(now, column)) == last.standing.scores[side]
            assert now.is_total
        else:
            assert board.lines == ()
        before = last.standing


@pytest.mark.parametrize("rules", EVERY_RULE_SET)
def test_after_a_round_the_four_hands_lie_open(rules):
    hands = public(finished(rules))["board"].hands
    assert [hand.seat for hand in hands] == ["N", "E", "S", "W"]
    for hand in hands:
        assert sum(len(ranks.split()) for _suit, ranks in hand.suits if ranks != "–") == 13


def test_a_round_passed_out_says_who_deals():
    passed = positions("tarneeb/classic", seed=1, rounds=1)[0].game
    position = round_at("call", "tarneeb/classic", calls="P P P P")
    match = Match(passed, (_over(position),))
    board = public(match)["board"]
    assert (board.title, board.text) == ("Passed out", "All four passed, so nobody scores. Layla deals again.")
    assert public(match)["strip"].slip.small == "Passed out"


def _over(position):
    game, round = position
    return FinishedRound(round, game.outcome(round), (), (0, 0), Standing())


def test_the_last_trick_of_a_round_can_still_be_seen():
    match = finished("spades/cardems")
    last = match.finished[-1].round.tricks[-1]
    assert [card.card for card in public(match)["last-trick"].cards] == [str(card) for card in last.cards]


def test_the_seal_holds_this_deal_and_the_seed_of_the_round_before():
    match = finished("spades/cardems", rounds=2)
    seal = public(match)["deal-seal"]
    snapshot = snapshot_of(match)
    assert (seal.commitment, seal.last_seed) == (snapshot.commitments[-1], snapshot.seeds[-1])


def test_people_say_that_they_are_ready():
    match = finished("spades/cardems")
    assert [button.do for button in private(match)["controls"].actions] == ["ready"]
    assert prompt(match) == "Round 1 is over"
    assert private(match, sitters=sitters(S=True))["controls"] == Controls()
    assert prompt(match, sitters=sitters(S=True)) == "Waiting for the others"
    assert private(match, None, 99)["controls"] == Controls()


def test_the_score_sheet_has_every_round_with_its_minus():
    match = finished("spades/cardems", seed=2, rounds=5)
    rows = public(match)["score-sheet"].rows
    assert [_value(row.ns_points) for row in rows] == [one.points[0] for one in match.finished]
    assert [_value(row.ew_total) for row in rows] == [one.standing.scores[1] for one in match.finished]
    assert all(row.ns_negative[0] == row.ns_points.startswith("−") for row in rows)


def test_a_match_that_is_over_names_the_winners_and_offers_another():
    match = positions("tarneeb/classic", seed=3, rounds=400)[-1]
    assert match.is_over
    shown, mine = public(match), private(match)
    winners = " and ".join(("Layla", "\u2068سارة_99\u2069") if match.winner is Side.NS else ("Nour", "Omar"))
    assert shown["board"].title == f"{winners} win"
    assert shown["board"].won == match.winner.name
    assert shown["strip"].slip.big == "End"
    again, rotated, page = mine["controls"].actions
    assert (again.do, rotated.do, page.href) == ("rematch", "rotate", "/matches/77/")
    assert [button.href for button in private(match, None, 99)["controls"].actions] == ["/matches/77/"]
    assert mine["hand"].cards == ()


@pytest.mark.parametrize(
    ("ending", "title", "text"),
    [
        (Ending("concession", Side.EW), "Layla and \u2068سارة_99\u2069 win", "Nour and Omar conceded the match."),
        (Ending("void"), "The match ended without a winner", "The match was declared void and counts for nothing."),
        (Ending("closed"), "The match ended without a winner", "The table was closed before the match was over."),
    ],
)
def test_a_match_may_end_otherwise(ending, title, text):
    match = ended(at("play", played="C8"), ending)
    board = public(match)["board"]
    assert (board.kind, board.title, board.text) == ("over", title, text)
    assert private(match)["hand"].cards == ()


@pytest.mark.parametrize("rule_set", EVERY_RULE_SET)
def test_a_memory_changes_no_panel(rule_set):
    everybody, mine = table.Memory(), table.Memory()
    for match in positions(rule_set):
        snapshot = snapshot_of(match)
        shown = table.public_parts(snapshot, everybody)
        assert dict(ChainMap(*shown)) == table.public(snapshot)
        own = table.private_parts(snapshot, SEATS[2], SARA, None, mine)
        assert dict(ChainMap(*own)) == table.private(snapshot, SEATS[2], SARA)
