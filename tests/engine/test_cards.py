"""Cards, strains and seats: one notation each."""

import pytest

from games.engine.cards import CARDS, FULL_PACK, Card, Strain, cards_in, mask_of
from games.engine.errors import InvalidAction
from games.engine.seats import CLOCKWISE, COUNTERCLOCKWISE, ROTATIONS, SEATS, Seat, Side


def test_every_card_is_read_as_it_is_written():
    assert [Card.parse(str(card)) for card in CARDS] == list(CARDS)


def test_a_card_shows_its_notation_suit_and_rank():
    queen = Card.parse("SQ")
    assert (repr(queen), queen.suit, queen.rank) == ("Card.parse('SQ')", Strain.S, "Q")


@pytest.mark.parametrize("text", ["", "S", "QS", "sq", "S1", "S10", "NTA", "SQ ", "\ud800", ["SQ"]])
def test_what_is_no_card(text):
    with pytest.raises(InvalidAction):
        Card.parse(text)


@pytest.mark.parametrize("strain", Strain)
def test_every_strain_is_read_as_it_is_written(strain):
    assert Strain.parse(str(strain)) is strain


@pytest.mark.parametrize("text", ["", "s", "N", "HEARTS", "__class__", "name"])
def test_what_is_no_strain(text):
    with pytest.raises(InvalidAction):
        Strain.parse(text)


def test_a_mask_holds_its_cards_from_high_to_low_in_the_order_of_suits():
    mask = mask_of([Card.parse(name) for name in ("C2", "SA", "H7", "HT")])
    assert [str(card) for card in cards_in(mask)] == ["SA", "HT", "H7", "C2"]
    assert mask_of(cards_in(mask)) == mask
    assert mask_of(CARDS) == FULL_PACK


@pytest.mark.parametrize("seat", SEATS)
def test_every_seat_is_read_as_it_is_written(seat):
    assert Seat.parse(str(seat)) is seat


@pytest.mark.parametrize("text", ["", "n", "NORTH", "NS"])
def test_what_is_no_seat(text):
    with pytest.raises(InvalidAction):
        Seat.parse(text)


def test_partners_face_each_other():
    assert [str(seat.partner) for seat in SEATS] == ["S", "W", "N", "E"]
    assert [str(seat.side) for seat in SEATS] == ["NS", "EW", "NS", "EW"]
    assert [str(side.other) for side in Side] == ["EW", "NS"]


def test_the_two_rotations():
    assert "".join(map(str, CLOCKWISE.turns[Seat.N])) == "NESW"
    assert "".join(map(str, COUNTERCLOCKWISE.turns[Seat.N])) == "NWSE"
    assert COUNTERCLOCKWISE.after(Seat.N) is Seat.W
    assert list(ROTATIONS) == ["clockwise", "counterclockwise"]
