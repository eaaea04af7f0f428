"""Matches applied to the pools of ratings: once, zero-sum, voided, replayed."""

import random
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import transaction
from django.db.models import Sum

from accounts import places, pools
from accounts.models import Period, Place, RatedMatch, Rating, RatingEvent, Uncounted
from accounts.pools import Result
from games.models import MatchRow
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)


@pytest.fixture
def four(db):
    return [UserFactory() for _seat in range(4)]


def finish(people, *, at=NOON, won="NS", left="", game="tarneeb", match=None):
    """Apply a match of these four, sitting N E S W."""
    match = match or MatchRow.objects.create(game=game, rule_set=f"{game}/classic", rated=True, finished_at=at)
    results = [
        Result(person.pk, seat, won=seat in won, left=seat in left) for person, seat in zip(people, "NESW", strict=True)
    ]
    with time_machine.travel(at, tick=False), transaction.atomic():
        return pools.apply(match.pk, game, results, at)


def ratings_of(people, game="tarneeb"):
    known = dict(Rating.objects.filter(game=game).values_list("user_id", "rating"))
    return [known.get(person.pk, 1500) for person in people]


def check() -> str:
    out = StringIO()
    call_command("recompute_ratings", "--check", stdout=out)
    return out.getvalue()


def test_a_match_changes_four_ratings(four):
    finish(four)
    assert ratings_of(four) == [1520, 1480, 1520, 1480]
    assert [event.change for event in RatingEvent.objects.order_by("id")] == [20, -20, 20, -20]


def test_a_match_is_applied_once(four):
    rated = finish(four)
    finish(four, match=MatchRow.objects.get(pk=rated.pk), won="EW")
    assert ratings_of(four) == [1520, 1480, 1520, 1480]
    assert RatingEvent.objects.count() == 4


def test_each_game_has_a_pool_of_its_own(four):
    finish(four)
    finish(four, game="spades", won="EW")
    assert ratings_of(four) == [1520, 1480, 1520, 1480]
    assert ratings_of(four, "spades") == [1480, 1520, 1480, 1520]


def test_a_leaver_carries_the_partners_loss(four):
    finish(four, left="E")
    assert ratings_of(four) == [1520, 1460, 1520, 1500]


def test_only_five_matches_a_day_between_the_same_two_sides(four):
    north, east, south, west = four
    for hour in range(5):
        assert finish(four, at=NOON + timedelta(hours=hour)).reason == ""
    turned = [west, south, east, north]  # the same two sides, the seats exchanged
    assert finish(turned, at=NOON + timedelta(hours=11)).reason == Uncounted.DAY_IS_FULL
    assert finish([north, south, east, west], at=NOON + timedelta(hours=11)).reason == ""  # other partners
    assert finish(four, at=NOON + timedelta(hours=12)).reason == ""  # the next day (UTC)
    assert RatingEvent.objects.count() == 4 * 7


def test_a_void_takes_the_changes_back_and_can_be_undone(four):
    first = finish(four)
    finish(four, at=NOON + timedelta(hours=1))
    after = ratings_of(four)
    with transaction.atomic():
        assert pools.void(first.pk, NOON + timedelta(hours=2))
        assert not pools.void(first.pk)
    assert ratings_of(four) == [rating - change for rating, change in zip(after, [20, -20, 20, -20], strict=True)]
    row = Rating.objects.get(user=four[0])
    assert (row.matches, row.won, row.streak) == (1, 1, 1)
    with transaction.atomic():
        assert pools.restore(first.pk)
        assert not pools.restore(first.pk)
    assert ratings_of(four) == after
    assert RatingEvent.objects.aggregate(all=Sum("change"))["all"] == 0
    assert "no difference" in check()


def test_a_void_match_leaves_room_for_another_on_its_day(four):
    matches = [finish(four, at=NOON + timedelta(minutes=minute)) for minute in range(5)]
    pools.void(matches[0].pk)
    assert finish(four, at=NOON + timedelta(hours=1)).reason == ""


