"""What people wrote down against what is stored: nothing acknowledged is lost, nothing is stored twice or by nobody."""

from __future__ import annotations

from collections.abc import Iterable

from games.models import LogRow, TableRow

from .people import ACKNOWLEDGED, REFUSED, UNKNOWN, Person, Room

Stored = dict[int, tuple[str, str, str]]
"""Seat, code and cause of each row of the log, by its number."""


def disagreements(rooms: Iterable[Room]) -> list[str]:
    """A line for each; empty when the logs agree (invariants I1, I2)."""
    return [line for room in rooms for line in _of_table(room.table_id, room.people)]


def _of_table(table_id: int, people: list[Person]) -> Iterable[str]:
    match_id = TableRow.objects.values_list("match_id", flat=True).get(pk=table_id)
    rows = LogRow.objects.filter(match_id=match_id).order_by("number")
    stored: Stored = {number: what for number, *what in rows.values_list("number", "seat", "code", "by")}
    yield from judged(stored, people)


def judged(stored: Stored, people: list[Person]) -> Iterable[str]:
    """The same for the rows of one match."""
    if sorted(stored) != list(range(1, len(stored) + 1)):
        yield "the log has a gap"
    for person in people:
        yield from person.faults
        yield from _promises(stored, person)
    sent = {(person.seat.name, one.version + 1, one.code) for person in people for one in person.log}
    for number, (seat, code, by) in stored.items():
        if by == "person" and (seat, number, code) not in sent:
            yield f"row {number} is from nobody: {seat} {code}"


def _promises(stored: Stored, person: Person) -> Iterable[str]:
    unsure = {(one.version + 1, one.code) for one in person.log if one.outcome == UNKNOWN}
    for one in person.log:
        seat, code, _by = stored.get(one.version + 1, ("", "", ""))
        is_there = seat == person.seat.name and code == one.code
        if one.outcome == ACKNOWLEDGED and not is_there and (one.version + 1, code) not in unsure:
            yield f"{person.seat.name} was told that {one.code} is row {one.version + 1}, which is {seat} {code}"
        if one.outcome == REFUSED and is_there and _only(person, one.version, one.code):
            yield f"{person.seat.name} was refused {one.code} at {one.version}, and it is stored"


def _only(person: Person, version: int, code: str) -> bool:
    """Whether this was the only time that they sent it: a second attempt may have been accepted."""
    return sum((one.version, one.code) == (version, code) for one in person.log) == 1
