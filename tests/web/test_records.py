"""Records that somebody brings: shown, judged, and kept nowhere."""

from __future__ import annotations

import json
import random
from types import SimpleNamespace

import pytest
from django.urls import reverse

from accounts.people import close
from games import record, store
from games.engine.deals import deal_from_seed
from games.engine.matches import Ending, dealt, ended
from games.engine.registry import game_for
from games.engine.seats import Side
from games.models import MatchRow, PlayerRow
from games.services import agreements, presence
from games.services.errors import Refused
from tests.factories import UserFactory
from tests.past import past_match, played_match, store_match
from tests.services import room
from tests.web.past_matches import exported, import_errors, short

pytestmark = pytest.mark.django_db


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
