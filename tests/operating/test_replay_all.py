"""`replay_all` finds whatever is stored otherwise than the log says, and nothing else."""

import io

from django.core.management import call_command
from django.db import transaction

from games.models import LogRow, MatchRow, RoundRow


def replay_all(**options) -> tuple[int, str]:
    """The exit status and what was written."""
    out = io.StringIO()
    try:
        call_command("replay_all", stdout=out, **options)
    except SystemExit as end:
        return end.code, out.getvalue()
    return 0, out.getvalue()


def test_what_the_services_wrote_is_the_same(played) -> None:
    status, said = replay_all()
    assert (status, said.split(" (")[0]) == (0, "2 matches: 2 the same")
    assert played.live.finished_at is None
    assert played.past.finished_at


def first_play(match: MatchRow) -> LogRow:
    return match.log.filter(code__startswith="play:").order_by("number").first()


def change(row, **columns) -> None:
    """Write these columns of a row past everything that would object."""
    type(row).objects.filter(pk=row.pk).update(**columns)


OTHER_DEAL = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
BROKEN = {
    "points of a round": ("past", lambda match: match.rounds.update(ns=999), "stored as played 999"),
    "outcome": ("past", lambda match: match.rounds.update(outcome="x"), "stored as x"),
    "winner": ("past", lambda match: change(match, winner="XX"), "winner is stored"),
    "score": ("past", lambda match: change(match, ew=1234), "ew is stored"),
    "end": ("past", lambda match: change(match, finished_at=None), "the row says otherwise"),
    "tallies": ("past", lambda match: match.players.update(tallies={"made-up": 1}), "tallies of N"),
    "a player": ("past", lambda match: match.players.filter(seat="N").delete(), "3 players"),
    "an action": ("past", lambda match: change(first_play(match), code="play:XX"), "replayed"),
    "whose action": ("live", lambda match: match.log.filter(number=2).update(seat=""), "replayed"),
    "a number": ("past", lambda match: match.log.filter(number=2).update(number=900), "numbers are not"),
    "version": ("live", lambda match: change(match.table, version=900), "at version 900"),
    "seed": ("live", lambda match: match.rounds.update(seed="00" * 32), "not the SHA-256"),
    "deal": ("live", lambda match: match.rounds.update(deal=OTHER_DEAL), "does not follow from the seed"),
    "a round": ("live", lambda match: match.rounds.update(number=7), "replayed"),
}


def test_each_difference_is_found(played, subtests) -> None:
    for what, (which, break_it, words) in BROKEN.items():
        match = getattr(played, which)
        with subtests.test(what), transaction.atomic():
            break_it(match)
            status, said = replay_all()
            transaction.set_rollback(True)
            assert status == 1
            assert any(line.startswith(f"match {match.pk}: ") and words in line for line in said.splitlines()), said
    assert replay_all()[0] == 0


def test_later_rules_do_not_judge_a_finished_match(played) -> None:
    MatchRow.objects.filter(pk=played.past.pk).update(rules_version=0, ns=999)
    status, said = replay_all()
    assert status == 0
    assert "1 under rules version 0, not judged" in said
    assert replay_all(match=played.live.pk)[1].startswith("1 matches: 1 the same")


def test_no_card_and_no_seed_is_told(played) -> None:
    RoundRow.objects.filter(match=played.live).update(commitment="", ns=4)
    seed = RoundRow.objects.get(match=played.live).seed
    said = replay_all()[1]
    assert "round 0" in said
    assert seed not in said
