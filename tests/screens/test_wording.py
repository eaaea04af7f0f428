"""Names, numbers, cards, calls and rules in words."""

import pytest

from games.engine.cards import CARDS, Card, Strain
from games.engine.errors import MUST_FOLLOW_SUIT
from games.engine.game import Contract
from games.engine.seats import Seat
from games.screens import wording
from games.screens.texts import speaking
from games.store import Sitter

from .stage import EVERY_RULE_SET, game_of


@pytest.mark.parametrize(
    ("value", "number", "points"),
    [(9, "9", "+9"), (0, "0", "0"), (-8, "−8", "−8"), (-120, "−120", "−120"), (500, "500", "+500")],
)
def test_numbers_have_a_real_minus_and_points_a_sign(value, number, points):
    assert (wording.number(value), wording.points(value)) == (number, points)


def test_arabic_digits_are_for_numbers_and_never_for_ranks():
    with speaking("ar", "arabic"):
        assert wording.number(-1234567890) == "−١٢٣٤٥٦٧٨٩٠"
        assert wording.of(5, 9) == "٥ / ٩"
        assert wording.rank(Card.parse("HT")) == "10"
    assert wording.number(31) == "31"


@pytest.mark.parametrize(("card", "name"), [("SQ", "Queen of spades"), ("HT", "Ten of hearts"), ("C2", "Two of clubs")])
def test_cards_have_spoken_names(card, name):
    with speaking("en", "latin"):
        assert wording.card(Card.parse(card)) == name


@pytest.mark.parametrize("language", ["en", "ar"])
def test_no_two_cards_have_the_same_name(language):
    with speaking(language, "latin"):
        assert len({wording.card(card) for card in CARDS}) == 52


@pytest.mark.parametrize(
    ("rules", "call", "parts", "spoken"),
    [
        ("tarneeb/levant", "9", ("9", ""), "9"),
        ("tarneeb/levant", "P", ("Pass", ""), "Pass"),
        ("tarneeb/egyptian", "8H", ("8", "H"), "8 hearts"),
        ("tarneeb/egyptian", "13NT", ("13", "NT"), "13 no trump"),
        ("tarneeb/egyptian", "X", ("Double", ""), "Double"),
        ("spades/cardems", "NIL", ("Nil", ""), "Nil"),
    ],
)
def test_calls_are_written_and_spoken(rules, call, parts, spoken):
    game = game_of(rules)
    assert (wording.parts(call, game), wording.call(call, game)) == (parts, spoken)


@pytest.mark.parametrize("rules", EVERY_RULE_SET)
def test_every_call_of_every_game_has_words(rules):
    game = game_of(rules)
    assert all(wording.call(call, game) for call in game.calls)


@pytest.mark.parametrize(
    ("contract", "words"),
    [
        (Contract(Seat.N, 9, None), "9"),
        (Contract(Seat.N, 9, Strain.H), "9 hearts"),
        (Contract(Seat.N, 13, Strain.NT, 2), "13 no trump doubled"),
        (Contract(Seat.N, 8, Strain.C, 4), "8 clubs redoubled"),
    ],
)
def test_a_contract_in_words(contract, words):
    assert wording.contract(contract) == words


@pytest.mark.parametrize(
    ("rules", "terms"),
    [
        ("spades/cardems", ("Clockwise, to 500",)),
        ("tarneeb/cardems", ("Clockwise, to 31",)),
        ("tarneeb/levant target=61", ("Counter-clockwise, to 61",)),
        ("tarneeb/classic direction=clockwise", ("Clockwise, to 31",)),
        (
            "tarneeb/classic hopeless_hand all_pass=force-dealer",
            ("Counter-clockwise, to 31", "When all pass: the dealer must bid", "A hopeless hand may be thrown in"),
        ),
    ],
)
def test_1_8_direction_target_and_what_differs_stand_in_words(rules, terms):
    assert wording.terms(game_of(rules)) == terms


def test_a_reason_is_its_sentence():
    assert wording.reason(MUST_FOLLOW_SUIT) == "You must follow suit."


def test_a_persons_name_is_never_translated():
    person = Sitter(Seat.N, 1, "Pass", False, "", False)
    with speaking("ar", "latin"):
        assert wording.player(person) == "Pass"


def test_a_name_is_set_apart_where_its_script_may_run_the_other_way():
    with speaking("en", "latin"):
        assert wording.pair("Omar", "سارة") == "Omar and \u2068سارة\u2069"
    with speaking("ar", "latin"):
        assert wording.isolated("Omar") == "\u2068Omar\u2069"
