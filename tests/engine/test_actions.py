"""Codes of actions, and their refusal when they cannot be read."""

import pytest

from games.engine.actions import PASS, Call, ChooseTrump, PlayCard
from games.engine.cards import Card, Strain
from games.engine.errors import InvalidAction
from games.engine.registry import game_for
from games.engine.seats import Seat

GAME = game_for("tarneeb/egyptian")


@pytest.mark.parametrize(
    ("code", "action"),
    [
        ("call:P", Call(Seat.E, PASS)),
        ("call:13NT", Call(Seat.E, "13NT")),
        ("trump:NT", ChooseTrump(Seat.E, Strain.NT)),
        ("play:SQ", PlayCard(Seat.E, Card.parse("SQ"))),
        ("play:SQ+slam", PlayCard(Seat.E, Card.parse("SQ"), "slam")),
    ],
)
def test_a_code_is_read_as_it_is_written(code, action):
    assert GAME.parse_action(Seat.E, code) == action
    assert action.code == code


NO_ACTIONS = """
call call: call:6 call:7 call:NIL call:THROW CALL:P call:٧
trump trump: trump:X
play play: play:S play:SQ+ play:SQ+wave play:+slam deal:SQ
"""


@pytest.mark.parametrize("code", ["", "call:P ", *NO_ACTIONS.split()])
def test_what_is_no_action(code):
    with pytest.raises(InvalidAction):
        GAME.parse_action(Seat.E, code)
