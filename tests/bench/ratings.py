"""`./dev bench ratings`: does the site's Elo predict? Beside openskill's default model, on the same matches.

A population with known strengths plays; who wins is drawn from the difference of the two sides' mean strengths on the
400-point curve, so no system can be better than those strengths themselves. Each match is predicted before it is rated.
openskill's default model is too sure of itself for a game with this much luck; so it is also shown with the one factor
on its log-odds that, seen afterwards, would have been the best for it. The limit is that of the default model.
At the end ten thousand matches go through the site's own pools in a database of their own: every match must sum to
zero, and the replay must find no difference.
"""

from __future__ import annotations

import math
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from openskill.models import PlackettLuce

from accounts.ratings import Rated, changes, expected, strength

LIMIT = 1.02
NEAR = 200  # how far from one's own place among all the others are found, where alike meet alike
MATCHES_IN_POOLS = 10_000


@dataclass(frozen=True)
class Population:
    """How many people, how much their strengths differ (standard deviation), how many matches, and who meets whom."""

    name: str
    people: int
    spread: float
    matches: int
    alike: bool = False  # people meet those of about their own strength


POPULATIONS = (
    Population("a club: 200 people, all meet all", 200, 150, 10_000),
    Population("a site: 1,000 people, most play little", 1000, 150, 20_000),
    Population("the same, alike meet alike", 1000, 150, 20_000, alike=True),
    Population("1,000 people of very different strength", 1000, 300, 20_000),
)


@dataclass
class Elo:
    """The site's own."""

    name: str = "Cardems Elo"
    known: dict[int, Rated] = field(default_factory=dict)

    def predict(self, one: Sequence[int], other: Sequence[int]) -> float:
        return expected(strength(self._pair(one)), strength(self._pair(other)))

    def rate(self, winners: Sequence[int], losers: Sequence[int]) -> None:
        gains, losses = changes(self._pair(winners), self._pair(losers))
        for person, change in zip((*winners, *losers), (*gains, *losses), strict=True):
            before = self.known.get(person, Rated())
            self.known[person] = Rated(before.rating + change, before.matches + 1)

    def strength_of(self, person: int) -> float:
        return self.known.get(person, Rated()).rating

    def _pair(self, side: Sequence[int]) -> tuple[Rated, Rated]:
        one, other = side
        return self.known.get(one, Rated()), self.known.get(other, Rated())


class OpenSkill:
    """openskill's default model with its default parameters."""

    name = "openskill"

    def __init__(self) -> None:
        self.model = PlackettLuce()
        self.known: dict[int, object] = {}

    def predict(self, one: Sequence[int], other: Sequence[int]) -> float:
        return self.model.predict_win([self._side(one), self._side(other)])[0]

    def rate(self, winners: Sequence[int], losers: Sequence[int]) -> None:
        rated = self.model.rate([self._side(winners), self._side(losers)])
        for person, rating in zip((*winners, *losers), (*rated[0], *rated[1]), strict=True):
            self.known[person] = rating

    def strength_of(self, person: int) -> float:
        return self.known[person].mu if person in self.known else 25.0

    def _side(self, side: Sequence[int]) -> list:
        return [self.known.setdefault(person, self.model.rating()) for person in side]


# --- the comparison ------------------------------------------------------------------------------------------------


@dataclass
class Score:
    """The log-losses of a population: what each system said, and how it could have been said best."""

    elo: float
    openskill: float
    calibrated: float

    def ratios(self) -> tuple[float, float]:
        return self.elo / self.openskill, self.elo / self.calibrated


def compare(population: Population, seed: int) -> Score:
    """Print one block, and what it came to."""
    chance = random.Random(seed)
    true = [chance.gauss(0, population.spread) for _person in range(population.people)]
    weights = [chance.paretovariate(1.2) for _person in range(population.people)]
    four = _meeting(population, true, weights, chance)
    elo, openskill = Elo(), OpenSkill()
    told: dict[str, list[float]] = {"elo": [], "openskill": [], "known": []}  # the chance given to what happened
    met = [0] * population.people
    for _match in range(population.matches):
        a, b, c, d = four()
        ideal = 1 / (1 + 10 ** ((true[c] + true[d] - true[a] - true[b]) / 2 / 400))
        winners, losers = ((a, b), (c, d)) if chance.random() < ideal else ((c, d), (a, b))
        told["known"].append(ideal if winners == (a, b) else 1 - ideal)
        for name, system in (("elo", elo), ("openskill", openskill)):
            told[name].append(system.predict(winners, losers))
            system.rate(winners, losers)
        for person in (a, b, c, d):
            met[person] += 1
    settled = [person for person in range(population.people) if met[person] >= 15]
    truth = [true[person] for person in settled]
    ranks = [
        _rank_correlation([system.strength_of(person) for person in settled], truth) for system in (elo, openskill)
    ]
    score = Score(_loss(told["elo"]), _loss(told["openskill"]), _best_loss(told["openskill"]))
    print(f"\n{population.name}; {population.matches:,} matches, {len(settled):,} people with 15 or more")
    print(f"  Cardems Elo            log-loss {score.elo:.4f}   rank correlation {ranks[0]:.3f}")
    print(f"  openskill              log-loss {score.openskill:.4f}   rank correlation {ranks[1]:.3f}")
    print(f"  openskill, calibrated  log-loss {score.calibrated:.4f}")
    print(f"  the known strengths    log-loss {_loss(told['known']):.4f}")
    print("  Elo / openskill {:.4f}, / calibrated {:.4f}".format(*score.ratios()))
    return score


