"""The table as a room, in words: who is away, what is asked of whom, the host's order, the talk."""

from datetime import timedelta

import pytest
from django.utils import timezone
from msgspec.structs import replace

from games.engine.matches import Ending, Match, ended
from games.engine.seats import SEATS, Seat
from games.models import Wish
from games.screens import table
from games.screens import talk as words
from games.screens.talk import TalkLine, talk_view
from games.screens.texts import speaking
from games.services import talk as talk_service
from tests.arrange import round_at

from .stage import SARA, game_of, sitters, snapshot_of

OMAR = 8
YOU = Seat.S


@pytest.fixture(autouse=True)
def _english():
    with speaking("en", "latin"):
        yield


def playing(rules="tarneeb/classic", phase="play", changes=None, **facts):
    """A match being played; `changes` to Omar, who sits West."""
    position = round_at(phase, rules)
    n, e, s, w = sitters()
    people = (n, e, s, replace(w, **(changes or {})))
    return snapshot_of(Match(position.game, round=position.round), sitters=people, **facts)


def ago(seconds):
    return timezone.now() - timedelta(seconds=seconds)


def asks(snapshot, seat=YOU, user=SARA):
    return table.private(snapshot, seat, user)["controls"].asks


def answers(ask):
    return [button.do for button in ask.answers]


# --- away ----------------------------------------------------------------------------------------------------------


def test_an_away_person_has_a_broken_plate_and_a_countdown_for_all():
    plate = table.public(playing(changes={"away_at": ago(15)}))["seat-W"]
    assert (plate.kind, plate.meta, round(plate.stand_in.left)) == ("away", "away", 45)


def test_nothing_is_counted_down_when_nobody_waits():
    n, e, s, w = sitters()
    both = (n, e, replace(s, away_at=ago(5)), replace(w, away_at=ago(15)))
    assert table.public(replace(playing(), sitters=both))["seat-W"].stand_in is None


@pytest.mark.parametrize(
    ("changes", "meta"),
    [({"has_left": True}, "has left"), ({"stands_in": True, "away_at": ago(99)}, "bot plays")],
)
def test_a_plate_says_how_somebody_is_away(changes, meta):
    plate = table.public(playing(changes=changes))["seat-W"]
    assert (plate.kind, plate.meta) == ("away", meta)
    assert plate.bot_plays == ("stands_in" in changes)


def test_the_others_may_wait_or_let_a_bot_play():
    (ask,) = asks(playing(changes={"away_at": ago(15)}))
    assert (ask.text, answers(ask)) == ("Omar is away.", ["wait:W", "stand-in:W"])
    assert asks(playing(changes={"away_at": ago(15), "stands_in": True})) == ()
    assert asks(playing(changes={"away_at": ago(15)}), None, None) == ()


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"stands_in": True, "away_at": ago(99)}, "A bot plays for you."),
        ({"has_left": True, "away_at": ago(9)}, "You have left the table."),
        ({"away_at": ago(9)}, "You count as away."),
    ],
)
def test_who_is_away_is_asked_to_come_back(changes, text):
    (ask,) = asks(playing(changes=changes), Seat.W, OMAR)
    assert (ask.text, answers(ask)) == (text, ["back"])


def test_whose_seat_staff_have_given_to_a_bot_is_a_watcher():
    removed = {"removed": True, "has_left": True, "stands_in": True, "away_at": ago(9)}
    snapshot = playing(changes=removed)
    own, watcher = table.private(snapshot, Seat.W, OMAR), table.private(snapshot, None, None)
    assert own["prompt"].text == "Staff have given your seat to a bot."
    assert own["viewer"].seat == "watcher"
    alike = ("controls", "hand", "match-menu", "gathering", "viewer")
    assert [own[name] for name in alike] == [watcher[name] for name in alike]
    assert not talk_view(snapshot, Seat.W, (), frozenset()).may_talk
    assert asks(snapshot) == ()  # nobody waits for who will not come


# --- after a match -------------------------------------------------------------------------------------------------


def over(**changes):
    """A match that is over; `changes` to Omar, who sits West."""
    return replace(playing(changes=changes), state="finished", match=round_over())


def round_over():
    return ended(Match(round_at("play").game, round=round_at("play").round), Ending("closed"))


def buttons(snapshot, seat=YOU, user=SARA):
    return [button.do for button in table.private(snapshot, seat, user)["controls"].actions if button.do]


def test_another_match_is_offered_in_two_ways_while_all_are_there():
    assert buttons(over()) == ["rematch", "rotate"]


def test_when_somebody_has_left_the_table_can_gather_anew():
    snapshot = over(has_left=True)
    assert buttons(snapshot) == ["rematch"]
    assert "the seat is open to others" in table.private(snapshot, YOU, SARA)["prompt"].text
    assert buttons(snapshot, Seat.W, OMAR) == ["rematch"]  # who has left may think better of it
    assert buttons(over(has_left=True, removed=True), Seat.W, OMAR) == []


# --- names ---------------------------------------------------------------------------------------------------------


def test_a_guests_made_up_name_is_said_in_the_readers_language_and_digits():
    snapshot = playing(changes={"name": "Guest-4821"})
    line = TalkLine(1, OMAR, "Guest-4821", "text", "hello")
    with speaking("ar", "arabic"):
        shown = table.public(snapshot)["seat-W"]
        talk = table.private(snapshot, YOU, SARA, talk_view(snapshot, YOU, (line,), frozenset()))
        event = words.spoken(TalkLine(2, None, "", "event", "left|Guest-4821"))
    assert (shown.name, shown.initial) == ("ضيف-٤٨٢١", "ض")
    assert talk["talk-lines"].lines[0].name == talk["people"].people[0].name == "ضيف-٤٨٢١"
    assert "ضيف-٤٨٢١" in event.text
    assert table.public(snapshot)["seat-W"].name == "Guest-4821"


