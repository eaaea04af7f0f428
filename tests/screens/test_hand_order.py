"""One's cards lie as one likes."""

import pytest
from msgspec.structs import replace

from games.engine.matches import Match
from games.engine.seats import Seat
from games.screens.table.hand import hand
from games.screens.table.scene import scene
from tests.arrange import round_at
from tests.screens.stage import sitters, snapshot_of


def cards(order, trump="C"):
    table = round_at("play", trump=trump)
    match = Match(table.game, round=table.round)
    seats = tuple(replace(sitter, hand_order=order) for sitter in sitters())
    shown = hand(scene(snapshot_of(match, sitters=seats), Seat.S), Seat.S)
    return [card.card for card in shown.cards]


def runs(held):
    """The suits in the order in which they lie."""
    return "".join(dict.fromkeys(card[0] for card in held))


@pytest.mark.parametrize("order", ["", "high"])
def test_high_cards_come_first_and_colours_by_turns(order):
    held = cards(order)
    assert runs(held) == "SHCD"
    assert held[0] == max((card for card in held if card[0] == "S"), key=lambda card: "23456789TJQKA".index(card[1]))


def test_low_cards_first():
    held = cards("low")
    assert runs(held) == "SHCD"
    assert [card[1] for card in held if card[0] == "S"] == [card[1] for card in cards("high") if card[0] == "S"][::-1]


@pytest.mark.parametrize(("trump", "suits"), [("C", "CDSH"), ("S", "SHCD"), ("D", "DSHC")])
def test_trump_first(trump, suits):
    assert runs(cards("trump", trump)) == suits
