"""What the arena counts: who wins, how rounds end, and how often contracts are made at each height."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from games.engine.game import Game
from games.engine.matches import FinishedRound
from games.engine.rounds import PLAYED, tricks_by_side
from games.engine.seats import SIDES

from .duplicate import Duplicate


@dataclass
class Tally:
    """Sums over duplicate matches. `bid` and `made` count contracts by their height, `nils` by how they ended."""

    duplicates: int = 0
    won: float = 0.0
    difference: int = 0
    rounds: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    bid: Counter[int] = field(default_factory=Counter)
    made: Counter[int] = field(default_factory=Counter)
    nils: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Sum another tally into this one."""
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def dead_share(self) -> float:
        """The share of deals that nobody wanted: passed out, thrown in or assigned."""
        return 1 - self.ends[PLAYED] / self.rounds

    @property
    def made_share(self) -> float:
        """The share of contracts made."""
        return self.made.total() / max(1, self.bid.total())

    def heights(self) -> Iterator[str]:
        """Lines of a table: contracts bid and made by height."""
        yield "    height " + "".join(f"{height:6}" for height in sorted(self.bid)) + "     all"
        yield "    bid    " + "".join(f"{self.bid[height]:6}" for height in sorted(self.bid)) + f"{self.bid.total():8}"
        shares = [self.made[height] / self.bid[height] for height in sorted(self.bid)]
        yield "    made   " + "".join(f"{share:6.0%}" for share in shares) + f"{self.made_share:8.0%}"
        if self.nils:
            yield f"    nils   {self.nils['bid']} bid, {self.nils['made']} made"


def tally(game: Game, played: Duplicate) -> Tally:
    """The tally of one duplicate match."""
    counts = Tally(duplicates=1, won=played.result, difference=played.difference)
    for match in played.matches:
        for finished in match.finished:
            _count_round(game, finished, counts)
    return counts


def _count_round(game: Game, finished: FinishedRound, counts: Tally) -> None:
    counts.rounds += 1
    counts.ends[_end(game, finished)] += 1
    if finished.outcome == PLAYED:
        _count_contracts(game, finished, counts)
    if game.bids_by_seat:
        tallies = game.tallies(finished.round)
        counts.nils["bid"] += sum(tallies.get("nils", ()))
        counts.nils["made"] += sum(tallies.get("nils-made", ()))


def _end(game: Game, finished: FinishedRound) -> str:
    """How the round ended, told apart from `played`: `assigned`, when nobody had bid (rule 2.4)."""
    calls = {call.call for call in finished.round.calls}
    return "assigned" if finished.outcome == PLAYED and calls == {"P"} else finished.outcome


def _count_contracts(game: Game, finished: FinishedRound, counts: Tally) -> None:
    due, taken = game.tricks_due(finished.round), tricks_by_side(finished.round)
    for side in SIDES:
        height = due[side]
        if height is not None:
            counts.bid[height] += 1
            counts.made[height] += taken[side] >= height
