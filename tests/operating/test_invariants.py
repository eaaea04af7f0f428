"""`check_invariants` finds each kind of breach under its id, and nothing on a site that the services made."""

import io
from datetime import timedelta

from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import RatedMatch, Rating, RatingEvent, User
from games.models import LogRow, MatchRow, PlayerRow, ProcessRow, RoundRow, SeatRow, TableRow


def check_invariants() -> tuple[int, str]:
    """The exit status and what was written."""
    out = io.StringIO()
    try:
        call_command("check_invariants", stdout=out)
    except SystemExit as end:
        return end.code, out.getvalue()
    return 0, out.getvalue()


def test_all_hold_on_what_the_services_wrote(played) -> None:
    assert check_invariants() == (0, "All invariants hold.\n")


def test_all_hold_on_an_empty_site(db) -> None:
    status, said = check_invariants()
    assert status == 0
    assert "No process is alive" in said


def change(row, **columns) -> None:
    """Write these columns of a row past everything that would object."""
    type(row).objects.filter(pk=row.pk).update(**columns)


def seat(table, name="N") -> SeatRow:
    return table.seats.get(seat=name)


def a_while_ago():
    return timezone.now() - timedelta(minutes=1)


def _rated(site, *changes: int) -> None:
    """The past match rated with these changes, for as many people."""
    rated = RatedMatch.objects.create(match=site.past, game="spades", at=timezone.now())
    MatchRow.objects.filter(pk=site.past.pk).update(rated=True)
    for number, change in enumerate(changes):
        user = User.objects.create(username=f"rated-{number}")
        RatingEvent.objects.create(
            rated=rated, user=user, game="spades", at=timezone.now(), seat="N", won=change > 0, change=change,
            rating=1500 + change,
        )  # fmt: skip
        Rating.objects.create(user=user, game="spades", rating=1500 + change, matches=1)


def _rate(site, match, **columns) -> None:
    RatedMatch.objects.create(match=match, game="spades", at=timezone.now(), **columns)


def _counts_not_and_changes(site) -> None:
    _rated(site, 12, 12, -12, -12)
    RatedMatch.objects.update(reason="bots")


def _closed_and_live(site) -> None:
    change(site.past_table, state="closed")
    site.past_table.seats.update(live=True)


def _new_user() -> User:
    return User.objects.create(username="Noor")


BREACHES = {
    "a version beyond the log": ("I1", lambda site: change(site.live_table, version=99)),
    "a version without a match": ("I1", lambda site: change(site.past_table, match=None)),
    "a lost action": ("I2", lambda site: site.live.log.filter(number=3).delete()),
    "a log that begins late": ("I2", lambda site: site.live.log.filter(number=1).delete()),
    "a lost round": ("I2", lambda site: site.past.rounds.all().delete()),
    "a round out of number": ("I2", lambda site: site.past.rounds.update(number=4)),
    "a round dealt twice": ("I6", lambda site: site.past.log.filter(number=2).update(code="deal")),
    "a result without end": ("I3", lambda site: change(site.past, finished_at=None)),
    "an end without result": ("I3", lambda site: change(site.past, winner="", ended_by="")),
    "three players": ("I3", lambda site: site.past.players.filter(seat="E").delete()),
    "an end that is not the match's": ("I3", lambda site: site.past.players.filter(seat="N").update(finished_at=None)),
    "two deals of one seed": ("I4", lambda site: RoundRow.objects.update(seed="ab" * 32)),
    "nothing due": ("I5", lambda site: change(site.live_table, due_at=None)),
    "overdue": ("I5", lambda site: change(site.live_table, due_at=a_while_ago())),
    "playing what is over": ("I5", lambda site: change(site.past_table, state="playing")),
    "a match that nobody plays": ("I5", lambda site: change(site.live_table, state="finished")),
    "three seats": ("I7", lambda site: seat(site.past_table).delete()),
    "an empty seat in play": ("I7", lambda site: change(seat(site.live_table), bot_level="")),
    "a player who is two": ("I7", lambda site: PlayerRow.objects.filter(user__isnull=False).update(bot_level="club")),
    "a player who is nobody": ("I7", lambda site: PlayerRow.objects.filter(user__isnull=True).update(bot_level="")),
    "two seats at a table": (
        "I7", lambda site: change(seat(site.past_table), user=site.past_table.host, live=False, bot_level="")
    ),
    "a live table, a dead seat": ("I7", lambda site: site.live_table.seats.update(live=False)),
    "a closed table, a live seat": ("I7", _closed_and_live),
    "another person in the seat": ("I7", lambda site: change(seat(site.live_table, "S"), user=_new_user())),
    "changes that do not sum to zero": ("I8", lambda site: _rated(site, 12, 12, -12, -11)),
    "three people rated": ("I8", lambda site: _rated(site, 12, -6, -6)),
    "nothing changed": ("I8", lambda site: _rated(site)),
    "not judged": ("I8", lambda site: change(site.past, rated=True)),
    "rated before its end": ("I8", lambda site: _rate(site, site.live, reason="bots")),
    "a change that does not count": ("I8", _counts_not_and_changes),
    "a rating from nowhere": (
        "I8", lambda site: Rating.objects.create(user=site.past_table.host, game="spades", rating=2400)
    ),
}  # fmt: skip


def test_each_breach_is_found(played, subtests) -> None:
    for what, (invariant, breach) in BREACHES.items():
        with subtests.test(what), transaction.atomic():
            breach(played)
            status, said = check_invariants()
            transaction.set_rollback(True)
            assert status == 1
            assert any(line.startswith(f"{invariant} ") for line in said.splitlines()), said
    assert check_invariants()[0] == 0


def test_no_other_finding_for_a_lawful_rating(played) -> None:
    _rated(played, 12, 12, -24, 0)
    assert check_invariants() == (0, "All invariants hold.\n")


def test_overdue_is_no_fault_while_nobody_serves(played) -> None:
    TableRow.objects.filter(pk=played.live_table.pk).update(due_at=timezone.now() - timedelta(minutes=1))
    ProcessRow.objects.all().delete()
    assert check_invariants()[0] == 0


def test_the_database_itself_refuses_the_worst(played) -> None:
    names = {"one_row_per_number", "one_deal_per_round", "one_live_seat_per_person", "a_seat_is_a_person_or_a_bot"}
    with connection.cursor() as cursor:
        tables = [LogRow, RoundRow, SeatRow]
        found = [connection.introspection.get_constraints(cursor, table._meta.db_table) for table in tables]
    assert names <= {name for constraints in found for name in constraints}
