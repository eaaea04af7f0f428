"""What every game answers; the rest of the engine is free functions over it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from .actions import Action, plays_of
from .cards import Strain
from .deals import Deal
from .errors import IllegalAction, Reason
from .options import Option, RuleSet, Value
from .rounds import Round, is_played_out, seat_to_play
from .seats import Rotation, Seat, Side

Points = tuple[int, int]
"""A number for each side, indexed by Side."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a match stands: the score of each side, and its bags where the game counts them (rule 4.6)."""

    scores: Points = (0, 0)
    bags: Points = (0, 0)


@dataclass(frozen=True, slots=True)
class Contract:
    """What the declarer's side must make: `level` tricks with `strain` as trump (None until it is named)."""

    declarer: Seat
    level: int
    strain: Strain | None
    multiplier: int = 1


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a round's sum: what it is for (English source) and what it gives each side."""

    text: str
    points: Points


class Game(Protocol):
    """A game with its rules chosen; it never changes. Facts first, then positions, then ends."""

    @property
    def slug(self) -> str:
        """The game's name for addresses: `tarneeb`."""

    @property
    def name(self) -> str:
        """The game's name (English source)."""

    @property
    def version(self) -> int:
        """Raised when a rule changes, so that finished matches are never judged by later rules."""

    @property
    def rule_set(self) -> RuleSet: ...

    @property
    def values(self) -> Mapping[str, Value]:
        """The full assignment of the options."""

    @property
    def options(self) -> tuple[Option, ...]: ...

    @property
    def call_names(self) -> Mapping[str, str]:
        """Calls that are no bare number or bid, with their words: `P` → "Pass"."""

    @property
    def bids_by_seat(self) -> bool:
        """Whether each seat has a bid of its own (Spades) and there is no declarer."""

    @property
    def trumps_must_be_broken(self) -> bool:
        """Whether trumps may be led only after one was played off another suit (rule 4.3)."""

    @property
    def rotation(self) -> Rotation: ...

    @property
    def signals(self) -> bool:
        """Whether gestures are allowed (rule 2.30)."""

    @property
    def target(self) -> int:
        """The score that ends the match."""

    @property
    def calls(self) -> frozenset[str]:
        """Every call that the game knows, in notation."""

    def new_round(self, dealer: Seat, deal: Deal) -> Round: ...

    def phase(self, round: Round) -> str:
        """`call`, `trump`, `play` or `over`."""

    def to_act(self, round: Round) -> Seat | None:
        """Whose turn it is; None when the round is over."""

    def lawful(self, round: Round) -> tuple[Action, ...]:
        """Before the play: the calls or trumps that are lawful now, in the order they are offered."""

    def playable(self, round: Round) -> tuple[int, Reason]:
        """In the play: the cards that may be played, as a mask, and why the others of the hand may not."""

    def refusal(self, round: Round, action: Action) -> Reason | None:
        """Why this action is refused now, or None."""

    def apply(self, round: Round, action: Action) -> Round:
        """The round after a lawful action."""

    def parse_action(self, seat: Seat, code: str) -> Action:
        """Read `call:9`, `trump:H`, `play:SQ`; raises InvalidAction."""

    def contract(self, round: Round) -> Contract | None:
        """The standing contract of an auction, while it runs and after it."""

    def bids(self, round: Round) -> tuple[str | None, str | None, str | None, str | None]:
        """Each seat's own bid, where seats have one."""

    def tricks_due(self, round: Round) -> tuple[int | None, int | None]:
        """How many tricks each side has undertaken, None for a side that has undertaken nothing."""

    def outcome(self, round: Round) -> str:
        """`played`, `passed-out` or `thrown-in`, of a round that is over."""

    def lines(self, round: Round, standing: Standing) -> tuple[Line, ...]:
        """The sum of a round that is over, line by line."""

    def settled(self, round: Round, standing: Standing) -> Standing:
        """Where the match stands after a round that is over."""

    def next_dealer(self, round: Round) -> Seat:
        """Who deals after a round that is over (rules 1.2, 2.4, 2.20, 2.21)."""

    def winner(self, standing: Standing) -> Side | None:
        """The side that has won the match, or None while it goes on."""

    def tallies(self, round: Round) -> Mapping[str, tuple[int, int, int, int]]:
        """What players' pages count, by name, for each seat of a round that is over."""


def legal_actions(game: Game, round: Round) -> tuple[Action, ...]:
    """All that the seat to act may do; plays without gestures. Empty when the round is over."""
    trick = round.trick
    if trick is None:
        return game.lawful(round)
    if is_played_out(round):
        return ()
    return plays_of(seat_to_play(trick, game.rotation), game.playable(round)[0])


def play(game: Game, round: Round, action: Action) -> Round:
    """The round after an action; raises IllegalAction with the reason when it is not allowed."""
    reason = game.refusal(round, action)
    if reason is not None:
        raise IllegalAction(reason)
    return game.apply(round, action)
