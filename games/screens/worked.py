"""Worked scores for the rules pages: invented rounds, added up by the engine as at the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.actions import DOUBLE, REDOUBLE, Call
from games.engine.cards import Strain
from games.engine.deals import Deal
from games.engine.errors import gettext_noop
from games.engine.game import Game, Points, Standing
from games.engine.rounds import Round
from games.engine.seats import Seat, Side
from games.engine.tricks import Trick

from . import wording
from .texts import gettext, ngettext
from .texts import gettext as _
from .wording import number, points

ROUND = "N:AKQ2.J432.543.76 JT9.AKQ.J876.543 8765.T98.AKQ.JT9 43.765.T92.AKQ82"
"""A deal to stand under the examples; only calls and tricks count for points."""

CONTRACTS = ((7, 7), (8, 10), (8, 7), (9, 4), (7, 13), (13, 13), (13, 11))
"""Tarneeb: bid, and tricks taken by the declarer's side."""

BIDDINGS = (
    (("3", "3"), (5, 3), 0),
    (("3", "3"), (3, 2), 0),
    (("NIL", "5"), (0, 5), 0),
    (("NIL", "5"), (1, 5), 0),
    (("2", "2"), (3, 2), 9),
)
"""Spades: the bids of North and South, what each took, and the bags of the side before."""


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """A heading for each column, and the rows; the first cell of a row says what happened."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def score_table(game: Game) -> ScoreTable:
    """What a few plain rounds are worth under these rules."""
    return _bids_table(game) if game.bids_by_seat else _contract_table(game)


def worth(game: Game, calls: Sequence[Call], winners: Sequence[Seat], before: Standing) -> Points:
    """The points of a round with these calls whose tricks went to these seats."""
    lines = [line.points for line in game.lines(_round(calls, winners), before)]
    return sum(line[0] for line in lines), sum(line[1] for line in lines)


def _round(calls: Sequence[Call], winners: Sequence[Seat]) -> Round:
    """Who leads a trick took the one before; the cards themselves do not matter for points."""
    leaders = (Seat.N, *winners)
    tricks = tuple(Trick(leader) for leader in leaders[:13])
    return Round(Seat.W, Deal.parse(ROUND), (0, 0, 0, 0), tuple(calls), Strain.S, tricks, Trick(leaders[13]))


# --- one contract (Tarneeb) ----------------------------------------------------------------------------------------


def _contract_table(game: Game) -> ScoreTable:
    doubles = [words for call, words in _DOUBLED if call in game.calls]
    plain = _("The declarer's side"), _("Declarers' points"), _("Defenders' points")
    head = (*plain, *(gettext(words) for words in doubles))
    return ScoreTable(head, tuple(_contract_row(game, bid, taken, len(doubles)) for bid, taken in CONTRACTS))


_DOUBLED = ((DOUBLE, gettext_noop("Declarers, doubled")), (REDOUBLE, gettext_noop("Declarers, redoubled")))


def _contract_row(game: Game, bid: int, taken: int, doubles: int) -> tuple[str, ...]:
    calls = [Call(Seat.N, _bid(game, bid)), Call(Seat.E, DOUBLE), Call(Seat.S, REDOUBLE)]
    winners = [Seat.N] * taken + [Seat.E] * (13 - taken)
    results = [worth(game, calls[: 1 + times], winners, Standing()) for times in range(doubles + 1)]
    told = _("Bids %(bid)s, takes %(taken)s") % {"bid": number(bid), "taken": number(taken)}
    ours, theirs = results[0]
    return (told, points(ours), points(theirs), *(points(result[Side.NS]) for result in results[1:]))


def _bid(game: Game, level: int) -> str:
    """The bid in the auction's own form: `8`, or `8S` where bids name the suit."""
    return str(level) if str(level) in game.calls else f"{level}S"


# --- a bid each (Spades) -------------------------------------------------------------------------------------------


def _bids_table(game: Game) -> ScoreTable:
    head = (_("Bids and tricks of a side"), _("Sum"), _("Points"))
    return ScoreTable(head, tuple(_bids_row(game, *example) for example in BIDDINGS))


def _bids_row(game: Game, bids: tuple[str, str], taken: tuple[int, int], bags: int) -> tuple[str, ...]:
    north, south = (wording.call(bid, game) for bid in bids)
    told = {"one": north, "other": south, "taken": number(taken[0]), "more": number(taken[1])}
    what = _("Bids %(one)s and %(other)s, takes %(taken)s and %(more)s") % told
    if bags:
        what = ngettext("%(what)s; %(count)s bag before", "%(what)s; %(count)s bags before", bags) % {
            "what": what,
            "count": number(bags),
        }
    calls = [Call(Seat.N, bids[0]), Call(Seat.E, "1"), Call(Seat.S, bids[1]), Call(Seat.W, "1")]
    winners = [Seat.N] * taken[0] + [Seat.S] * taken[1]
    winners += [Seat.E] * (13 - len(winners))
    before = Standing(bags=(bags, 0))
    lines = [line for line in game.lines(_round(calls, winners), before) if line.points[Side.NS]]
    # Translators: between the items of a list
    parts = _(", ").join(f"{gettext(line.text)} {points(line.points[Side.NS])}" for line in lines)
    return what, parts, points(worth(game, calls, winners, before)[Side.NS])
