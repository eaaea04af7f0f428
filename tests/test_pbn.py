"""Rounds in PBN open in a bridge program (endplay) and come back as the same deal, strain and order of play."""

from __future__ import annotations

import random
from datetime import date

import pytest
from endplay.parsers import pbn as endplay

from games.engine.deals import Deal
from games.engine.game import Game
from games.engine.registry import RULE_SETS, game_for
from games.engine.rounds import Round, cards_played, tricks_by_side
from games.engine.seats import CLOCKWISE, SEATS, Seat
from games.pbn import Heading, rounds_of, to_pbn
from tests.arrange import ONE_SUIT_EACH, USUAL, Table, dealt_round, played_out, random_match, round_at
from tests.past import played_match

HEADING = Heading("Cardems match 7", date(2026, 11, 29), {"N": 'La"yla', "E": "عمر", "S": "S{am}i\\", "W": "Omar"})
MIRRORED = {"N": "N", "E": "W", "S": "S", "W": "E"}
CONTRACTS = {"NT": "notrump", "S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def board_of(game: Game, round: Round):
    (board,) = endplay.loads(to_pbn(game, [(1, round)], HEADING))
    return board


def seats_as_at_the_table(game: Game, board) -> dict[str, str]:
    """Each of our seats with its hand in PBN, the exchange of East and West undone."""
    hands = {seat.abbr: board.deal[seat].to_pbn() for seat in type(board.deal.first)}
    return {seat: hands[seat if game.rotation is CLOCKWISE else MIRRORED[seat]] for seat in "NESW"}


def same_deal(game: Game, board) -> Deal:
    hands = seats_as_at_the_table(game, board)
    return Deal.parse("N:" + " ".join(hands[seat.name] for seat in SEATS))


def all_rounds() -> list:
    found = []
    for slug in RULE_SETS:
        for seed in (1, 2):
            match, _seeds = played_match(game_for(slug), random.Random(seed), 6)
            found += [
                pytest.param(match.game, round, id=f"{slug}-{seed}-{n}") for n, round in enumerate(rounds_of(match))
            ]
    return found


@pytest.mark.parametrize(("game", "round"), all_rounds())
def test_a_round_comes_back(game, round):
    board = board_of(game, round)
    assert same_deal(game, board) == round.deal
    assert list(map(str, board.play)) == [suited(card) for card in cards_played(round)]
    if round.trick is None:
        assert board.contract.is_passout()
        return
    assert board.contract.denom.name == {"NT": "nt"}.get(str(round.trump), CONTRACTS[str(round.trump)])
    contract = game.contract(round)
    if contract:
        declarer = contract.declarer.name if game.rotation is CLOCKWISE else MIRRORED[contract.declarer.name]
        assert board.contract.declarer.abbr == declarer
        assert board.contract.level == contract.level - 6
        taken = tricks_by_side(round)[contract.declarer.side]
        assert board.contract.result == taken - contract.level


def broken_off() -> list:
    """Rounds at any point, under any options: conceded, closed or void in the middle of the bidding or of a trick."""
    found = []
    for slug in RULE_SETS:
        chance = random.Random(slug)
        options = {name: chance.choice(values) for name, values in RULE_SETS[slug].open.items()}
        rounds = [match.round for match in random_match(game_for(slug, options), chance, rounds=3) if match.round]
        at_points = [rounds[0], *chance.sample(rounds, 12)]
        found += [pytest.param(game_for(slug, options), one, id=f"{slug}-{n}") for n, one in enumerate(at_points)]
    return found


@pytest.mark.parametrize(("game", "round"), broken_off())
def test_a_round_that_broke_off_anywhere_comes_back(game, round):
    board = board_of(game, round)
    assert same_deal(game, board) == round.deal
    assert list(map(str, board.play)) == [suited(card) for card in cards_played(round)]
    assert board.contract.is_passout() is (round.trick is None)


def suited(card) -> str:
    """As endplay prints a card: its suit's sign before the rank."""
    return "♠♥♦♣"[card.suit] + card.rank


def tags(text: str) -> dict[str, str]:
    lines = [line[1:-2].split(' "', 1) for line in text.splitlines() if line.startswith("[")]
    return dict(lines)


def written(table: Table) -> str:
    return to_pbn(table.game, [(3, table.round)], HEADING)


def test_a_counterclockwise_round_exchanges_east_and_west():
    table = round_at("play", rules="tarneeb/levant", dealer="N", trump="H")
    text = written(table)
    assert tags(text)["Deal"] == "N:" + " ".join(USUAL[2:].split(" ")[place] for place in (0, 3, 2, 1))
    assert (tags(text)["East"], tags(text)["West"]) == ("Omar", "عمر")
    assert "East and West are exchanged" in text
    assert tags(text)["Dealer"] == "E"  # West spoke first


def test_the_leader_stands_in_the_play_tag():
    table = played_out(round_at("play", rules="tarneeb/cardems", dealer="N"))
    leader = table.round.tricks[0].leader
    assert tags(written(table))["Play"] == leader.name == tags(written(table))["Declarer"]


@pytest.mark.parametrize(
    ("calls", "auction"),
    [
        ("7H P P P P", ["1H Pass Pass Pass"]),
        ("P 7H X P P P", ["Pass 1H X Pass", "Pass Pass"]),
        ("7C P 8S P P P P", ["1C Pass 2S Pass", "Pass Pass"]),
        ("13NT P P P P", ["7NT Pass Pass Pass"]),
        ("P P P P", ["Pass Pass Pass Pass"]),
        ("7H P P P 8H P P P P", []),  # bridge's auction would have ended before the raise
    ],
)
def test_an_open_auction_is_written_where_bridge_has_it(calls, auction):
    table = dealt_round("tarneeb/egyptian", "N", USUAL).after(calls)
    lines = written(table).splitlines()
    start = next((place + 1 for place, line in enumerate(lines) if line.startswith("[Auction")), len(lines))
    assert [line for line in lines[start:] if line and not line.startswith("[")][: len(auction)] == auction
    assert f"Calls: {table.round.calls[0].seat} {table.round.calls[0].call}" in written(table)


@pytest.mark.parametrize("calls", ["", "P", "P P", "7H", "P 8S P", "7H P P"])
def test_an_auction_that_broke_off_is_not_completed(calls):
    text = written(dealt_round("tarneeb/egyptian", "N", USUAL).after(calls))
    assert "[Auction" not in text
    assert tags(text)["Contract"] == "Pass"


def test_an_assigned_contract_has_no_auction():
    text = written(round_at("play", rules="tarneeb/cardems", calls="P P P"))
    assert "[Auction" not in text
    assert tags(text)["Contract"] == "1H"


def test_an_auction_without_suits_is_said_in_the_comment():
    text = written(round_at("play", rules="tarneeb/classic"))
    assert "[Auction" not in text
    assert "Calls: " in text


def test_a_dead_round_has_no_contract():
    text = written(dealt_round("tarneeb/classic").after("P P P P"))
    assert tags(text)["Contract"] == "Pass"
    assert "No card was played." in text


def test_a_round_that_broke_off_keeps_its_cards():
    table = round_at("play", rules="tarneeb/cardems", deal=ONE_SUIT_EACH, trump="H").after("HA D2 C2 S2 HK")
    board = board_of(table.game, table.round)
    assert [suited(card) for card in cards_played(table.round)] == [str(card) for card in board.play][:5]
    assert board.claimed
    assert tags(written(table))["Result"] == "?"


def test_names_cannot_break_the_file():
    text = written(round_at("play"))
    assert tags(text)["North"] == "La'yla"
    assert text.count('"') == 2 * sum(line.startswith("[") for line in text.splitlines())


@pytest.mark.parametrize("calls", ["NIL NIL NIL NIL", "NIL 5 4 NIL", "13 13 13 13"])
def test_nil_and_high_bids_open_too(calls):
    table = played_out(round_at("play", rules="spades/cardems", calls=calls))
    board = board_of(*table)
    assert same_deal(table.game, board) == table.round.deal
    assert list(map(str, board.play)) == [suited(card) for card in cards_played(table.round)]
    assert 1 <= board.contract.level <= 7
    assert "NIL" in written(table) or "NIL" not in calls


def test_spades_says_what_bridge_has_not():
    table = round_at("play", rules="spades/cardems", dealer="N")
    text = written(table)
    assert tags(text)["Declarer"] == "N"
    assert tags(text)["Contract"].endswith("S")
    assert "There is no declarer" in " ".join(line.strip("{} ") for line in text.splitlines())


def test_rounds_of_a_match_are_boards_of_one_file():
    match, _seeds = played_match(game_for("tarneeb/levant"), random.Random(4), 3)
    boards = endplay.loads(to_pbn(match.game, list(enumerate(rounds_of(match), 1)), HEADING))
    assert [board.board_num for board in boards] == [1, 2, 3]
    assert Seat[boards[0].dealer.abbr] in SEATS