def _loss(told: Sequence[float], factor: float = 1) -> float:
    """The mean log-loss, each log-odds times a factor."""
    odds = (math.log(max(chance, 1e-9) / max(1 - chance, 1e-9)) for chance in told)
    return sum(math.log1p(math.exp(-factor * each)) for each in odds) / len(told)


def _best_loss(told: Sequence[float]) -> float:
    return min(_loss(told, step / 20) for step in range(1, 31))


def _meeting(
    population: Population, true: Sequence[float], weights: Sequence[float], chance: random.Random
) -> Callable[[], list[int]]:
    """Four different people for each match: some play much more than others."""
    everybody = sorted(range(population.people), key=lambda person: true[person])

    def four() -> list[int]:
        found: list[int] = []
        if population.alike:
            first = chance.choices(everybody, weights)[0]
            place = everybody.index(first)
            near = everybody[max(0, place - NEAR) : place + NEAR]
            found = [first, *chance.sample([person for person in near if person != first], 3)]
            chance.shuffle(found)
        while len(found) < 4:
            person = chance.choices(range(population.people), weights)[0]
            if person not in found:
                found.append(person)
        return found

    return four


def _rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's: Pearson's correlation of the mean ranks."""
    a, b = _ranks(one), _ranks(other)
    mean = (len(a) + 1) / 2
    top = sum((x - mean) * (y - mean) for x, y in zip(a, b, strict=True))
    bottom = math.sqrt(sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b))
    return top / bottom


def _ranks(values: Sequence[float]) -> list[float]:
    order = sorted(range(len(values)), key=lambda at: values[at])
    ranks, first = [0.0] * len(values), 0
    while first < len(order):
        last = first
        while last + 1 < len(order) and values[order[last + 1]] == values[order[first]]:
            last += 1
        for place in order[first : last + 1]:
            ranks[place] = (first + last) / 2 + 1
        first = last + 1
    return ranks


# --- the pools -----------------------------------------------------------------------------------------------------


def through_the_pools(matches: int) -> bool:
    """Ten thousand matches through the site's own code and a database file; whether all of it adds up."""
    import django
    from django.core.management import CommandError, call_command
    from django.db import transaction
    from django.db.models import Sum

    django.setup()
    call_command("migrate", verbosity=0)
    from accounts import pools
    from accounts.models import Rating, RatingEvent, User
    from games.models import MatchRow

    chance, begin = random.Random(5), datetime(2026, 1, 1, tzinfo=UTC)
    names = [f"player-{number}" for number in range(400)]
    people = User.objects.bulk_create([User(username=name, password="!") for name in names])
    started = time.perf_counter()
    for number in range(matches):
        at = begin + timedelta(minutes=7 * number)
        row = MatchRow.objects.create(game="tarneeb", rule_set="tarneeb/classic", rated=True, finished_at=at)
        won = chance.choice("NE")
        results = [
            pools.Result(person.pk, seat, won=(seat in "NS") is (won == "N"), left=chance.random() < 0.03)
            for person, seat in zip(chance.sample(people, 4), "NESW", strict=True)
        ]
        with transaction.atomic():
            pools.apply(row.pk, "tarneeb", results, at)
            if chance.random() < 0.01:
                pools.void(row.pk, at)
        if number % 100 == 99 and sys.stderr.isatty():
            print(f"\r  {number + 1:,} of {matches:,} matches", end="", file=sys.stderr)
    each = (time.perf_counter() - started) / matches * 1000
    uneven = RatingEvent.objects.values("rated", "step").annotate(all=Sum("change")).exclude(all=0).count()
    total = Rating.objects.aggregate(all=Sum("rating"))["all"] - 1500 * Rating.objects.count()
    print(f"\n{matches:,} matches through the pools, {each:.1f} ms each:")
    print(f"  {uneven} matches that do not sum to zero; all ratings together {total:+} from 1500 each")
    try:
        call_command("recompute_ratings", "--check")
    except CommandError as error:
        print(f"  replay: {error}")
        return False
    return not uneven and not total


def main() -> None:
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES_IN_POOLS
    scores = [compare(each, seed) for seed, each in enumerate(POPULATIONS)]
    worst, calibrated = map(max, zip(*(score.ratios() for score in scores), strict=True))
    print(f"\nThe highest Elo / openskill: {worst:.4f} (limit {LIMIT}); / calibrated in hindsight: {calibrated:.4f}")
    with tempfile.TemporaryDirectory(prefix="cardems-bench-") as folder:
        os.environ.update(CARDEMS_VAR=folder, CARDEMS_LOCAL="1", DJANGO_SETTINGS_MODULE="cardems_site.settings")
        os.environ.pop("DATABASE_URL", None)
        fine = through_the_pools(matches) if matches else True
    sys.exit(0 if fine and worst <= LIMIT else 1)


if __name__ == "__main__":
    main()
