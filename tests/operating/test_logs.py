"""What is counted and logged of actions, and that no line ever holds a secret."""

import io
import json
import logging
import re

import pytest
from django.test import Client
from django.urls import reverse
from prometheus_client import REGISTRY

from cardems_site import logs
from games import metrics, store
from games.engine.cards import CARDS
from games.engine.errors import MUST_FOLLOW_SUIT, IllegalAction
from games.engine.observation import observe
from games.models import RoundRow, TableRow
from games.services import play, presence
from games.services.errors import StaleAction
from tests.operating.conftest import play_on
from tests.services.room import people, playing, until_turn_of

ACTIONS = "cardems_actions_accepted_total"


@pytest.fixture
def lines():
    """All that is logged, as the site's own handler would write it."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.LineFormatter(as_json=True))
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    root.setLevel(level)
    root.removeHandler(handler)


def count(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0


@pytest.mark.django_db(transaction=True)
def test_one_line_and_one_count_for_each_row_of_the_log(lines) -> None:
    presence.beat()
    before = count(ACTIONS, kind="play", by="bot"), count(ACTIONS, kind="deal", by="table")
    table_id = playing(*people("Warda"))
    play_on(table_id, 20)
    table = TableRow.objects.get(pk=table_id)
    told = [line for line in lines() if line["event"] == "accepted"]
    assert [line["version"] for line in told] == list(range(1, table.version + 1))
    assert [(line["seat"], line["kind"], line["by"]) for line in told] == [
        (row.seat, row.code.partition(":")[0], row.by) for row in table.match.log.order_by("number")
    ]
    assert {line["table"] for line in told} == {table_id}
    assert count(ACTIONS, kind="deal", by="table") == before[1] + 1
    assert count(ACTIONS, kind="play", by="bot") > before[0]


@pytest.mark.django_db(transaction=True)
def test_nothing_is_counted_of_what_was_not_committed(played, monkeypatch) -> None:
    before = sum(count(ACTIONS, kind="play", by=by) for by in ("person", "bot"))
    monkeypatch.setattr("games.services.change.Change.write", lambda change: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        play_on(played.live_table.pk, 1)
    assert sum(count(ACTIONS, kind="play", by=by) for by in ("person", "bot")) == before


def test_a_refusal_is_told_with_its_reason_and_passes(lines) -> None:
    refused = "cardems_actions_refused_total"
    before = count(refused, kind="play", reason="StaleAction")
    with pytest.raises(StaleAction), metrics.asked(7, 3, "play:SA", "12"):
        raise StaleAction
    assert count(refused, kind="play", reason="StaleAction") == before + 1
    [line] = [line for line in lines() if line["event"] == "refused"]
    assert {name: line[name] for name in ("table", "version", "user", "kind", "reason")} == {
        "table": 7, "version": 12, "user": 3, "kind": "play", "reason": "StaleAction",
    }  # fmt: skip


def test_a_refusal_by_the_rules_has_the_code_of_the_rule(played) -> None:
    warda = played.live_table.host
    seat = until_turn_of(played.live_table.pk, warda)
    snapshot = store.read(played.live_table.pk)
    held = {action.code for action in observe(snapshot.match, seat).legal}
    code = next(f"play:{card}" for card in CARDS if f"play:{card}" not in held)
    with pytest.raises(IllegalAction) as refusal, metrics.asked(snapshot.table_id, warda.pk, code, snapshot.version):
        play.take_action(snapshot.table_id, warda.pk, code, snapshot.version)
    reason = refusal.value.reason.code
    assert count("cardems_actions_refused_total", kind="play", reason=reason) >= 1


@pytest.mark.parametrize("code", ["Zzz", "play", 7, None, {"a": 1}, "x" * 5000, "<script>:1"])
def test_a_made_up_kind_makes_no_new_label(code) -> None:
    assert metrics.kind_of(code) in ("other", "play")


@pytest.mark.django_db(transaction=True)
def test_no_line_holds_a_card_a_seed_a_cookie_or_a_token(lines) -> None:
    presence.beat()
    client, (warda,) = Client(), people("Warda")
    client.force_login(warda, backend="allauth.account.auth_backends.AuthenticationBackend")
    table_id = playing(warda)
    play_on(table_id, 40)
    table = TableRow.objects.get(pk=table_id)
    client.get(reverse("table", args=[table_id]))
    client.get(reverse("invite", args=[table.token]))
    client.get(reverse("invite", args=["an-unknown-token"]))
    client.get("/accounts/password/reset/key/1-secret-key/")
    with pytest.raises(IllegalAction), metrics.asked(table_id, warda.pk, "play:SA", table.version):
        raise IllegalAction(MUST_FOLLOW_SUIT)
    text = "\n".join(json.dumps(line) for line in lines())
    assert "accepted" in text
    secrets = {*RoundRow.objects.values_list("seed", flat=True), *RoundRow.objects.values_list("deal", flat=True)}
    secrets |= {table.token, "an-unknown-token", "secret-key", client.cookies["sessionid"].value, warda.password}
    assert not {secret for secret in secrets if secret in text}
    assert not re.search(r"(play|trump|call):[A-Z0-9]", text)


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("Not Found: /t/AbC-d_9/", "Not Found: /t/…/"),
        ("Gone: /accounts/password/reset/key/1a-xyz/ now", "Gone: /accounts/password/reset/key/…/ now"),
        ("Bad: /accounts/confirm-email/Mg:1v/", "Bad: /accounts/confirm-email/…/"),
        ("Not Found: /tables/7/", "Not Found: /tables/7/"),
    ],
)
def test_secret_parts_of_addresses_are_blotted_out(lines, said, left) -> None:
    logging.getLogger("django.request").error("%s", said)
    assert lines()[-1]["event"] == left
