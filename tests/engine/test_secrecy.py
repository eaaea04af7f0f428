"""What a seat may know: its own cards, and what everybody saw."""

from __future__ import annotations

import random

import pytest

from games.engine.matches import Ending, Match, ended
from games.engine.observation import held, observe
from games.engine.registry import RULE_SETS, game_for
from games.engine.rounds import cards_played
from games.engine.seats import SEATS, Seat
from tests.arrange import random_match, reshuffled

VIEWERS = (*SEATS, None)
ALL_ON = {"hopeless_hand": True, "ten_in_suit": True, "signals": True, "first_lead_trump": True, "doubles": "redouble"}
NOT_PLAYED = ["deal", "over"]


def positions(slug: str, seed: int) -> tuple[Match, ...]:
    changes = {name: value for name, value in ALL_ON.items() if value in RULE_SETS[slug].open.get(name, ())}
    return random_match(game_for(slug, changes), random.Random(seed), rounds=2)


@pytest.mark.parametrize("slug", RULE_SETS)
def test_reshuffling_what_a_seat_cannot_see_changes_nothing_for_it(slug):
    chance, phases = random.Random(slug), set()
    for seed in range(3):
        for match in positions(slug, seed):
            if match.round is None:
                continue
            phases.add(match.phase)
            for viewer in VIEWERS:
                assert observe(reshuffled(match, viewer, chance), viewer) == observe(match, viewer)
    assert phases >= {"call", "play"}


@pytest.mark.parametrize("slug", RULE_SETS)
def test_who_sees_whose_hand(slug):
    """The matrix, as long as everybody holds cards: rows are viewers, the watcher last."""
    for match in positions(slug, seed=9):
        seen = "\n".join("".join(_mark(match, viewer, seat) for seat in SEATS) for viewer in VIEWERS)
        if match.round is None:
            assert seen == "....\n....\n....\n....\n...."
        elif all(match.round.hands):
            assert seen == "X...\n.X..\n..X.\n...X\n...."


def _mark(match: Match, viewer: Seat | None, seat: Seat) -> str:
    """X when what the viewer gets holds a card of that seat; between rounds any hand would be one too many."""
    hand, others = observe(match, viewer).hand or 0, match.round.hands[seat] if match.round else -1
    return "X" if hand & others else "."


@pytest.mark.parametrize("slug", RULE_SETS)
def test_what_everybody_may_know(slug):
    for match in positions(slug, seed=4):
        seen = observe(match, None)
        if match.round is not None:
            assert sum(seen.counts) == 52 - len(cards_played(match.round))
            assert (seen.to_act, seen.calls, seen.tricks) == (match.to_act, match.round.calls, match.round.tricks)
        assert (seen.phase, seen.legal, seen.standing) == (match.phase, (), match.standing)


@pytest.mark.parametrize("slug", RULE_SETS)
def test_only_the_seat_to_act_is_told_what_it_may_do(slug):
    for match in positions(slug, seed=6):
        for viewer in VIEWERS:
            seen = observe(match, viewer)
            assert bool(seen.legal) is (viewer is not None and viewer == match.to_act)
            assert seen.why_not is None or seen.legal
            assert held(match, viewer) == seen.hand


def test_between_rounds_and_after_the_end_nobody_holds_a_hand():
    match = positions("tarneeb/classic", seed=1)[-1]
    seen = observe(match, Seat.N)
    assert (seen.phase in NOT_PLAYED, seen.hand, seen.trick, seen.dealer) == (True, None, None, match.next_dealer)
    assert seen.finished == match.finished


def test_an_ending_is_told():
    match = ended(positions("tarneeb/classic", seed=1)[10], Ending("void"))
    assert observe(match, Seat.N).ending == Ending("void")
    assert observe(match, Seat.N).legal == ()