# --- giving up, claiming -------------------------------------------------------------------------------------------


def test_a_concession_asks_the_partner_alone():
    n, e, s, w = sitters()
    snapshot = replace(playing(), sitters=(n, replace(e, wish=Wish.CONCEDE), s, w))
    (partner,) = asks(snapshot, Seat.W, OMAR)
    assert (partner.text, answers(partner)) == (
        "Nour would give the match up. Do you agree?",
        ["concede", "play-on"],
    )
    assert answers(asks(snapshot, Seat.E, None)[0]) == ["play-on"]
    assert asks(snapshot) == ()


def test_a_claim_is_offered_on_ones_own_turn_to_play():
    snapshot = playing()
    to_act = snapshot.match.to_act
    offered = {seat: table.private(snapshot, seat, 99)["match-menu"].claim for seat in SEATS}
    assert [seat for seat, claim in offered.items() if claim] == [to_act]
    assert not table.private(playing(phase="call"), playing(phase="call").match.to_act, 99)["match-menu"].claim
    assert table.private(snapshot, None, None)["match-menu"].concede == ""


# --- gathering -----------------------------------------------------------------------------------------------------


def waiting(**facts):
    n, e, s, w = sitters()
    empty = replace(n, name="", bot_level="")
    return snapshot_of(None, game_of("tarneeb/levant"), sitters=(empty, e, s, w), **facts)


def orders(snapshot, seat, user):
    return [[button.do for button in line.actions] for line in table.private(snapshot, seat, user)["gathering"].seats]


def test_the_host_orders_every_seat():
    assert orders(waiting(), YOU, SARA) == [
        ["add-bot:N"],
        ["swap:EN", "swap:ES", "swap:EW", "remove:E"],
        ["swap:SN", "swap:SE", "swap:SW"],
        ["swap:WN", "swap:WE", "swap:WS", "pass-host:W", "remove:W"],
    ]


def test_others_who_sit_here_get_the_invite_only():
    mine = table.private(waiting(), Seat.W, OMAR)["gathering"]
    assert (mine.link, mine.seats[0].link) == ("/t/secret-token/", "/t/secret-token/?seat=N")
    assert not any(line.actions for line in mine.seats)
    assert table.private(waiting(), None, 99)["gathering"].link == ""
    assert table.private(playing(), YOU, SARA)["gathering"].link == ""


def test_plates_show_the_host_and_who_is_ready():
    n, e, s, w = sitters(S=True)
    shown = table.public(snapshot_of(None, game_of("tarneeb/levant"), sitters=(n, e, s, w)))
    assert [seat for seat in SEATS if shown[f"seat-{seat}"].is_host] == [YOU]
    assert [seat for seat in SEATS if shown[f"seat-{seat}"].is_ready] == [YOU]


def test_free_seats_that_bots_will_take_are_counted_down():
    board = table.public(waiting(fill_at=timezone.now() + timedelta(seconds=12)))["board"]
    assert round(board.countdown.left) == 12
    assert "until bots take the free seats" in board.foot


def test_watchers_are_counted():
    assert table.public(waiting(watchers=3))["watchers"].text == "3 watching"
    assert table.public(waiting())["watchers"].text == ""


# --- talk ----------------------------------------------------------------------------------------------------------


def lines(*said):
    return tuple(TalkLine(place, user, name, kind, body) for place, (user, name, kind, body) in enumerate(said, 1))


SAID = lines(
    (OMAR, "Omar", "phrase", "well-played"),
    (OMAR, "Omar", "emote", "coffee"),
    (SARA, "سارة_99", "text", "Hello"),
    (None, "", "event", "stand-in|Nour"),
)


def heard(snapshot, seat=YOU, user=SARA, silenced=()):
    view = talk_view(snapshot, seat, SAID, frozenset(silenced))
    return table.private(snapshot, seat, user, view)


def test_talk_is_worded_for_its_reader():
    panel = heard(waiting())["talk-lines"]
    assert [(line.name, line.text, line.icon, line.seat, line.is_own) for line in panel.lines] == [
        ("Omar", "Well played", "", "W", False),
        ("Omar", "has a coffee", "emote-coffee", "W", False),
        ("سارة_99", "Hello", "", "S", True),
        ("", "Nour is away; a bot plays meanwhile.", "", "", False),
    ]
    assert panel.may_talk
    assert panel.note == ""


def test_who_is_silenced_is_not_heard_and_can_be_heard_again():
    mine = heard(waiting(), silenced=[OMAR])
    assert [line.name for line in mine["talk-lines"].lines] == ["سارة_99", ""]
    assert [(one.name, one.is_silenced) for one in mine["people"].people] == [("Omar", True)]


def test_talk_is_off_during_a_rated_round_and_for_watchers():
    assert "partners must not signal" in heard(playing())["talk-lines"].note
    assert heard(playing(rated=False))["talk-lines"].note == ""
    watcher = heard(playing(rated=False), None, None)
    assert watcher["talk-lines"].note == "Only players at the table may talk."
    assert watcher["people"].people == ()


def test_screens_have_words_for_all_that_services_let_people_say():
    assert tuple(words.PHRASES) == talk_service.PHRASES
    assert tuple(words.EMOTES) == talk_service.EMOTES
    assert tuple(words.REASONS) == talk_service.REASONS
