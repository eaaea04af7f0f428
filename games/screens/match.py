"""The page of a past match: result, score sheet, every round step by step with its four hands and its deal's proof."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from games import record, store
from games.engine.actions import Call
from games.engine.game import Game, Standing
from games.engine.matches import FinishedRound, Match
from games.engine.observation import observe
from games.engine.rounds import PLAYED, Round
from games.engine.seats import SEATS
from games.models import MatchRow, PlayerRow
from games.record import Record
from games.store import StoredMatch

from . import endings, rounds, standing, wording
from .highlights import Highlight, highlights
from .match_list import is_void, names_of
from .panels import RatingLine, Sheet, SumLine
from .replay import OpenHand, Stage, open_hands, stages
from .rounds import Names
from .table.sheet import sheet_of
from .texts import gettext
from .texts import gettext as _
from .wording import isolated, number


@dataclass(frozen=True, slots=True)
class PastRound:
    """One round: what was played for, how it went step by step, and all that was hidden while it lasted."""

    number: str
    place: int  # from 1, for addresses
    dealer: str
    dealer_seat: str
    direction: str  # clockwise, counterclockwise
    calls: str
    contract: str
    outcome: str
    text: str
    lines: tuple[SumLine, ...]
    hands: tuple[OpenHand, ...]
    stages: tuple[Stage, ...]
    deal: str
    commitment: str
    seed: str


@dataclass(frozen=True, slots=True)
class MatchPage:
    """All that the page shows; `id` 0 is a record that somebody imported. `won` is NS, EW or empty, `line` says how the
    match ended, `near` is the seat that lies at the bottom."""

    id: int
    finished_at: datetime | None
    game: str
    rule_set: str
    rules: str  # the slug
    terms: tuple[str, ...]
    sides: tuple[tuple[str, str], tuple[str, str]]
    totals: tuple[str, str]
    won: str
    title: str
    line: str
    rounds: tuple[PastRound, ...]
    highlights: tuple[Highlight, ...]
    sheet: Sheet
    tags: tuple[str, ...] = ()
    is_void: bool = False
    listed: bool = False
    near: str = "S"
    ratings: tuple[RatingLine, ...] = ()
    unrated: str = ""  # why a match of a rated table does not count
    version: str = ""  # which version of the rules it was played or is judged under, where there are several
    has_pbn: bool = True


@dataclass(frozen=True, slots=True)
class Proofs:
    """The commitment and the seed of each deal as far as they are known, empty where not."""

    commitments: tuple[str, ...]
    seeds: tuple[str, ...]

    def of(self, place: int) -> tuple[str, str]:
        """Commitment and seed of the round number `place`, from 0."""
        return self.commitments[place], self.seeds[place]


def match_page(row: MatchRow, stored: StoredMatch, viewer_id: int | None = None) -> MatchPage | None:
    """The page, or None while the match goes on: until then hands and seeds are secret."""
    if not stored.match.is_over:
        return None
    players = list(row.players.select_related("user"))
    page = page_of(stored.match, names_of(players), Proofs(stored.commitments, stored.seeds))
    return with_row(page, row, players, viewer_id)


def with_row(page: MatchPage, row: MatchRow, players: Sequence[PlayerRow], viewer_id: int | None) -> MatchPage:
    """The page with what its row alone tells: when, how it is marked, what it did to ratings, where the viewer sat."""
    near = next((player.seat for player in players if viewer_id is not None and player.user_id == viewer_id), "S")
    verdict = store.verdict_of(row.pk)
    return replace(
        page,
        id=row.pk,
        finished_at=row.finished_at,
        tags=(_("Rated"),) if row.rated else (),
        is_void=is_void(row),
        listed=row.rated and not is_void(row),
        near=near,
        ratings=standing.rating_lines(verdict, names_of(players)),
        unrated=standing.why_not(verdict),
    )


def imported_page(match: Match, given: Record) -> MatchPage:
    """A record as somebody gave it; `match` is what it tells, `given` the cleaned record."""
    written = given.players if isinstance(given.players, dict) else {}
    n, e, s, w = (written.get(seat.name) or wording.seat(seat) for seat in SEATS)
    proofs = Proofs(_kept(given, "commitment"), _kept(given, "seed"))
    return replace(page_of(match, (n, e, s, w), proofs), version=judged_by(match.game.version))


def judged_by(version: int) -> str:
    """Of a record that somebody brings: by which version of the rules it is judged; empty for the first."""
    if version == 1:
        return ""
    return _("Judged by version %(version)s of the rules.") % {"version": number(version)}


def _kept(given: Record, name: str) -> tuple[str, ...]:
    values = (getattr(written, name) for written in given.rounds)
    return tuple(value if isinstance(value, str) else "" for value in values)


def page_of(match: Match, names: Names, proofs: Proofs) -> MatchPage:
    seen, sides = observe(match, None), ((names[0], names[2]), (names[1], names[3]))
    ns, ew = map(number, match.standing.scores)
    return MatchPage(
        id=0,
        finished_at=None,
        game=gettext(match.game.name),
        rule_set=gettext(match.game.rule_set.name),
        rules=match.game.rule_set.slug,
        terms=wording.terms(match.game),
        sides=sides,
        totals=(ns, ew),
        won="" if match.winner is None else match.winner.name,
        title=endings.won(seen, names) if match.is_over else _("The match is not over"),
        line=endings.how_it_ended(seen, names) if match.is_over else _("The record stops before the end."),
        rounds=_rounds(match, names, proofs),
        highlights=highlights(match.game, match.finished, names),
        sheet=sheet_of(match.game, match.finished, names, sides, is_over=True),
    )


def record_of(row: MatchRow, stored: StoredMatch) -> Record:
    """The record of a match that is over, with names as they are now and the seeds of all its deals."""
    return record.record_of(stored.match, list(map(bytes.fromhex, stored.seeds)), players_of(row), row.started_at)


def players_of(row: MatchRow) -> dict[str, str]:
    """By seat, the names that a record tells; nobody's where the account was closed."""
    rows = row.players.select_related("user").order_by("pk")
    named = {player.seat: player.user.username if player.user else player.bot_name for player in rows}
    closed = {player.seat for player in rows if player.user and player.user.closed_at}
    return {seat: name for seat, name in named.items() if seat not in closed}


