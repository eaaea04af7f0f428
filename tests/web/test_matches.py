"""The list of past matches, who sees which, and the page of one with its downloads."""

from __future__ import annotations

import json
import random
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import RatedMatch, User
from accounts.people import close
from games import record, store
from games.engine.deals import deal_from_seed
from games.engine.errors import OUT_OF_PHASE
from games.engine.matches import Ending, Match, dealt, ended
from games.engine.registry import GAMES, game_for
from games.engine.seats import Seat, Side
from games.models import MatchRow, PlayerRow
from games.screens.keys import Key
from games.screens.match_list import A_PAGE, MatchFilter, match_list
from games.screens.texts import speaking
from games.services import agreements, presence
from games.services.errors import Refused
from tests.factories import UserFactory
from tests.past import WHEN, past_match, played_match, store_match
from tests.services import room

pytestmark = pytest.mark.django_db


@pytest.fixture
def layla():
    return UserFactory(username="layla")


@pytest.fixture
def omar():
    return UserFactory(username="omar")


@pytest.fixture
def as_layla(client, layla):
    client.force_login(layla)
    return client


def listed(client: Client, **filters: str) -> list[int]:
    found = client.get(reverse("matches"), filters).context["matches"]
    return [entry.id for entry in found.entries]


def short(**kinds) -> MatchRow:
    return past_match(rounds=1, **kinds)


# --- the list --------------------------------------------------------------------------------------------------------


def test_everybody_sees_rated_matches_only(client, layla):
    rated, _casual = short(rated=True, people={"N": layla}), short(people={"N": layla})
    assert listed(client) == [rated.pk]


def test_own_casual_matches_stand_in_ones_own_list(as_layla, layla, omar):
    own = short(people={"N": layla}, ended_at=WHEN)
    rated = short(rated=True, people={"N": omar}, ended_at=WHEN - timedelta(hours=1))
    short(people={"N": omar})
    assert listed(as_layla) == [own.pk, rated.pk]
    assert listed(as_layla, player="layla") == [own.pk]
    assert listed(as_layla, rated="0") == [own.pk]
    assert listed(as_layla, rated="1") == [rated.pk]


def test_of_another_person_one_sees_what_is_public_or_was_played_together(as_layla, layla, omar):
    together = short(people={"N": layla, "S": omar}, ended_at=WHEN)
    rated = short(rated=True, people={"N": omar}, ended_at=WHEN - timedelta(hours=1))
    short(people={"N": omar})
    assert listed(as_layla, player="Omar") == [together.pk, rated.pk]
    as_layla.logout()
    assert listed(as_layla, player="omar") == [rated.pk]


def test_a_void_match_is_listed_to_its_own_people_only(as_layla, layla):
    match, seeds = played_match(game_for("tarneeb/classic"), random.Random(1), 1)
    row = store_match(ended(match, Ending("void")), seeds, {"N": layla}, rated=True)
    assert listed(as_layla) == [row.pk]
    as_layla.logout()
    assert listed(as_layla) == []


@pytest.fixture
def taken_back(layla):
    """A rated match with a winner, declared void afterwards."""
    row = short(rated=True, people={"N": layla})
    RatedMatch.objects.create(match=row, game=row.game, at=WHEN, voided_at=WHEN + timedelta(days=1))
    return row


def test_a_match_void_afterwards_stands_marked_in_its_own_peoples_lists_alone(client, layla, taken_back):
    mark = '<span class="tag">Void</span>'
    assert listed(client) == listed(client, player="layla") == []
    client.force_login(layla)
    assert listed(client) == listed(client, player="layla") == [taken_back.pk]
    assert mark in client.get(reverse("matches")).content.decode()
    RatedMatch.objects.update(voided_at=None)
    client.logout()
    assert listed(client) == [taken_back.pk]
    assert mark not in client.get(reverse("matches")).content.decode()


def test_the_page_of_a_void_match_says_so_and_is_not_to_be_found(client, taken_back):
    page = client.get(reverse("match", args=[taken_back.pk]))
    assert page["X-Robots-Tag"] == "noindex"
    assert "its rating changes were taken back" in page.content.decode()
    assert '<span class="tag">Void</span>' in page.content.decode()


