"""Races of people for seats, again and again; `./dev bench races` runs more of them. Never five, never two owners."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from django.db import connection

from accounts.models import User
from games import store
from games.engine.observation import observe
from games.engine.seats import Seat
from games.models import PlayerRow, SeatRow, TableRow, TableState
from games.services import play, seats, tables
from games.services.change import changing
from games.services.errors import Refused, StaleAction

RUNNERS = 6
DONE, STALE = "done", "stale"

Work = Callable[[], object]


class Races:
    """Nine people and six threads, used in every race. `outcomes` counts what happened, `faults` says what must not."""

    def __init__(self) -> None:
        names = [f"runner-{number}" for number in range(9)]
        self.people = [User.objects.get_or_create(username=name)[0] for name in names]
        self.pool = ThreadPoolExecutor(RUNNERS)
        self.outcomes: Counter[str] = Counter()
        self.faults: list[str] = []

    def run(self, times: int) -> None:
        """Each race so many times."""
        for race in (self.six_on_one_seat, self.join_leave_start, self.two_tables_at_once, self.two_tabs):
            for _ in range(times):
                self._clear()
                race()

    def close(self) -> None:
        """End the threads and their connections to the database."""
        self._together([lambda: connection.close()] * RUNNERS)  # each thread has its own
        self.pool.shutdown()

    # --- the races ---------------------------------------------------------------------------------------------------

    def six_on_one_seat(self) -> None:
        table_id = self._table(self.people[:3])
        told = self._together([self._sit(table_id, user, Seat.W) for user in self.people[3:]])
        self._expect(told, {DONE: 1, "seat-taken": 5})
        self._look_at(table_id)

    def join_leave_start(self) -> None:
        host, one, other, late = self.people[:4]
        table_id = self._table([host, one, other])
        for user in (host, one, other):
            tables.ready_to_start(table_id, user.pk)
        works: list[Work] = [
            self._sit(table_id, late, Seat.W),
            partial(seats.leave, table_id, other.pk),
            *(partial(tables.ready_to_start, table_id, user.pk) for user in (host, one, late, other)),
        ]
        self._expect(self._together(works), None)
        self._look_at(table_id)

    def two_tables_at_once(self) -> None:
        """One person in six tabs, three of them at each of two tables."""
        first, second = self._table([self.people[0]]), self._table([self.people[1]])
        free = (Seat.N, Seat.E, Seat.W)
        runner = self.people[2]
        told = self._together([self._sit(table_id, runner, seat) for table_id in (first, second) for seat in free])
        if DONE not in told:
            self.faults.append(f"two tables at once: nobody was seated: {dict(told)}")
        if SeatRow.objects.filter(user=runner, live=True).count() != 1:
            self.faults.append("two tables at once: not exactly one live seat")
        self._look_at(first)
        self._look_at(second)

    def two_tabs(self) -> None:
        """The same turn taken in six tabs, by any of the actions that are offered."""
        table_id = self._table(self.people[:4])
        for user in self.people[:4]:
            tables.ready_to_start(table_id, user.pk)
        snapshot = store.read(table_id)
        match = snapshot.match
        assert match is not None and match.to_act is not None
        offered = [action.code for action in observe(match, match.to_act).legal]
        user_id = snapshot.sitter(match.to_act).user_id
        works = [
            partial(play.take_action, table_id, user_id, offered[tab % len(offered)], snapshot.version)
            for tab in range(RUNNERS)
        ]
        self._expect(self._together(works), {DONE: 1, STALE: 5})
        self._look_at(table_id)

    # --- what they are made of ---------------------------------------------------------------------------------------

    def _table(self, seated: list[User]) -> int:
        table = tables.open_table(seated[0], "tarneeb/classic", {})
        for user, seat in zip(seated[1:], (Seat.N, Seat.E, Seat.W), strict=False):
            seats.sit(table.pk, user, seat, links=())
        return table.pk

    def _sit(self, table_id: int, user: User, seat: Seat) -> Work:
        return partial(seats.sit, table_id, user, seat, links=())

    def _together(self, works: list[Work]) -> Counter[str]:
        """Do these at the same moment, each in a thread; what came of them."""
        barrier = threading.Barrier(len(works))
        told = Counter(self.pool.map(partial(_outcome, barrier), works))
        self.outcomes.update(told)
        return told

    def _expect(self, told: Counter[str], wanted: dict[str, int] | None) -> None:
        """What must have come of a race; None: anything but an error."""
        if wanted is not None and told != wanted:
            self.faults.append(f"{dict(told)}, not {wanted}")
        self.faults += [outcome for outcome in told if outcome.startswith("error")]

    def _look_at(self, table_id: int) -> None:
        self.faults += _wrongs(table_id)

    def _clear(self) -> None:
        """Everybody is free again."""
        for table_id in set(SeatRow.objects.filter(user__in=self.people, live=True).values_list("table_id", flat=True)):
            with changing(table_id) as change:
                tables.close(change)


def _outcome(barrier: threading.Barrier, work: Work) -> str:
    barrier.wait(30)
    try:
        work()
    except Refused as refusal:
        return refusal.reason.code
    except StaleAction:
        return STALE
    except Exception as error:
        return f"error: {error!r}"
    return DONE


def _wrongs(table_id: int) -> Iterator[str]:
    """What is wrong with the seats of this table (invariant I7)."""
    table = TableRow.objects.get(pk=table_id)
    rows = SeatRow.objects.filter(table=table)
    people = [row.user_id for row in rows if row.user_id]
    if sorted(row.seat for row in rows) != ["E", "N", "S", "W"]:
        yield "a table does not have four seats"
    if len(people) != len(set(people)):
        yield "somebody has two seats at a table"
    if table.state != TableState.PLAYING:
        return
    played = dict(PlayerRow.objects.filter(match=table.match).values_list("seat", "user_id"))
    if played != {row.seat: row.user_id for row in rows} or None in played.values():
        yield "a match was begun without the four who sit there"
