"""What was worth seeing in a match: moments with a link to the very card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine.game import Contract, Game
from games.engine.matches import FinishedRound
from games.engine.rounds import PLAYED, THROWN_IN, Round, trick_winners, tricks_by_seat, tricks_by_side
from games.engine.seats import SEATS, SIDES, Side

from . import wording
from .replay import trump_chooser
from .rounds import Names, side_names
from .texts import gettext as _
from .wording import isolated, number

BIG_BID = 10
"""From here on a contract made is worth a look."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """One moment; `at` is the address of the step on the page."""

    at: str
    round: str
    text: str


def highlights(game: Game, finished: tuple[FinishedRound, ...], names: Names) -> tuple[Highlight, ...]:
    """The moments of a match in order."""
    return tuple(moment for place, one in enumerate(finished, 1) for moment in _of_round(game, one, place, names))


def _of_round(game: Game, finished: FinishedRound, place: int, names: Names) -> Iterator[Highlight]:
    if finished.outcome == THROWN_IN:
        name = isolated(names[finished.round.calls[-1].seat])
        yield _moment(place, len(finished.round.calls), _("%(name)s threw the hand in.") % {"name": name})
    if finished.outcome != PLAYED:
        return
    contract = game.contract(finished.round)
    found = _contract(game, finished.round, contract, names) if contract else _bids(game, finished.round, names)
    for trick, text in found:
        yield _moment(place, _step(game, finished.round, trick), text)


def _moment(place: int, step: int, text: str) -> Highlight:
    return Highlight(f"r{place}-{step}", number(place), text)


def _step(game: Game, round: Round, trick: int) -> int:
    """The step at which a trick, from 1, is full."""
    return len(round.calls) + (trump_chooser(game, round) is not None) + 4 * trick


# --- one contract (Tarneeb) ----------------------------------------------------------------------------------------


def _contract(game: Game, round: Round, contract: Contract, names: Names) -> Iterator[tuple[int, str]]:
    side = contract.declarer.side
    taken, told = tricks_by_side(round)[side], {"name": isolated(names[contract.declarer])}
    told |= {"contract": wording.contract(contract), "level": number(contract.level)}
    if taken == 13:
        yield 13, _("Kaboot: %(name)s took all thirteen tricks.") % told
    elif taken == 0:
        yield 13, _("Not one trick for %(name)s.") % told
    elif taken == contract.level - 1:
        yield _when_set(round, side, contract.level), _("%(name)s missed %(contract)s by one trick.") % told
    elif taken >= contract.level >= BIG_BID:
        yield _when_reached(round, side, contract.level), _("%(name)s made %(contract)s.") % told
    if contract.multiplier > 1 and taken not in (13, contract.level - 1):
        made = _("%(name)s made %(contract)s.") if taken >= contract.level else _("%(name)s missed %(contract)s.")
        yield 13, made % told


def _when_reached(round: Round, side: Side, count: int) -> int:
    """The trick, from 1, with which a side has so many."""
    won = [place for place, seat in enumerate(trick_winners(round), 1) if seat.side is side]
    return won[count - 1]


def _when_set(round: Round, side: Side, level: int) -> int:
    """The trick after which the contract could not be made any more; one of more than thirteen never could (4.4)."""
    return _when_reached(round, side.other, 14 - level) if level < 14 else 1


# --- a bid each (Spades) -------------------------------------------------------------------------------------------


def _bids(game: Game, round: Round, names: Names) -> Iterator[tuple[int, str]]:
    taken, bids = tricks_by_seat(round), game.bids(round)
    for seat in SEATS:
        name = {"name": isolated(names[seat])}
        if bids[seat] == "NIL" and not taken[seat]:
            yield 13, _("%(name)s made Nil.") % name
        elif bids[seat] == "NIL":
            yield trick_winners(round).index(seat) + 1, _("%(name)s had to take a trick on Nil.") % name
    due, sums = game.tricks_due(round), tricks_by_side(round)
    for side in SIDES:
        if sums[side] == (due[side] or 0) - 1:
            told = {"names": side_names(names, side), "bid": number(due[side] or 0)}
            yield _when_set(round, side, due[side] or 0), _("%(names)s missed %(bid)s by one trick.") % told