def test_a_match_that_goes_on_is_in_no_list(as_layla, layla):
    row = MatchRow.objects.create(game="tarneeb", rule_set="tarneeb/classic", rated=True)
    PlayerRow.objects.create(match=row, seat="N", user=layla)
    assert listed(as_layla) == []
    assert as_layla.get(reverse("match", args=[row.pk])).status_code == 404
    assert as_layla.get(reverse("match-record", args=[row.pk])).status_code == 404
    assert as_layla.get(reverse("round-card", args=[row.pk, 1])).status_code == 404


def test_filters_work_together(client, layla, omar):
    wanted = short(rules="tarneeb/levant", rated=True, people={"N": layla}, ended_at=WHEN)
    short(rules="tarneeb/levant", rated=True, people={"N": layla}, ended_at=WHEN - timedelta(days=2))
    short(rules="tarneeb/classic", rated=True, people={"N": layla}, ended_at=WHEN)
    short(rules="tarneeb/levant", rated=True, people={"N": omar}, ended_at=WHEN)
    day = {"since": "2026-11-29", "until": "2026-11-29"}
    assert listed(client, player="layla", game="tarneeb/levant", rated="1", **day) == [wanted.pk]
    assert len(listed(client, game="tarneeb")) == 4
    assert listed(client, game="spades") == []
    assert len(listed(client, until="2026-11-28")) == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [("player", "nobody-of-that-name"), ("game", "chess"), ("rated", "x"), ("since", "31.02."), ("player", "\x00")],
)
def test_a_wrong_filter_is_said_at_its_field(client, name, value):
    response = client.get(reverse("matches"), {name: value})
    assert response.status_code == 200
    assert response.context["form"].errors.keys() == {name}
    assert response.context["matches"] is None