def _rounds(match: Match, names: Names, proofs: Proofs) -> tuple[PastRound, ...]:
    before = Standing()
    parts: list[PastRound] = []
    for place, finished in enumerate(match.finished):
        parts.append(_past(match.game, place, finished.round, names, finished, before, proofs))
        before = finished.standing
    if match.round:  # broken off: by something that is no rule of the game, or by the end of the record
        parts.append(_past(match.game, len(parts), match.round, names, None, before, proofs))
    return tuple(parts)


def _past(
    game: Game,
    place: int,
    round: Round,
    names: Names,
    finished: FinishedRound | None,
    before: Standing,
    proofs: Proofs,
) -> PastRound:
    told = rounds.told(game, finished, names) if finished else rounds.Told(_("Not played to the end"), "")
    commitment, seed = proofs.of(place)
    return PastRound(
        number=number(place + 1),
        place=place + 1,
        dealer=names[round.dealer],
        dealer_seat=round.dealer.name,
        direction=game.rotation.name,
        calls=calls_in_words(round.calls, game, names),
        contract=rounds.in_short(game, round, names, finished.outcome if finished else PLAYED),
        outcome=told.title,
        text=told.text,
        lines=rounds.sum_lines(finished, before) if finished and finished.outcome == PLAYED else (),
        hands=open_hands(round, names),
        stages=stages(game, round, place + 1, names),
        deal=str(round.deal),
        commitment=commitment,
        seed=seed,
    )


def calls_in_words(calls: Sequence[Call], game: Game, names: Names) -> str:
    """ "Layla 8, Omar Pass": every call in the order in which they were made."""
    # Translators: between the items of a list
    return _(", ").join(
        _("%(name)s %(call)s") % {"name": isolated(names[call.seat]), "call": wording.call(call.call, game)}
        for call in calls
    )


def counts() -> str:
    """0 to 13 as they are written here, for the script that counts tricks."""
    return " ".join(number(count) for count in range(14))
