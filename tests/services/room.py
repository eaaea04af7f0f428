"""Tables for the tests of services: people seated, a clock that the test moves, the keeper worked by hand."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from games import bots, store
from games.engine.observation import observe
from games.engine.seats import Seat
from games.models import PresenceRow, TableRow, TableState
from games.services import keeper, play, presence, seats, tables
from tests.factories import UserFactory

CHANCE = random.Random(7)


def people(*names: str) -> list[User]:
    return [UserFactory(username=name) for name in names]


def table_of(host: User, *others: User, rules: str = "tarneeb/classic", **terms: Any) -> int:
    """A table with these people at S, N, E, W in this order, all with a page open."""
    table = tables.open_table(host, rules, {}, **terms)
    for user, seat in zip(others, (Seat.N, Seat.E, Seat.W), strict=False):
        seats.sit(table.pk, user, seat, links=[table.pk])
    for user in (host, *others):
        presence.came(table.pk, user.pk)
    return table.pk


def playing(host: User, *others: User, **terms: Any) -> int:
    """The same, bots on the free seats, and the match begun."""
    table_id = table_of(host, *others, **terms)
    if len(others) < 3:
        tables.fill_with_bots(table_id, host.pk)
    for user in (host, *others):
        tables.ready_to_start(table_id, user.pk)
    assert store.read(table_id).state == TableState.PLAYING
    return table_id


def chosen(table_id: int) -> tuple[Seat, str]:
    """Who acts, and what a club player would do there."""
    match = store.read(table_id).match
    assert match is not None and match.to_act is not None
    seen = observe(match, match.to_act)
    return match.to_act, bots.choose(seen, "club", CHANCE).code


def act(table_id: int) -> None:
    """One sensible action of whoever is to act, a person by the person's own door."""
    snapshot = store.read(table_id)
    seat, code = chosen(table_id)
    sitter = snapshot.sitter(seat)
    if sitter.is_bot_played:
        play.take_bot_action(table_id, seat, code, snapshot.version)
    else:
        play.take_action(table_id, sitter.user_id, code, snapshot.version)


def step(table_id: int) -> None:
    """One sensible action, or the next deal where everybody has passed."""
    snapshot = store.read(table_id)
    if snapshot.match and snapshot.match.round is None:
        play.deal_next_round(table_id, snapshot.version)
    else:
        act(table_id)


def until_turn_of(table_id: int, user: User, phase: str = "") -> Seat:
    """Play on until this person is to act, in that phase where one is named, dealing as needed."""
    for _step in range(500):
        snapshot = store.read(table_id)
        assert snapshot.match is not None
        own = snapshot.seat_of(user.pk)
        if own is not None and snapshot.match.to_act is own and phase in ("", snapshot.match.phase):
            return own
        step(table_id)
    raise AssertionError("the turn never came")


def until_round_over(table_id: int) -> None:
    """Play on to the end of the round."""
    while (match := store.read(table_id).match) is not None and match.round is not None and not match.is_over:
        act(table_id)


def keep() -> int:
    """What the keeper would do now; how many tables it woke."""
    claimed = keeper.claim_due()
    for table_id in claimed:
        keeper.wake(table_id)
    return len(claimed)


def pages_gone(table_id: int, user: User) -> None:
    presence.went(table_id, user.pk)


def later(clock: Any, seconds: float) -> None:
    """Let time pass with this process alive: a longer silence of its heart would be an outage."""
    while seconds > 0:
        clock.shift(timedelta(seconds=min(5, seconds)))
        presence.beat()
        seconds -= 5


def events(table_id: int) -> list[str]:
    return [line.body for line in TableRow.objects.get(pk=table_id).talk.order_by("pk") if line.kind == "event"]


def nobody_present(table_id: int) -> bool:
    return not PresenceRow.objects.filter(table_id=table_id).exists()


def now() -> Any:
    return timezone.now()
