"""Many tables on one fake clock, disturbed at random: people leave, reload, time out, fall silent. All must end.

`./dev bench soak` runs thousands of them.
"""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from games import bots, store
from games.engine.observation import observe
from games.engine.registry import RULE_SETS
from games.engine.seats import Seat
from games.models import TableRow, TableState
from games.services import play, presence, seats, tables
from games.services.errors import NothingToDo, Refused, StaleAction
from tests.services.room import keep

STEP = timedelta(seconds=2)
MOST_IN_A_ROW = 20
BEAT = 3  # steps between signs of life
LONGEST = timedelta(days=2)
"""A table that lives so long is stuck: one person against bots may be away for a day."""


class Table:
    """A table with one to four people, and the moods they are in."""

    def __init__(self, number: int, chance: random.Random) -> None:
        self.chance = chance
        names = [f"soak-{number}-{place}" for place in range(chance.choice((1, 2, 3, 4, 4, 4)))]
        self.people = [User.objects.create(username=name, password="!") for name in names]
        self.rated = len(self.people) == 4 and chance.random() < 0.2
        self.silent: dict[int, int] = {}
        clock = 15 if self.rated or chance.random() < 0.4 else None
        self.table_id = self._open(list(RULE_SETS)[number % len(RULE_SETS)], clock)

    def _open(self, rule_set: str, clock: int | None) -> int:
        host, *others = self.people
        table_id = tables.open_table(host, rule_set, {}, turn_seconds=clock, rated=self.rated).pk
        for user, seat in zip(others, (Seat.N, Seat.E, Seat.W), strict=False):
            seats.sit(table_id, user, seat, links=())
        if len(self.people) < 4:
            tables.fill_with_bots(table_id, host.pk)
        for user in self.people:
            presence.came(table_id, user.pk)
            tables.ready_to_start(table_id, user.pk)
        return table_id

    def disturb(self) -> None:
        """Mostly the person whose turn it is plays; now and then somebody goes, comes, leaves or falls silent."""
        whim, user = self.chance.random(), self.chance.choice(self.people)
        if whim < 0.88:
            self._act()
        elif whim < 0.93:
            presence.went(self.table_id, user.pk)
        elif whim < 0.96:
            presence.came(self.table_id, user.pk)
        elif whim < 0.98:
            seats.leave(self.table_id, user.pk)
        elif whim < 0.99:
            seats.come_back(self.table_id, user)
        else:
            self.silent[user.pk] = self.chance.randrange(5, 200)

    def _act(self) -> None:
        snapshot = store.read(self.table_id)
        match = snapshot.match
        if match is None or match.is_over:
            return
        if match.to_act is None:
            with contextlib.suppress(NothingToDo):
                play.ready(self.table_id, self.chance.choice(self.people).pk)
            return
        sitter = snapshot.sitter(match.to_act)
        if sitter.user_id is None or not sitter.is_here or self._is_silent(sitter.user_id):
            return
        code = bots.choose(observe(match, match.to_act), "beginner", self.chance).code
        play.take_action(self.table_id, sitter.user_id, code, snapshot.version)

    def _is_silent(self, user_id: int) -> bool:
        self.silent[user_id] = self.silent.get(user_id, 0) - 1
        return self.silent[user_id] > 0


class Soak:
    """So many tables at once. `run` until all have ended; `stuck` are those that did not, `overdue` is the worst."""

    def __init__(self, clock: Any, count: int, seed: int) -> None:
        self.clock, self.chance = clock, random.Random(seed)
        self.tables = [Table(seed * 10_000 + number, self.chance) for number in range(count)]
        self.began = timezone.now()
        self.overdue = timedelta()
        self.ends: Counter[str] = Counter()
        self.steps = 0
        self.stuck: list[int] = []

    def run(self) -> None:
        """Play on; the keeper is worked by hand after every step of the clock."""
        while self.tables and timezone.now() - self.began < LONGEST:
            self._step()
        self.stuck += [table.table_id for table in self.tables]

    def _step(self) -> None:
        self.clock.shift(STEP)
        self.steps += 1
        if self.steps % BEAT == 0:
            presence.beat()
        for table in self.tables:
            with contextlib.suppress(Refused, StaleAction, NothingToDo):
                table.disturb()
        self._keep()
        self._look()

    def _keep(self) -> None:
        """Until nothing is due; a table that is due again at once, for ever, would keep the keeper from the others."""
        for _ in range(MOST_IN_A_ROW):
            if not keep():
                return
        due = TableRow.objects.filter(due_at__lte=timezone.now()).values_list("pk", flat=True)
        self.stuck += due
        self.tables = [table for table in self.tables if table.table_id not in due]

    def _look(self) -> None:
        rows = TableRow.objects.filter(pk__in=[table.table_id for table in self.tables])
        states = {pk: (state, due_at) for pk, state, due_at in rows.values_list("pk", "state", "due_at")}
        for table_id, (state, due_at) in states.items():
            if state in (TableState.FINISHED, TableState.CLOSED):
                self.ends[state] += 1
            elif due_at is None:
                self.stuck.append(table_id)
            else:
                self.overdue = max(self.overdue, timezone.now() - due_at)
        live = {pk for pk, (state, due_at) in states.items() if state == TableState.PLAYING and due_at}
        self.tables = [table for table in self.tables if table.table_id in live]
