"""Matches that are over, written into the database as the services would have done, for tests and demonstrations."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from accounts.models import User
from games import store
from games.engine import deals, matches
from games.engine.game import Game, legal_actions
from games.engine.matches import Ending, Match
from games.engine.registry import game_for
from games.engine.rounds import Round
from games.engine.seats import SEATS, Seat
from games.models import LogRow, MatchRow, PlayerRow, RoundRow
from games.screens.replay import trump_chooser
from games.services.results import result_columns
from tests.arrange import sensible

BOTS = {"N": "Layla", "E": "Nour", "S": "Sami", "W": "Omar"}
WHEN = datetime(2026, 11, 29, 18, 0, tzinfo=UTC)


def played_match(game: Game, chance: random.Random, rounds: int = 400) -> tuple[Match, list[bytes]]:
    """A match played by chance from real seeds, to its end or for so many rounds, with those seeds."""
    match, seeds = Match(game), []
    while not match.is_over and len(match.finished) < rounds:
        if match.round is not None:
            match = matches.played(match, sensible(legal_actions(game, match.round), chance))
            continue
        dealer = match.next_dealer if match.next_dealer is not None else Seat(chance.randrange(4))
        seeds.append(chance.randbytes(32))
        match = matches.dealt(match, dealer, deals.deal_from_seed(seeds[-1], dealer, game.rotation))
    return match, seeds


def store_match(
    match: Match,
    seeds: list[bytes],
    people: Mapping[str, User] | None = None,
    *,
    rated: bool = False,
    ended_at: datetime = WHEN,
) -> MatchRow:
    """The rows of a match that is over; seats without a person get bots."""
    row = MatchRow.objects.create(
        game=match.game.slug,
        rule_set=match.game.rule_set.slug,
        options=match.game.rule_set.differences(match.game.values),
        rated=rated,
        started_at=ended_at - timedelta(minutes=40),
        finished_at=ended_at,
        **result_columns(match),
    )
    store.cache.clear()  # the match of another test may have had this number
    _store_players(row, people or {}, ended_at)
    rounds = [*(each.round for each in match.finished), *([match.round] if match.round else [])]
    codes = [(place, *action) for place, round in enumerate(rounds) for action in _codes(match.game, round)]
    if match.ending:
        side = f":{match.ending.side}" if match.ending.side is not None else ""
        codes.append((len(rounds) - 1, "", f"end:{match.ending.by}{side}"))
    LogRow.objects.bulk_create(
        LogRow(match=row, number=number, round=place, seat=seat, code=code)
        for number, (place, seat, code) in enumerate(codes, 1)
    )
    RoundRow.objects.bulk_create(
        _round_row(row, place, *pair) for place, pair in enumerate(zip(rounds, seeds, strict=True))
    )
    return row


def past_match(
    rules: str = "tarneeb/classic",
    people: Mapping[str, User] | None = None,
    *,
    seed: int = 3,
    rounds: int = 400,
    rated: bool = False,
    ended_at: datetime = WHEN,
) -> MatchRow:
    """A match by chance; one of few rounds was closed."""
    match, seeds = played_match(game_for(rules), random.Random(seed), rounds)
    match = match if match.is_over else matches.ended(match, Ending("closed"))
    return store_match(match, seeds, people, rated=rated, ended_at=ended_at)


def _store_players(row: MatchRow, people: Mapping[str, User], ended_at: datetime) -> None:
    for seat in SEATS:
        person = people.get(seat.name)
        bot = {} if person else {"bot_level": "club", "bot_name": BOTS[seat.name]}
        PlayerRow.objects.create(match=row, seat=seat.name, user=person, finished_at=ended_at, **bot)


def _codes(game: Game, round: Round) -> list[tuple[str, str]]:
    chooser = trump_chooser(game, round)
    tricks = [*round.tricks, *([round.trick] if round.trick else [])]
    return [
        ("", "deal"),
        *((call.seat.name, call.code) for call in round.calls),
        *([] if chooser is None else [(chooser.name, f"trump:{round.trump}")]),
        *((seat.name, f"play:{card}") for trick in tricks for seat, card in trick.plays(game.rotation)),
    ]


def _round_row(row: MatchRow, place: int, round: Round, seed: bytes) -> RoundRow:
    return RoundRow(
        match=row,
        number=place,
        dealer=round.dealer.name,
        deal=str(round.deal),
        seed=seed.hex(),
        commitment=deals.commitment(seed),
        deal_method=deals.METHOD,
    )
