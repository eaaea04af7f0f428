"""Who wins a trick (rule 1.4)."""

import pytest

from games.engine.cards import Card, Strain
from games.engine.seats import CLOCKWISE, COUNTERCLOCKWISE, Seat
from games.engine.tricks import Trick, winner


@pytest.mark.parametrize(
    ("cards", "trump", "clockwise", "counterclockwise"),
    [
        ("S2 SA SK S3", "H", "E", "W"),
        ("S2 SA H2 S3", "H", "S", "S"),
        ("S2 H3 H2 HT", "H", "W", "E"),
        ("S2 HA DA CA", "NT", "N", "N"),
        ("S2 HA DA S3", "C", "W", "E"),
        ("S2", "C", "N", "N"),
    ],
)
def test_1_4_the_highest_trump_or_else_the_highest_of_the_led_suit(cards, trump, clockwise, counterclockwise):
    trick = Trick(Seat.N, tuple(map(Card.parse, cards.split())))
    assert str(winner(trick, Strain[trump], CLOCKWISE)) == clockwise
    assert str(winner(trick, Strain[trump], COUNTERCLOCKWISE)) == counterclockwise


def test_a_trick_knows_who_played_what():
    trick = Trick(Seat.W, (Card.parse("SA"), Card.parse("S2")))
    assert [f"{seat} {card}" for seat, card in trick.plays(CLOCKWISE)] == ["W SA", "N S2"]
