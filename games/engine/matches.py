"""A match: rounds until a side has won, as an immutable value."""

from __future__ import annotations

from dataclasses import dataclass, replace

from . import game as games
from .actions import Action
from .deals import Deal
from .errors import OUT_OF_PHASE, IllegalAction
from .game import Game, Line, Points, Standing
from .rounds import OVER, Round
from .seats import Seat, Side


@dataclass(frozen=True, slots=True)
class FinishedRound:
    """A round that is over, how it ended, its sum line by line, and where the match stood after it."""

    round: Round
    outcome: str
    lines: tuple[Line, ...]
    points: Points
    standing: Standing


@dataclass(frozen=True, slots=True)
class Ending:
    """How a match ended that the rules did not end: `concession` (with the side that conceded), `void`, `closed`."""

    by: str
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """Rounds played under one game's rules. `round` is the one in progress; None between rounds and at the end."""

    game: Game
    finished: tuple[FinishedRound, ...] = ()
    round: Round | None = None
    ending: Ending | None = None

    @property
    def standing(self) -> Standing:
        """Scores, and bags, after the last full round (rule 1.6)."""
        return self.finished[-1].standing if self.finished else Standing()

    @property
    def winner(self) -> Side | None:
        """Who has won (rules 3.5, 3.6, 4.8), a concession counting for the other side."""
        if self.ending:
            return self.ending.side.other if self.ending.side is not None else None
        return self.game.winner(self.standing)

    @property
    def is_over(self) -> bool:
        return self.ending is not None or self.winner is not None

    @property
    def next_dealer(self) -> Seat | None:
        """Who must deal the next round; None before the first, whose dealer is drawn (rule 1.2)."""
        return self.game.next_dealer(self.finished[-1].round) if self.finished else None

    @property
    def to_act(self) -> Seat | None:
        """Whose turn it is; None between rounds and at the end."""
        return self.game.to_act(self.round) if self.round and not self.ending else None

    @property
    def phase(self) -> str:
        """`call`, `trump`, `play` in a round, `deal` between rounds, `over` at the end."""
        if self.is_over:
            return OVER
        return self.game.phase(self.round) if self.round else "deal"


def dealt(match: Match, dealer: Seat, deal: Deal) -> Match:
    """The match with its next round dealt; raises IllegalAction when no deal, or another dealer, is due."""
    if match.phase != "deal" or match.next_dealer not in (None, dealer):
        raise IllegalAction(OUT_OF_PHASE)
    return replace(match, round=match.game.new_round(dealer, deal))


def played(match: Match, action: Action) -> Match:
    """The match after an action, the round settled when that ended it; raises IllegalAction."""
    if match.round is None or match.ending:
        raise IllegalAction(OUT_OF_PHASE)
    round = games.play(match.game, match.round, action)
    if match.game.phase(round) != OVER:
        return Match(match.game, match.finished, round)
    return Match(match.game, (*match.finished, _settled(match, round)))


def ended(match: Match, ending: Ending) -> Match:
    """The match ended by something that is no rule of the game."""
    return replace(match, ending=ending)


def _settled(match: Match, round: Round) -> FinishedRound:
    game, before = match.game, match.standing
    lines = game.lines(round, before)
    points = sum(line.points[0] for line in lines), sum(line.points[1] for line in lines)
    return FinishedRound(round, game.outcome(round), lines, points, game.settled(round, before))
