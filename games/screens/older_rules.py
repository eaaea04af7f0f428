"""A match that was played under another version of the rules: shown as it was stored, and judged by no rule of today.

Who held, said and played what, who led each trick, and what each round gave: all that stands in the rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate

from msgspec import UNSET

from games import record
from games.engine.actions import Call
from games.engine.cards import Card, Strain
from games.engine.deals import Deal
from games.engine.game import Game
from games.engine.matches import Ending
from games.engine.registry import GAMES, game_for
from games.engine.rounds import PASSED_OUT, PLAYED, THROWN_IN, begun
from games.engine.seats import CLOCKWISE, COUNTERCLOCKWISE, Seat, Side
from games.models import MatchRow, RoundRow
from games.record import Record, RoundRecord

from . import endings, match
from .match import MatchPage, PastRound
from .match_list import names_of
from .panels import Sheet, SheetRow
from .replay import Stage, Step, call_step, card_place, card_spoken, open_hands, trick_title, trump_step
from .rounds import Names
from .texts import gettext
from .texts import gettext as _
from .wording import number, points

CALL, TRUMP, PLAY = "call", "trump", "play"
Acts = Sequence[tuple[Seat, str, str]]
"""What was done in a round: by whom, the kind of action, its notation."""


def are_of(row: MatchRow) -> bool:
    """Whether the match was played under rules that are others today."""
    return row.rules_version != GAMES[row.game].version


def match_page(row: MatchRow, viewer_id: int | None) -> MatchPage | None:
    """The page, or None while the match goes on."""
    if row.finished_at is None:
        return None
    players = list(row.players.select_related("user"))
    names, game = names_of(players), game_for(row.rule_set)
    sides = (names[0], names[2]), (names[1], names[3])
    rows, acts = _rounds(row), _acts(row)
    ending = _ending(row)
    page = MatchPage(
        id=row.pk,
        finished_at=row.finished_at,
        game=gettext(game.name),
        rule_set=gettext(game.rule_set.name),
        rules=row.rule_set,
        terms=(),
        sides=sides,
        totals=(number(row.ns), number(row.ew)),
        won=row.winner,
        title=endings.won_by(Side[row.winner] if row.winner else None, names),
        line=endings.otherwise(ending, names) if ending else "",
        rounds=tuple(_round(each, acts[each.number], game, names) for each in rows),
        highlights=(),
        sheet=_sheet(rows, sides),
        version=_version(row),
        has_pbn=False,
    )
    return match.with_row(page, row, players, viewer_id)


def record_of(row: MatchRow) -> Record:
    """The record of a match that is over, from its rows."""
    acts, ending = _acts(row), _ending(row)
    return Record(
        format=record.FORMAT,
        rules=row.rule_set,
        options=row.options,
        rounds=tuple(_round_record(each, acts[each.number]) for each in _rounds(row)),
        players=match.players_of(row) or UNSET,
        played_at=record.time(row.started_at),
        ended=record.ended(ending),
    )


# --- rows ----------------------------------------------------------------------------------------------------------


def _rounds(row: MatchRow) -> list[RoundRow]:
    return list(row.rounds.order_by("number"))


def _acts(row: MatchRow) -> defaultdict[int, list[tuple[Seat, str, str]]]:
    """By round, what its seats did."""
    acts = defaultdict[int, list[tuple[Seat, str, str]]](list)
    for each in row.log.exclude(seat="").order_by("number"):
        kind, _colon, text = each.code.partition(":")
        acts[each.round].append((Seat[each.seat], kind, text))
    return acts


def _ending(row: MatchRow) -> Ending | None:
    return Ending(row.ended_by, Side[row.ended_side] if row.ended_side else None) if row.ended_by else None


def _of_kind(acts: Acts, kind: str) -> list[tuple[Seat, str]]:
    return [(seat, text) for seat, done, text in acts if done == kind]


def _round_record(row: RoundRow, acts: Acts) -> RoundRecord:
    plays = [text.split("+") for _seat, text in _of_kind(acts, PLAY)]
    return RoundRecord(
        dealer=Seat[row.dealer].name,  # type: ignore[arg-type]  # a seat's name is one of the four
        deal=row.deal,
        calls=tuple(text for _seat, text in _of_kind(acts, CALL)),
        trump=next((text for _seat, text in _of_kind(acts, TRUMP)), None),
        plays=tuple(card for card, *_gesture in plays),
        seed=row.seed,
        commitment=row.commitment,
        deal_method=row.deal_method,
        gestures={str(place): gesture[0] for place, (_card, *gesture) in enumerate(plays) if gesture} or UNSET,
    )


# --- the page ------------------------------------------------------------------------------------------------------


def _version(row: MatchRow) -> str:
    told = {"version": number(row.rules_version), "today": number(GAMES[row.game].version)}
    return (
        _("Played under version %(version)s of the rules; today's are version %(today)s. It is shown as it was stored.")
        % told
    )


def _round(row: RoundRow, acts: Acts, game: Game, names: Names) -> PastRound:
    dealer = Seat[row.dealer]
    calls = [Call(seat, text) for seat, text in _of_kind(acts, CALL)]
    return PastRound(
        number=number(row.number + 1),
        place=row.number + 1,
        dealer=names[dealer],
        dealer_seat=row.dealer,
        direction=_direction(dealer, acts),
        calls=match.calls_in_words(calls, game, names),
        contract="",
        outcome=_outcome(row),
        text="",
        lines=(),
        hands=open_hands(begun(dealer, Deal.parse(row.deal)), names),
        stages=tuple(_stages(row.number + 1, acts, game, names)),
        deal=row.deal,
        commitment=row.commitment,
        seed=row.seed,
    )


def _direction(dealer: Seat, acts: Acts) -> str:
    """The seat next to the dealer speaks first."""
    first = acts[0][0] if acts else CLOCKWISE.after(dealer)
    return COUNTERCLOCKWISE.name if first is COUNTERCLOCKWISE.after(dealer) else CLOCKWISE.name


def _outcome(row: RoundRow) -> str:
    told = {PLAYED: _("Played"), PASSED_OUT: _("Passed out"), THROWN_IN: _("Thrown in")}
    return told.get(row.outcome, _("Not played to the end"))


def _stages(place: int, acts: Acts, game: Game, names: Names) -> Iterator[Stage]:
    """The bidding and the tricks; who leads the next trick took the one before."""
    bidding = [(seat, kind, text) for seat, kind, text in acts if kind != PLAY]
    yield Stage(_("Bidding"), "", tuple(_said(place, at, act, game, names) for at, act in enumerate(bidding, 1)))
    plays = _of_kind(acts, PLAY)
    tricks = [plays[at : at + 4] for at in range(0, len(plays), 4)]
    leaders = [trick[0][0] for trick in tricks]
    for at, trick in enumerate(tricks):
        winner = leaders[at + 1] if at + 1 < len(tricks) else None
        start = len(bidding) + 4 * at + 1
        steps = (_played(f"r{place}-{start + card}", at, card, *play, names) for card, play in enumerate(trick))
        yield Stage(trick_title(at, winner, names), "" if winner is None else winner.name, tuple(steps))


def _said(place: int, at: int, act: tuple[Seat, str, str], game: Game, names: Names) -> Step:
    seat, kind, text = act
    if kind == TRUMP:
        return trump_step(seat, Strain.parse(text), f"r{place}-{at}", names)
    return call_step(game, Call(seat, text), f"r{place}-{at}", at, names)


def _played(step_id: str, trick: int, at: int, seat: Seat, text: str, names: Names) -> Step:
    written, _plus, gesture = text.partition("+")
    card, place = Card.parse(written), card_place(trick, at)
    return Step(step_id, seat.name, place, card_spoken(names[seat], card), card=str(card), gesture=gesture)


def _sheet(rows: Sequence[RoundRow], sides: tuple[tuple[str, str], tuple[str, str]]) -> Sheet:
    over = [row for row in rows if row.outcome]
    totals = zip(accumulate(row.ns for row in over), accumulate(row.ew for row in over), strict=True)
    lines = tuple(_line(row, *total) for row, total in zip(over, totals, strict=True))
    return Sheet(ns_names=sides[0], ew_names=sides[1], target="", rows=lines, bags=("", ""), terms=())


def _line(row: RoundRow, ns: int, ew: int) -> SheetRow:
    return SheetRow(
        number=number(row.number + 1),
        note="" if row.outcome == PLAYED else _outcome(row),
        ns_points=points(row.ns),
        ns_total=number(ns),
        ns_negative=(row.ns < 0, ns < 0),
        ew_points=points(row.ew),
        ew_total=number(ew),
        ew_negative=(row.ew < 0, ew < 0),
    )