def test_pages_by_key_there_and_back(client):
    rows = [short(rated=True, ended_at=WHEN - timedelta(minutes=n // 2)) for n in range(2 * A_PAGE + 3)]
    expected = [row.pk for row in sorted(rows, key=lambda row: (row.finished_at, row.pk), reverse=True)]
    pages, key = [], ""
    while True:
        found = client.get(reverse("matches"), {"key": key} if key else {}).context["matches"]
        pages.append([entry.id for entry in found.entries])
        if not found.older:
            break
        key = found.older
    assert [one for page in pages for one in page] == expected
    assert list(map(len, pages)) == [A_PAGE, A_PAGE, 3]
    before = client.get(reverse("matches"), {"key": found.newer}).context["matches"]
    assert [entry.id for entry in before.entries] == pages[1]
    first = client.get(reverse("matches"), {"key": before.newer}).context["matches"]
    assert [entry.id for entry in first.entries] == pages[0]
    assert not first.newer


@pytest.mark.parametrize("key", ["x", "1", "1.2.3", "-", "99999999999999999.1", "٣.٣", "1.999999999999999999", "-0.0"])
def test_a_broken_key_is_no_fault(client, key):
    assert client.get(reverse("matches"), {"key": key}).status_code == 200


def test_keys_are_read_as_written():
    key = Key(WHEN, 77)
    assert Key.parse(str(key)) == key
    assert Key.parse(str(key.going_back())).back


# --- plans: every query walks an index -------------------------------------------------------------------------------

ROWS = 20_000
FILTERS = [
    MatchFilter(),
    MatchFilter(game="tarneeb"),
    MatchFilter(rule_set="tarneeb/levant"),
    MatchFilter(rated=True, game="spades", since=WHEN - timedelta(days=9), until=WHEN - timedelta(days=1)),
    MatchFilter(rated=False),
    MatchFilter(player_id=1),
    MatchFilter(player_id=1, rule_set="tarneeb/levant", rated=True, since=WHEN - timedelta(days=30)),
]


def many_matches(people: list[User]) -> None:
    if connection.vendor == "postgresql":  # making so many rows takes longer than the site's transactions may idle
        for limit in ("idle_in_transaction_session_timeout", "statement_timeout"):
            connection.cursor().execute(f"SET LOCAL {limit} = 0")
    chance = random.Random(5)
    rules = ["tarneeb/levant", "tarneeb/classic", "tarneeb/cardems", "spades/cardems"]
    rows = MatchRow.objects.bulk_create(
        MatchRow(
            game=slug.partition("/")[0],
            rule_set=slug,
            rated=chance.random() < 0.6,
            finished_at=WHEN - timedelta(minutes=number),
            winner="NS",
        )
        for number, slug in ((number, chance.choice(rules)) for number in range(ROWS))
    )
    RatedMatch.objects.bulk_create(
        RatedMatch(match=row, game=row.game, at=row.finished_at, voided_at=None if number % 50 else WHEN)
        for number, row in enumerate(rows)
        if row.rated
    )
    PlayerRow.objects.bulk_create(
        PlayerRow(match=row, seat=seat, user=person, finished_at=row.finished_at)
        for row in rows
        for seat, person in zip("NESW", chance.sample(people, 4), strict=True)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def plan_of(sql: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {'QUERY PLAN ' if connection.vendor == 'sqlite' else ''}{sql}")
        return "\n".join(str(row[-1]) for row in cursor.fetchall())


def walks_an_index(plan: str) -> bool:
    if connection.vendor == "postgresql":
        return not any(f"Seq Scan on {table}" in plan for table in ("games_", "accounts_ratedmatch"))
    scans = [line for line in plan.splitlines() if line.startswith("SCAN") and "INDEX" not in line]
    return not scans and "TEMP B-TREE" not in plan


@pytest.mark.slow
@pytest.mark.services
def test_every_list_walks_an_index_in_few_queries():
    people = User.objects.bulk_create(User(username=f"walker-{n}") for n in range(ROWS // 10))
    many_matches(people)
    viewer, other = people[0].pk, people[1].pk
    for wanted in FILTERS:
        chosen = MatchFilter(**{**_fields(wanted), "player_id": other}) if wanted.player_id else wanted
        for viewer_id in (None, viewer, other):
            for key in (None, Key(WHEN - timedelta(days=5), 9), Key(WHEN - timedelta(days=5), 9, back=True)):
                with (
                    CaptureQueriesContext(
                        connection,
                    ) as queries,
                    speaking("en", "latin"),
                ):
                    found = match_list(viewer_id, chosen, key)
                assert len(queries) <= 5
                plans = {query["sql"]: plan_of(query["sql"]) for query in queries.captured_queries}
                assert {sql: plan for sql, plan in plans.items() if not walks_an_index(plan)} == {}
                assert len(found.entries) <= A_PAGE


def _fields(wanted: MatchFilter) -> dict:
    return {name: getattr(wanted, name) for name in MatchFilter.__slots__}


# --- one match -------------------------------------------------------------------------------------------------------


def test_a_page_tells_every_step_and_links_to_it(client, layla):
    row = past_match("tarneeb/levant", {"N": layla}, rounds=3)
    page = client.get(reverse("match", args=[row.pk]))
    text = page.content.decode()
    assert page["X-Robots-Tag"] == "noindex"
    for log in row.log.exclude(code="deal").exclude(code__startswith="end"):
        before = row.log.filter(round=log.round, number__lt=log.number).exclude(code="deal").count()
        assert f'id="r{log.round + 1}-{before + 1}"' in text
        if log.code.startswith("play:"):
            assert f'data-card="{log.code[5:7]}"' in text


def test_a_rated_match_may_be_found_by_everybody(client):
    page = client.get(reverse("match", args=[short(rated=True).pk]))
    assert "X-Robots-Tag" not in page
    assert b'property="og:image"' in page.content


def test_who_played_sits_at_the_bottom(as_layla, layla):
    row = short(people={"E": layla})
    assert b'data-near="E"' in as_layla.get(reverse("match", args=[row.pk])).content


def test_names_are_shown_as_they_are_and_do_no_harm(client):
    evil = "<img src=x>"
    match, seeds = played_match(game_for("tarneeb/classic"), random.Random(1), 1)
    row = store_match(ended(match, Ending("closed")), seeds)
    row.players.filter(seat="N").update(bot_name=evil)
    assert evil.encode() not in client.get(reverse("match", args=[row.pk])).content
    assert evil.encode() not in client.get(reverse("round-card", args=[row.pk, 1])).content


@pytest.mark.parametrize("rules", ["tarneeb/egyptian", "spades/cardems"])
def test_downloads(client, rules):
    row = past_match(rules, rounds=2)
    told = json.loads(client.get(reverse("match-record", args=[row.pk])).content)
    assert (told["rules"], len(told["rounds"])) == (rules, 2)
    whole = client.get(reverse("match-pbn", args=[row.pk])).content.decode()
    one = client.get(reverse("round-pbn", args=[row.pk, 2])).content.decode()
    assert whole.count("[Board ") == 2
    assert '[Board "2"]' in one
    assert '[Board "1"]' not in one
    picture = client.get(reverse("round-card", args=[row.pk, 1]))
    assert picture["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert b"<style" not in picture.content


@pytest.mark.parametrize("number", [0, 3, 99999999999999999999])
def test_a_round_that_is_not_there(client, number):
    row = past_match(rounds=2)
    assert client.get(reverse("round-card", args=[row.pk, number])).status_code == 404
    assert client.get(reverse("round-pbn", args=[row.pk, number or 7])).status_code == 404


def test_no_match_has_so_large_a_number(client):
    assert client.get("/matches/99999999999999999999/").status_code == 404


def test_a_page_costs_few_queries(client, layla, django_assert_max_num_queries):
    row = past_match("spades/cardems", {"N": layla}, rounds=10)
    client.force_login(layla)
    client.get(reverse("match", args=[row.pk]))
    with django_assert_max_num_queries(8):
        client.get(reverse("match", args=[row.pk]))


# --- rules that changed ----------------------------------------------------------------------------------------------


@pytest.fixture
def new_rules(monkeypatch):
    """After this is called, both games have a second version, under which nothing that was played is lawful."""

    def begin() -> None:
        store.cache.clear()
        for game in GAMES.values():
            monkeypatch.setattr(game, "version", 2)
            monkeypatch.setattr(game, "refusal", lambda *_: OUT_OF_PHASE)

    return begin


@pytest.mark.parametrize("rules", ["tarneeb/levant", "tarneeb/egyptian", "tarneeb/classic", "spades/cardems"])
def test_a_match_under_older_rules_is_shown_as_it_was_stored(client, layla, new_rules, rules):
    match, seeds = played_match(game_for(rules), random.Random(8), 4)
    row = store_match(ended(match, Ending("concession", Side.EW)), seeds, {"N": layla}, rated=True)
    for place, finished in enumerate(match.finished):
        store.write_round(row.pk, place, finished.outcome, finished.points)
    before = client.get(reverse("match", args=[row.pk]))
    new_rules()
    page = client.get(reverse("match", args=[row.pk]))
    assert "Played under version 1 of the rules; today&#x27;s are version 2." in page.content.decode()
    for number in (1, 2, 3, 4):
        assert steps_told(page, number) == steps_told(before, number)
    old, new = before.context["match"], page.context["match"]
    assert (new.totals, new.won, new.title, new.line) == (old.totals, old.won, old.title, old.line)
    assert [(row.ns_points, row.ew_total) for row in new.sheet.rows] == [
        (row.ns_points, row.ew_total) for row in old.sheet.rows
    ]
    assert client.get(reverse("round-card", args=[row.pk, 1])).status_code == 200
    assert "in PBN" not in page.content.decode()
    assert client.get(reverse("match-pbn", args=[row.pk])).status_code == 404


def steps_told(page, number: int) -> list[tuple]:
    """Every step of a round, and who took its tricks but the last, which nothing stored tells."""
    round = page.context["match"].rounds[number - 1]
    winners = [stage.winner for stage in round.stages][: max(1, len(round.stages) - 1)]
    steps = [(step.id, step.seat, step.spoken, step.card) for stage in round.stages for step in stage.steps]
    return [round.direction, round.calls, round.hands, winners, steps]


@pytest.mark.parametrize("rules", ["tarneeb/levant", "tarneeb/egyptian", "spades/cardems"])
def test_the_record_of_a_match_under_older_rules_is_the_same_file(client, layla, new_rules, rules):
    row = past_match(rules, {"N": layla}, rounds=3)
    first = exported(client, row)
    new_rules()
    assert exported(client, row) == first
    assert json.loads(client.get(f"/api/matches/{row.pk}/").content)["record"] == json.loads(first)


def test_a_record_that_todays_rules_refuse_says_by_which_it_was_judged(client, new_rules):
    whole = exported(client, short())
    new_rules()
    (error,) = import_errors(client, whole.decode())["record"]
    assert "Judged by version 2 of the rules." in error


# --- records that somebody brings ------------------------------------------------------------------------------------


def exported(client: Client, row: MatchRow) -> bytes:
    return client.get(reverse("match-record", args=[row.pk])).content


@pytest.mark.parametrize("rules", ["tarneeb/cardems", "tarneeb/egyptian", "spades/cardems"])
def test_exported_imported_and_exported_again_is_the_same(client, layla, rules):
    first = exported(client, past_match(rules, {"N": layla}, rounds=4))
    again = client.post(reverse("match-import"), {"record": first.decode(), "as": "record"})
    assert again.content == first


ENDINGS = {"concession": Ending("concession", Side.NS), "void": Ending("void"), "closed": Ending("closed")}


@pytest.mark.parametrize("by", ENDINGS)
@pytest.mark.parametrize("people", ["accounts", "guest", "closed account"])
def test_however_it_ended_and_whoever_played_the_record_comes_back_alike(client, layla, omar, by, people):
    if people == "guest":
        layla = UserFactory(username="Guest-1234", is_guest=True)
    match, seeds = played_match(game_for("tarneeb/levant"), random.Random(2), 2)
    match = dealt(match, match.next_dealer, deal_from_seed(bytes(32), match.next_dealer, match.game.rotation))
    row = store_match(ended(match, ENDINGS[by]), [*seeds, bytes(32)], {"N": layla, "S": omar})
    if people == "closed account":
        close(layla)
    first = exported(client, row)
    told = json.loads(first)
    assert told["ended"]["by"] == by
    assert ("N" in told["players"]) is (people != "closed account")
    again = client.post(reverse("match-import"), {"record": first.decode(), "as": "record"})
    assert again.content == first
    shown = client.post(reverse("match-import"), {"record": first.decode()}).content.decode()
    assert 'id="r3"' in shown


def test_a_match_with_claimed_tricks_comes_back_alike(client, layla, monkeypatch):
    chance = random.Random(7)
    drawn = SimpleNamespace(choice=chance.choice, token_bytes=chance.randbytes)
    monkeypatch.setattr("games.services.play.secrets", drawn)  # deals of which one can be claimed early
    monkeypatch.setattr(room, "CHANCE", chance)
    store.cache.clear()  # the match of another test may have had this number
    presence.beat()
    table_id = room.playing(layla)
    is_claimed = False
    while not is_claimed:
        room.until_turn_of(table_id, layla)
        try:
            agreements.claim(table_id, layla.pk, store.read(table_id).version)
            is_claimed = True
        except Refused:
            room.act(table_id)
    agreements.concede(table_id, layla.pk)
    row = MatchRow.objects.get()
    first = exported(client, row)
    assert len(json.loads(first)["rounds"][-1]["plays"]) == 52
    assert client.post(reverse("match-import"), {"record": first.decode(), "as": "record"}).content == first
    assert client.get(reverse("match-pbn", args=[row.pk])).status_code == 200


def test_an_imported_record_is_shown_and_kept_nowhere(client, layla):
    whole = exported(client, past_match("tarneeb/levant", {"N": layla}, rounds=2))
    before = MatchRow.objects.count(), PlayerRow.objects.count()
    page = client.post(reverse("match-import"), {"record": whole.decode()})
    assert page.status_code == 200
    assert "layla" in page.content.decode()
    assert 'id="r2-1"' in page.content.decode()
    assert (MatchRow.objects.count(), PlayerRow.objects.count()) == before
    assert client.post(reverse("match-import"), {"record": whole.decode(), "as": "pbn"}).content.startswith(b"% PBN")


def test_a_file_is_as_good_as_a_paste(client, tmp_path):
    path = tmp_path / "match.json"
    path.write_bytes(exported(client, short()))
    with path.open("rb") as file:
        assert client.post(reverse("match-import"), {"file": file}).status_code == 200


def import_errors(client: Client, text: str) -> dict[str, list[str]]:
    response = client.post(reverse("match-import"), {"record": text})
    assert response.status_code == 422
    return response.context["form"].errors


def test_a_fault_is_told_in_words_at_its_place(client):
    told = json.loads(exported(client, past_match("tarneeb/cardems", rounds=2)))
    told["rounds"][1]["plays"][0] = "XX"
    (error,) = import_errors(client, json.dumps(told))["record"]
    step = len(told["rounds"][1]["calls"]) + 2
    assert error == f"Round 2, step {step}: The seat to play does not hold that card."


GARBAGE = [
    "",
    "{",
    "null",
    "[" * 5000,
    '{"format":"cardems-record/1","rules":"x","rounds":[]}',
    '{"format":"cardems-record/1","rules":"tarneeb/classic","options":{"target":31.0},"rounds":[]}',
    '{"format":"cardems-record/1","rules":"tarneeb/classic","rounds":[{"dealer":"N","deal":"N:"}]}',
    '{"format":"cardems-record/1","rules":"tarneeb/classic","rounds":[{"dealer":"Q","deal":"x"}]}',
    "\x00\udfff",
]


@pytest.mark.parametrize("text", GARBAGE)
def test_garbage_is_an_error_at_the_field(client, text):
    assert import_errors(client, text.encode("utf-8", "replace").decode()).keys() == {"record"}


def test_garbage_kept_values_do_not_reach_the_page(client):
    told = json.loads(exported(client, short()))
    told |= {"players": {"N": "<script>", "Q": 7}, "played_at": {"a": 1}, "ended": ["void"]}
    told["rounds"][0] |= {"seed": '"><b>', "commitment": 5, "gestures": {"99": "kick"}}
    page = client.post(reverse("match-import"), {"record": json.dumps(told)})
    assert page.status_code == 200
    assert b"<script>" not in page.content


def test_a_record_of_no_rounds_is_a_page_too(client):
    empty = '{"format":"cardems-record/1","rules":"spades/cardems","rounds":[]}'
    assert client.post(reverse("match-import"), {"record": empty}).status_code == 200


def test_too_much_is_refused(client, tmp_path):
    path = tmp_path / "large.json"
    path.write_bytes(b" " * (256 * 1024 + 1))
    with path.open("rb") as file:
        assert client.post(reverse("match-import"), {"file": file}).status_code == 422
    many = {"dealer": "N", "deal": "N:", "calls": []}
    text = json.dumps({"format": "cardems-record/1", "rules": "tarneeb/classic", "rounds": [many] * 201})
    assert import_errors(client, text).keys() == {"record"}
    assert client.post(reverse("match-import"), {"record": "x" * 70_000}).status_code == 400


def test_record_module_reads_what_the_page_gives(client):
    assert record.parse(exported(client, short())).rules == "tarneeb/classic"


def test_a_match_that_ended_in_its_first_round_says_so(client):
    game = game_for("tarneeb/cardems")
    seed = bytes(32)
    match = dealt(Match(game), Seat.N, deal_from_seed(seed, Seat.N, game.rotation))
    row = store_match(ended(match, Ending("concession", Side.NS)), [seed], rated=True)
    page = client.get(f"/matches/{row.pk}/", headers={"accept-language": "ar"}).content.decode()
    assert "لم تكتمل أي جولة." in page
    assert "طرنيب، كارديمز" in page
    assert "الجولة، </span>" in page
