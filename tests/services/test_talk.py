"""Talk: who may say what when, and who hears it."""

import pytest

from games import store
from games.engine.errors import InvalidAction
from games.models import ReportRow, TalkRow
from games.services import talk, wishes
from games.services.errors import NO_TALK, TALK_IS_OFF, TALK_TOO_FAST, Refused

from .room import act, later, people, playing


@pytest.fixture
def four(clock):
    return people("sara", "omar", "lina", "adam")


def refusal(service, *args):
    with pytest.raises(Refused) as refused:
        service(*args)
    return refused.value.reason


def test_a_line_is_a_visible_change_but_makes_no_card_stale(four):
    table_id = playing(*four)
    before = store.read(table_id)
    talk.say(table_id, four[0], "phrase", "hello")
    after = store.read(table_id)
    assert (after.version, after.revision) == (before.version, before.revision + 1)
    assert after.talk_at == TalkRow.objects.latest("pk").pk


def test_watchers_may_not_talk(four):
    assert refusal(talk.say, playing(*four), people("noor")[0], "text", "hello") is NO_TALK


def test_no_talk_in_a_rated_round_from_the_first_call_on(four):
    table_id = playing(*four, rated=True, turn_seconds=30)
    talk.say(table_id, four[0], "text", "good luck")
    act(table_id)
    for kind, body in (("text", "psst"), ("phrase", "hello"), ("emote", "wow")):
        assert refusal(talk.say, table_id, four[0], kind, body) is TALK_IS_OFF


def test_not_too_fast(four):
    table_id = playing(*four)
    for _line in range(5):
        talk.say(table_id, four[0], "emote", "clap")
    assert refusal(talk.say, table_id, four[0], "emote", "clap") is TALK_TOO_FAST
    talk.say(table_id, four[1], "emote", "clap")


def test_the_span_passes(clock, four):
    table_id = playing(*four)
    for _line in range(5):
        talk.say(table_id, four[0], "emote", "clap")
    later(clock, 11)
    talk.say(table_id, four[0], "emote", "clap")


@pytest.mark.parametrize(
    ("kind", "body"),
    [("phrase", "no such"), ("text", ""), ("text", "x" * 301), ("text", "\u202e\u200b"), ("event", "left|sara")],
)
def test_nonsense_is_no_talk(four, kind, body):
    with pytest.raises(InvalidAction):
        talk.say(playing(*four), four[0], kind, body)


def test_direction_tricks_are_taken_out(four):
    table_id = playing(*four)
    talk.say(table_id, four[0], "text", "a\u202eb\u2066c\n d")
    assert TalkRow.objects.get(kind="text").body == "a b c d"


def test_a_report_keeps_its_context(four):
    table_id = playing(*four)
    talk.report(four[0], four[1].pk, "insult", "rude", table_id)
    row = ReportRow.objects.get()
    assert (row.about, row.table_id, row.match_id) == (four[1], table_id, store.read(table_id).match_id)


def test_silencing_is_a_choice_that_can_be_undone(four):
    talk.silence(four[0], four[1].pk, "mute")
    assert talk.silenced_by(four[0].pk) == {four[1].pk}
    talk.silence(four[0], four[1].pk, None)
    assert not talk.silenced_by(four[0].pk)
    with pytest.raises(InvalidAction):
        talk.silence(four[0], four[0].pk, "block")


@pytest.mark.parametrize("text", ["\ud800", "\udfff and more", "a\0b"])
def test_half_a_character_is_no_text(four, text):
    asked = wishes.Asked(playing(*four), four[0], (), "", {"text": text})
    with pytest.raises(InvalidAction):
        wishes.grant("say", asked)
