"""The guided first round of a game: a real round in the viewer of past matches, with notes at its steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from games.engine import deals, matches
from games.engine.matches import Match
from games.engine.registry import game_for
from games.engine.seats import Seat

from .guide_rounds import NAMES, ROUNDS, GuideRound
from .match import MatchPage, PastRound, Proofs, page_of
from .replay import Stage
from .rounds import Names
from .texts import gettext


@dataclass(frozen=True, slots=True)
class Guide:
    """The round for the viewer; `begin` is what is said before the first call."""

    page: MatchPage
    begin: str


def guide(game: str) -> Guide | None:
    """The guided round of a game, None where it has none."""
    told = ROUNDS.get(game)
    if told is None:
        return None
    n, e, s, w = map(gettext, NAMES)
    names: Names = (n, e, s, w)
    seed = bytes.fromhex(told.seed)
    page = page_of(_played(told, seed), names, Proofs((deals.commitment(seed),), (told.seed,)))
    rounds = tuple(_with_notes(round, told.notes) for round in page.rounds)
    return Guide(replace(page, rounds=rounds), gettext(told.notes[0]))


def _played(told: GuideRound, seed: bytes) -> Match:
    game, dealer = game_for(told.rules), Seat[told.dealer]
    match = matches.dealt(Match(game), dealer, deals.deal_from_seed(seed, dealer, game.rotation))
    chosen = [f"trump:{told.trump}"] if told.trump else []
    for code in [f"call:{call}" for call in told.calls] + chosen + [f"play:{card}" for card in told.plays.split()]:
        assert match.to_act is not None  # noqa: S101 – a round of ours goes to its end
        match = matches.played(match, game.parse_action(match.to_act, code))
    return match


def _with_notes(round: PastRound, notes: Mapping[int, str]) -> PastRound:
    stages, step = [], 0
    for stage in round.stages:
        stages.append(_noted(stage, notes, step))
        step += len(stage.steps)
    return replace(round, stages=tuple(stages))


def _noted(stage: Stage, notes: Mapping[int, str], before: int) -> Stage:
    steps = (
        replace(step, note=gettext(notes[place])) if place in notes else step
        for place, step in enumerate(stage.steps, before + 1)
    )
    return replace(stage, steps=tuple(steps))
