"""Deals in PBN, and deals that anybody can check."""

import json
import random
from pathlib import Path

import pytest

from games.engine.deals import Deal, commitment, deal_from_seed, random_deal, shuffled_pack
from games.engine.errors import BadDeal
from games.engine.seats import CLOCKWISE, COUNTERCLOCKWISE, ROTATIONS, Seat
from tests.arrange import ONE_SUIT_EACH, USUAL

CHECKS = json.loads((Path(__file__).parent / "data/deal-check.json").read_text())


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check["seed"][:8])
def test_the_deal_that_follows_from_a_seed(check):
    seed = bytes.fromhex(check["seed"])
    assert commitment(seed) == check["commitment"]
    assert " ".join(map(str, shuffled_pack(seed))) == check["pack"]
    for name, deal in check.items():
        if name.startswith("deal_dealer"):
            dealer, direction = name.split("_")[2:]
            assert deal_from_seed(seed, Seat[dealer], ROTATIONS[direction]) == Deal.parse(deal)


def test_a_number_that_would_favour_some_is_drawn_again(monkeypatch):
    words = iter([2**32 - 1, *range(51)])
    monkeypatch.setattr("games.engine.deals._words", lambda seed: words)
    shuffled_pack(b"")
    assert next(words, None) is None


def test_1_1_the_seat_next_to_the_dealer_gets_the_first_card():
    class InOrder:
        def shuffle(self, pack):
            pass

    deal = random_deal(Seat.N, CLOCKWISE, InOrder())
    assert str(deal) == "N:J73.Q84.K95.AT62 AT62.J73.Q84.K95 K95.AT62.J73.Q84 Q84.K95.AT62.J73"
    assert random_deal(Seat.N, COUNTERCLOCKWISE, InOrder()).hands[Seat.W] == deal.hands[Seat.E]


def test_a_random_deal_is_a_deal():
    deal = random_deal(Seat.E, CLOCKWISE, random.Random(1))
    assert Deal.parse(str(deal)) == deal


@pytest.mark.parametrize("text", [USUAL, ONE_SUIT_EACH])
def test_pbn_is_read_as_it_is_written(text):
    assert str(Deal.parse(text)) == text


def test_the_first_seat_and_the_order_of_ranks_do_not_matter():
    turned = "E:.98765432TAKQJ.. ..AKQJT98765432. ...AKQJT98765432 AKQJT98765432..."
    assert str(Deal.parse(turned)) == ONE_SUIT_EACH


@pytest.mark.parametrize(
    "text",
    [
        "",
        "N",
        "N:",
        USUAL.lower(),
        USUAL + " ",
        USUAL + "\n",
        " " + USUAL,
        USUAL.replace(" ", "  ", 1),
        USUAL.replace("N:", "X:"),
        USUAL.replace("N:", "N "),
        USUAL.replace("T", "10"),
        USUAL.replace("AKQ2", "AKQ", 1),
        USUAL.replace("AKQ2", "AKQ22", 1),
        USUAL.replace("AKQ2", "AKQQ", 1),
        USUAL.replace("AKQ2.", "AKQ2", 1),
        USUAL.replace("AKQ2.", "AKQ2..", 1),
        USUAL.replace("AKQ2", "AKQJ", 1),
        USUAL.rsplit(" ", 1)[0],
        USUAL + " " + USUAL.rsplit(" ", 1)[1],
        "N:... ... ... ...",
        "N:" + "A" * 100_000,
        "\ud800",
    ],
)
def test_what_is_no_deal(text):
    with pytest.raises(BadDeal):
        Deal.parse(text)
