"""Whether what is stored of a match is what its log says: every summary, replayed (invariants I2 and I3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.db import transaction

from games import store
from games.engine import deals
from games.engine.deals import Deal, deal_from_seed
from games.engine.errors import BadDeal, BadOption, IllegalAction, InvalidAction, UnknownRules
from games.engine.game import Game
from games.engine.matches import Match
from games.engine.registry import game_for
from games.engine.seats import SEATS, Seat
from games.models import LogRow, MatchRow, RoundRow, TableRow
from games.store import StoredMatch

from . import results

BATCH: Final = 20
NO_RESULT: Final = {"winner": "", "ns": 0, "ew": 0, "ended_by": "", "ended_side": ""}


class OtherRules(Exception):
    """The match was played under rules of another version: it is not judged by those of today."""


def matches(only: int | None = None) -> Iterator[MatchRow]:
    """Every match with its rows, some at a time, so that memory does not grow with their number."""
    last = 0
    rows = MatchRow.objects.select_related("table").prefetch_related("log", "rounds", "players").order_by("pk")
    rows = rows if only is None else rows.filter(pk=only)
    while batch := list(rows.filter(pk__gt=last)[:BATCH]):
        yield from batch
        last = batch[-1].pk


def differences(row: MatchRow) -> list[str]:
    """What is stored otherwise than the log says, in words; raises OtherRules.

    A live match is read anew under its table's lock.
    """
    if row.finished_at is None and row.table_id is not None:
        with transaction.atomic():
            TableRow.objects.select_for_update().get(pk=row.table_id)
            return list(_differences(MatchRow.objects.select_related("table").get(pk=row.pk)))
    return list(_differences(row))


def _differences(row: MatchRow) -> Iterator[str]:
    log, rounds = sorted(row.log.all(), key=_number), sorted(row.rounds.all(), key=_number)
    try:
        game = game_for(row.rule_set, row.options)
        if game.version != row.rules_version:
            raise OtherRules(row.rules_version)
        yield from _log(row, log)
        yield from (f"round {each.number}: {wrong}" for each in rounds for wrong in _deal(each, game))
        stored = store.replay(row, log, {each.number: each for each in rounds})
    except (UnknownRules, BadOption, BadDeal, IllegalAction, InvalidAction, KeyError, ValueError) as error:
        yield f"the log cannot be replayed: {type(error).__name__} {error}"
        return
    yield from _rounds(rounds, stored.match)
    yield from _result(row, stored)


def _number(row: LogRow | RoundRow) -> int:
    return row.number


def _log(row: MatchRow, log: list[LogRow]) -> Iterator[str]:
    numbers = [each.number for each in log]
    if numbers != list(range(1, len(log) + 1)):
        yield f"the log's numbers are not 1 to {len(log)}"
    table = row.table
    if table and table.match_id == row.pk and table.version != len(log):
        yield f"the table is at version {table.version}, the log at {len(log)}"


def _deal(row: RoundRow, game: Game) -> Iterator[str]:
    seed = bytes.fromhex(row.seed)
    if row.deal_method != deals.METHOD:
        yield f"unknown deal method {row.deal_method!r}"
    if row.commitment != deals.commitment(seed):
        yield "the commitment is not the SHA-256 of the seed"
    if Deal.parse(row.deal) != deal_from_seed(seed, Seat[row.dealer], game.rotation):
        yield "the deal does not follow from the seed"


def _rounds(rows: list[RoundRow], match: Match) -> Iterator[str]:
    told = [(finished.outcome, *finished.points) for finished in match.finished]
    if match.round is not None:
        told.append(("", 0, 0))
    if [row.number for row in rows] != list(range(len(told))):
        yield f"rounds {[row.number for row in rows]} are stored, the log has {len(told)}"
        return
    for row, (outcome, ns, ew) in zip(rows, told, strict=True):
        if (row.outcome, row.ns, row.ew) != (outcome, ns, ew):
            stored = f"{row.outcome or 'unfinished'} {row.ns}:{row.ew}"
            yield f"round {row.number} is stored as {stored}, the log says {outcome or 'unfinished'} {ns}:{ew}"


def _result(row: MatchRow, stored: StoredMatch) -> Iterator[str]:
    match = stored.match
    if match.is_over is not (row.finished_at is not None):
        yield f"the log says it is {'' if match.is_over else 'not '}over, the row says otherwise"
    for name, value in (results.result_columns(match) if match.is_over else NO_RESULT).items():
        if getattr(row, name) != value:
            yield f"{name} is stored as {getattr(row, name)!r}, the log says {value!r}"
    players = {Seat[player.seat]: player.tallies for player in row.players.all()}
    if set(players) != set(SEATS):
        yield f"{len(players)} players are stored"
    for seat, tallies in sorted(players.items()):
        told = results.tallies(match, seat) if match.is_over else {}
        if tallies != told:
            yield f"the tallies of {seat.name} are stored as {tallies}, the log says {told}"
