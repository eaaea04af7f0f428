"""The page of a match that is over: result, score sheet, every round with its four hands and the proof of its deal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from games import record
from games.engine.actions import Call
from games.engine.game import Game, Standing
from games.engine.matches import FinishedRound
from games.engine.observation import observe
from games.engine.registry import GAMES, RULE_SETS
from games.engine.rounds import PLAYED, Round
from games.engine.seats import SEATS
from games.models import MatchRow, PlayerRow
from games.record import Record
from games.store import StoredMatch

from . import endings, rounds, wording
from .panels import HandLine, Sheet, SumLine
from .rounds import Names
from .table.sheet import sheet_of
from .texts import gettext
from .texts import gettext as _
from .wording import isolated, number


@dataclass(frozen=True, slots=True)
class PastRound:
    """One round: what was played for, how it went, and all that was hidden while it lasted."""

    number: str
    dealer: str
    calls: str
    contract: str
    outcome: str
    text: str
    lines: tuple[SumLine, ...]
    hands: tuple[HandLine, ...]
    commitment: str
    seed: str


@dataclass(frozen=True, slots=True)
class MatchPage:
    """All that the page shows; `won` is NS, EW or empty, `line` says how the match ended."""

    id: int
    finished_at: datetime | None
    game: str
    rule_set: str
    terms: tuple[str, ...]
    tags: tuple[str, ...]
    listed: bool
    sides: tuple[tuple[str, str], tuple[str, str]]
    totals: tuple[str, str]
    won: str
    title: str
    line: str
    rounds: tuple[PastRound, ...]
    sheet: Sheet


def match_page(row: MatchRow, stored: StoredMatch) -> MatchPage | None:
    """The page, or None while the match goes on: until then hands and seeds are secret."""
    match = stored.match
    if not match.is_over:
        return None
    names, seen = _names(row.players.select_related("user")), observe(match, None)
    sides = (names[0], names[2]), (names[1], names[3])
    ns, ew = map(number, match.standing.scores)
    return MatchPage(
        id=row.pk,
        finished_at=row.finished_at,
        game=gettext(match.game.name),
        rule_set=gettext(match.game.rule_set.name),
        terms=wording.terms(match.game),
        tags=(_("Rated"),) if row.rated else (),
        listed=row.rated and row.ended_by != "void",
        sides=sides,
        totals=(ns, ew),
        won="" if match.winner is None else match.winner.name,
        title=endings.won(seen, names),
        line=endings.how_it_ended(seen, names),
        rounds=_rounds(stored, names),
        sheet=sheet_of(match.game, match.finished, names, sides),
    )


@dataclass(frozen=True, slots=True)
class ListEntry:
    """A match in a list."""

    id: int
    url: str
    finished_at: datetime | None
    game: str
    rule_set: str
    tags: tuple[str, ...]
    sides: tuple[tuple[str, str], tuple[str, str]]
    totals: tuple[str, str]
    won: str


def list_entry(row: MatchRow) -> ListEntry:
    """A match that is over as lists show it, from its summary alone; its players are to be prefetched."""
    names = _names(row.players.all())
    return ListEntry(
        id=row.pk,
        url=reverse("match", args=[row.pk]),
        finished_at=row.finished_at,
        game=gettext(GAMES[row.game].name),
        rule_set=gettext(RULE_SETS[row.rule_set].name),
        tags=(_("Rated"),) if row.rated else (),
        sides=((names[0], names[2]), (names[1], names[3])),
        totals=(number(row.ns), number(row.ew)),
        won=row.winner,
    )


def record_of(row: MatchRow, stored: StoredMatch) -> Record:
    """The record of a match that is over, with names as they are now and the seeds of all its deals."""
    players = {
        player.seat: player.user.username if player.user else player.bot_name
        for player in row.players.select_related("user").order_by("pk")
    }
    return record.record_of(stored.match, [bytes.fromhex(seed) for seed in stored.seeds], players, row.started_at)


def _names(players: Iterable[PlayerRow]) -> Names:
    """Who sat where when the match began; bots' names are translated."""
    named = {row.seat: row.user.username if row.user else gettext(row.bot_name) for row in players}
    n, e, s, w = (named.get(seat.name, "") for seat in SEATS)
    return n, e, s, w


def _rounds(stored: StoredMatch, names: Names) -> tuple[PastRound, ...]:
    match, before = stored.match, Standing()
    parts: list[PastRound] = []
    for finished in match.finished:
        parts.append(_past(stored, len(parts), finished.round, names, finished, before))
        before = finished.standing
    if match.round:  # the match was ended by something that is no rule of the game
        parts.append(_past(stored, len(parts), match.round, names, None, before))
    return tuple(parts)


def _past(
    stored: StoredMatch, place: int, round: Round, names: Names, finished: FinishedRound | None, before: Standing
) -> PastRound:
    game = stored.match.game
    told = rounds.told(game, finished, names) if finished else rounds.Told(_("Not played to the end"), "")
    return PastRound(
        number=number(place + 1),
        dealer=names[round.dealer],
        calls=_calls(round.calls, game, names),
        contract=rounds.in_short(game, round, names, finished.outcome if finished else PLAYED),
        outcome=told.title,
        text=told.text,
        lines=rounds.sum_lines(finished, before) if finished and finished.outcome == PLAYED else (),
        hands=rounds.hand_lines(round.deal, names),
        commitment=stored.commitments[place],
        seed=stored.seeds[place],
    )


def _calls(calls: tuple[Call, ...], game: Game, names: Names) -> str:
    """ "Layla 8, Omar Pass": every call in the order in which they were made."""
    # Translators: between the items of a list
    return _(", ").join(
        _("%(name)s %(call)s") % {"name": isolated(names[call.seat]), "call": wording.call(call.call, game)}
        for call in calls
    )