def test_streaks_and_recent_ratings(four):
    for day, won in enumerate(["NS", "NS", "EW", "EW", "EW"]):
        finish(four, at=NOON + timedelta(days=day), won=won)
    assert Rating.objects.get(user=four[0]).streak == -3
    assert Rating.objects.get(user=four[1]).streak == 3
    row = Rating.objects.get(user=four[0])
    assert len(row.recent) == 5
    assert row.recent[-1] == row.rating


def test_many_matches_sum_to_zero_and_replay_without_a_difference(db):
    """`./dev bench ratings` does the same with ten thousand."""
    chance = random.Random(5)
    people = [UserFactory() for _person in range(30)]
    for number in range(200):
        left = "".join(seat for seat in "NESW" if chance.random() < 0.05)
        at = NOON + timedelta(minutes=number)
        rated = finish(chance.sample(people, 4), at=at, won=chance.choice(["NS", "EW"]), left=left)
        if chance.random() < 0.03:
            pools.void(rated.pk)
    sums = RatingEvent.objects.values("rated", "step").annotate(all=Sum("change"))
    assert {row["all"] for row in sums} == {0}
    assert Rating.objects.aggregate(all=Sum("rating"))["all"] == 1500 * Rating.objects.count()
    assert "no difference" in check()


def test_the_check_finds_what_was_tampered_with(four):
    finish(four)
    Rating.objects.filter(user=four[0]).update(rating=1600)
    RatingEvent.objects.filter(user=four[1]).update(change=-19)
    out = StringIO()
    with pytest.raises(CommandError, match="differences"):
        call_command("recompute_ratings", "--check", stdout=out)
    assert "do not sum to zero" in out.getvalue()
    assert f"user {four[0].pk} in tarneeb: rating 1600" in out.getvalue()
    assert Rating.objects.get(user=four[0]).rating == 1600


def test_recomputing_mends_sums(four):
    finish(four)
    Rating.objects.filter(user=four[0]).update(rating=1600, matches=7)
    call_command("recompute_ratings", stdout=StringIO())
    assert Rating.objects.get(user=four[0]).rating == 1520
    assert "no difference" in check()


def test_a_match_that_does_not_count_is_noted(four):
    match = MatchRow.objects.create(game="tarneeb", rule_set="tarneeb/classic", rated=True, finished_at=NOON)
    pools.set_aside(match.pk, "tarneeb", Uncounted.BOTS, NOON)
    assert RatedMatch.objects.get(pk=match.pk).get_reason_display() == "A bot had a seat when the match began."
    assert not pools.void(match.pk)
    assert "no difference" in check()


# --- places on the leaderboards ------------------------------------------------------------------------------------


def play_days(four, days, first=NOON):
    """One match a day, won by turns."""
    for day in range(days):
        finish(four, at=first + timedelta(days=day), won=("NS", "EW")[day % 2])
    return first + timedelta(days=days - 1)


def periods(person):
    return sorted(Place.objects.filter(user=person).values_list("period", flat=True))


def test_a_place_needs_fifteen_matches(four):
    play_days(four, 14)
    assert periods(four[0]) == []
    play_days(four, 1, NOON + timedelta(days=14))
    assert periods(four[0]) == ["30", "7", "all"]


def test_places_hold_the_numbers_of_their_period(four):
    last = play_days(four, 20)
    row = Rating.objects.get(user=four[0])
    week = Place.objects.get(user=four[0], period=Period.WEEK)
    whole = Place.objects.get(user=four[0], period=Period.ALL)
    since = last - timedelta(days=6, hours=12)
    inside = RatingEvent.objects.filter(user=four[0], at__gte=since)
    assert week.matches == inside.count() == 7
    assert week.change == inside.aggregate(all=Sum("change"))["all"]
    assert (whole.matches, whole.won, whole.rating) == (20, 10, row.rating)


def test_places_go_when_their_days_have_passed(four):
    last = play_days(four, 20)
    for days, left in [(4, ["30", "7", "all"]), (5, ["30", "all"]), (27, ["30", "all"]), (28, ["all"]), (60, [])]:
        while places.refresh_due(last + timedelta(days=days)):
            pass
        assert periods(four[0]) == left, days
    assert Rating.objects.get(user=four[0]).due is None
    assert places.refresh_due(last + timedelta(days=90)) == 0
